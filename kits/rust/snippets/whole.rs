// fs::read() of the whole file, then a filter. Change it to what you have in mind.
use std::fs;
use std::io;
use std::path::Path;

fn run(path: &Path) -> io::Result<u64> {
    let content = fs::read(path)?;
    Ok(content.iter().filter(|letter| **letter == b'\n').count() as u64)
}
