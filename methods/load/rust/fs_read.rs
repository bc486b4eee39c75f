// std::fs::read() of each file.
// Use it by default: it asks for the size first, and takes what the file holds, whatever that was told to be.
// called: fs::read()
// unsized: yes

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub fn load(folder: &Path, names: &[PathBuf]) -> io::Result<Vec<Vec<u8>>> {
    names
        .iter()
        .map(|name| fs::read(folder.join(name)))
        .collect()
}
