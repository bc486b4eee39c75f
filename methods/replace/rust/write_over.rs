// OpenOptions without truncate(), write_all() over what is there, and set_len().
// Use it when nobody reads the file meanwhile: a reader may find new and old content mixed.
// called: write_all() over it, and set_len()
// atomic: no
// durable: no
// keeps: everything

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(content)?;
    file.set_len(content.len() as u64)
}
