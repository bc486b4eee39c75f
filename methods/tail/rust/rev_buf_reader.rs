// rev_buf_reader: lines() of a reader that goes backwards, an iterator over the lines from the last to the first.
// Use it when lines are wanted from the end on until one is found, not a number of them.
// called: rev_buf_reader
// needs: package rev_buf_reader
// decodes: or fails
// splits: at LF
// ending: CRLF dropped
// memory: the lines

use rev_buf_reader::RevBufReader;
use std::fs::File;
use std::io::{self, BufRead};
use std::path::Path;

/// The first byte of a line and the last.
fn ends(line: &[u8]) -> u64 {
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => u64::from(*first) + u64::from(*last),
        _ => 0,
    }
}

pub fn tail_lines(path: &Path, wanted: u64) -> io::Result<(u64, usize, u64)> {
    let (mut lines, mut length, mut sum) = (0, 0, 0);
    for line in RevBufReader::new(File::open(path)?)
        .lines()
        .take(wanted as usize)
    {
        let line = line?;
        lines += 1;
        length += line.len();
        sum += ends(line.as_bytes());
    }
    Ok((lines, length, sum))
}
