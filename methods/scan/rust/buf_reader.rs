// A BufReader of 8 KiB: the count of a record, then its integers, each by read().
// Use it when records are read one at a time; a larger buffer spares calls.
// called: a BufReader of 8 KiB

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

const MOST_INTEGERS: usize = 512;

fn number(bytes: &[u8]) -> i64 {
    i64::from(i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// Reads as much as there is room for; less only at the end.
fn fill(reader: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < room.len() {
        match reader.read(&mut room[filled..])? {
            0 => break,
            count => filled += count,
        }
    }
    Ok(filled)
}

pub fn scan(path: &Path) -> io::Result<(u64, i64, usize)> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut record = [0; 4 * (1 + MOST_INTEGERS)];
    let (mut integers, mut sum) = (0, 0);
    loop {
        let head = fill(&mut reader, &mut record[..4])?;
        if head < 4 {
            return Ok((integers, sum, head));
        }
        let count = number(&record) as usize;
        if count > MOST_INTEGERS {
            let words = "the count of a record is none";
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        let body = &mut record[4..4 + 4 * count];
        let got = fill(&mut reader, body)?;
        if got < body.len() {
            return Ok((integers, sum, head + got));
        }
        let mut pairs = body.chunks_exact(8);
        for pair in &mut pairs {
            sum += number(pair) + 2 * number(&pair[4..]);
        }
        if !pairs.remainder().is_empty() {
            sum += number(pairs.remainder());
        }
        integers += count as u64;
    }
}
