// read(), a table of 256 bytes, write_all(): pieces of 64 KiB, changed where they lie.
// Use it when every byte maps to one byte; changes that span bytes need to carry over the seams.
// called: read() and write_all() of 64 KiB

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

fn rot13() -> [u8; 256] {
    let mut table = [0; 256];
    for (letter, turned) in (0..=u8::MAX).zip(&mut table) {
        *turned = match letter {
            b'A'..=b'Z' => (letter - b'A' + 13) % 26 + b'A',
            b'a'..=b'z' => (letter - b'a' + 13) % 26 + b'a',
            _ => letter,
        };
    }
    table
}

pub fn transform(path: &Path, sink: &mut File) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let (table, mut buffer) = (rot13(), vec![0; 64 << 10]);
    let mut sent = 0;
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok(sent);
        }
        for letter in &mut buffer[..count] {
            *letter = table[usize::from(*letter)];
        }
        sink.write_all(&buffer[..count])?;
        sent += count as u64;
    }
}
