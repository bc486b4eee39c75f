// std::fs::write() for each file.
// Use it by default; whoever reads meanwhile may see a file that is half written.
// called: fs::write()
// durable: no
// atomic: no

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub fn create_files(folder: &Path, names: &[PathBuf], content: &[u8]) -> io::Result<u64> {
    for name in names {
        fs::write(folder.join(name), content)?;
    }
    Ok(names.len() as u64)
}
