// std::fs::read(), then one write_all(): the whole file is in memory.
// Use it for small files that are sent again and again, or changed on their way.
// called: fs::read() and write_all()

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

pub fn deliver(path: &Path, sink: &mut File) -> io::Result<u64> {
    let content = fs::read(path)?;
    sink.write_all(&content)?;
    Ok(content.len() as u64)
}
