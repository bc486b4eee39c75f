// BufRead::lines(): each line becomes a String of its own, without its end.
// Use it by default for text; bytes that are no UTF-8 are an error.
// called: lines() of a BufReader
// decodes: or fails
// splits: at LF
// ending: CRLF dropped
// long: taken
// memory: a line

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

pub fn read_lines(path: &Path) -> io::Result<(u64, usize, u64)> {
    let (mut lines, mut length, mut sum) = (0, 0, 0);
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        lines += 1;
        length += line.len();
        sum += ends(line.as_bytes());
    }
    Ok((lines, length, sum))
}
