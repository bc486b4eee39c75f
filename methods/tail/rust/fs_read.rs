// fs::read(), in which newlines are looked for from the end.
// Use it for a small file that is needed as a whole, too.
// called: fs::read()
// decodes: no
// splits: at LF
// ending: dropped
// memory: the file

use std::fs;
use std::io;
use std::path::Path;

/// The first byte of a line and the last.
fn ends(line: &[u8]) -> u64 {
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => u64::from(*first) + u64::from(*last),
        _ => 0,
    }
}

/// The lines of a text, the last of which may have no end.
fn add_lines(text: &[u8]) -> (u64, usize, u64) {
    let (mut lines, mut length, mut sum) = (0, 0, 0);
    for line in text.split_inclusive(|letter| *letter == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        lines += 1;
        length += line.len();
        sum += ends(line);
    }
    (lines, length, sum)
}

/// Where the last lines of a text begin.
fn begin_of_last(text: &[u8], wanted: u64) -> usize {
    let body = &text[..text.len().saturating_sub(1)]; // the last byte is of the last line
    let mut newlines = body
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, letter)| **letter == b'\n');
    newlines
        .nth(wanted as usize - 1)
        .map_or(0, |(at, _)| at + 1)
}

pub fn tail_lines(path: &Path, wanted: u64) -> io::Result<(u64, usize, u64)> {
    let text = fs::read(path)?;
    Ok(add_lines(&text[begin_of_last(&text, wanted)..]))
}
