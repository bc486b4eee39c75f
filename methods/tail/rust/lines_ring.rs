// BufRead::lines() of all lines, of which the last ones are kept in a VecDeque.
// Use it for what cannot be sought in, such as a pipe; every byte is read, and must be UTF-8.
// called: lines() into a VecDeque
// decodes: or fails
// splits: at LF
// ending: CRLF dropped
// memory: the lines

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The first byte of a line and the last.
fn ends(line: &[u8]) -> u64 {
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => u64::from(*first) + u64::from(*last),
        _ => 0,
    }
}

pub fn tail_lines(path: &Path, wanted: u64) -> io::Result<(usize, usize, u64)> {
    let mut last = VecDeque::new();
    for line in BufReader::new(File::open(path)?).lines() {
        if last.len() as u64 == wanted {
            last.pop_front();
        }
        last.push_back(line?);
    }
    let length = last.iter().map(String::len).sum();
    let sum = last.iter().map(|line| ends(line.as_bytes())).sum();
    Ok((last.len(), length, sum))
}
