// fs::write(), which empties the file first: whoever reads meanwhile may see an empty file.
// Use it when nobody reads the file meanwhile.

use std::path::Path;
use std::{fs, io};

pub fn overwrite(path: &Path, content: &[u8]) -> io::Result<()> {
    fs::write(path, content)
}
