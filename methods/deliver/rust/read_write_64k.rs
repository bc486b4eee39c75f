// read() and write_all(): the file in pieces of 64 KiB, through one buffer.
// Use it when you look at the bytes on the way.
// called: read() and write_all() of 64 KiB

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

pub fn deliver(path: &Path, sink: &mut File) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 64 << 10];
    let mut sent = 0;
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok(sent);
        }
        sink.write_all(&buffer[..count])?;
        sent += count as u64;
    }
}
