// BufRead::read_line() into one String, which is cleared each time.
// Use it for text when no line is kept: nothing is allocated once the String is as long as the longest line.
// called: read_line() into one String
// decodes: or fails
// splits: at LF
// ending: kept
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
    let mut reader = BufReader::new(File::open(path)?);
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 {
        lines += 1;
        length += line.len();
        sum += ends(line.strip_suffix('\n').unwrap_or(&line).as_bytes());
        line.clear();
    }
    Ok((lines, length, sum))
}
