// std::fs::copy(), which has the kernel copy from file to file where it can.
// Use it by default; it gives the copy the permissions of the file.
// called: std::fs::copy()
// tags: untouched
// durable: no
// mode: kept

use std::fs;
use std::io;
use std::path::Path;

pub fn copy_file(source: &Path, target: &Path) -> io::Result<()> {
    fs::copy(source, target).map(|_| ())
}
