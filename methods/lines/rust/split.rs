// BufRead::split(): each line becomes a Vec of its own, without its newline.
// Use it when lines need not be UTF-8 and are kept.
// called: split() of a BufReader
// decodes: no
// splits: at LF
// ending: dropped
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
    for line in BufReader::new(File::open(path)?).split(b'\n') {
        let line = line?;
        lines += 1;
        length += line.len();
        sum += ends(&line);
    }
    Ok((lines, length, sum))
}
