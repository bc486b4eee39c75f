// BufRead::read_until() into one Vec, which is cleared each time.
// Use it when lines need not be UTF-8 and none is kept.
// called: read_until() into one Vec
// parameters: buffer_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: kept
// long: taken
// memory: a line

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

const BUFFER_BYTES: usize = 8192;

/// The first byte of a line and the last.
fn ends(line: &[u8]) -> u64 {
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => u64::from(*first) + u64::from(*last),
        _ => 0,
    }
}

pub fn read_lines(path: &Path) -> io::Result<(u64, usize, u64)> {
    let (mut lines, mut length, mut sum) = (0, 0, 0);
    let mut reader = BufReader::with_capacity(BUFFER_BYTES, File::open(path)?);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        lines += 1;
        length += line.len();
        sum += ends(line.strip_suffix(b"\n").unwrap_or(&line));
        line.clear();
    }
    Ok((lines, length, sum))
}
