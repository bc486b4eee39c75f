// std::fs::write(), which empties the file first.
// Use it when nobody reads the file meanwhile: a reader may find it empty or half written.
// called: fs::write()
// atomic: no
// durable: no
// keeps: everything

use std::path::Path;
use std::{fs, io};

pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    fs::write(path, content)
}
