// Uses what is not there.
// For the tests of what a kit makes of it.

use std::io;
use std::path::Path;

pub fn scan(path: &Path) -> io::Result<(u64, i64, usize)> {
    let known: Vec<u64> = Vec::new();
    Ok((known[path.as_os_str().len()], 0, 0))
}
