// read_exact_at() of 4 KiB at once from the end, in which newlines are looked for; then lines() of that part.
// Use it for a text of any size: what lies before the lines is not read, and only they must be UTF-8.
// called: read_exact_at() from the end and lines()
// parameters: piece_bytes 512..1048576
// decodes: or fails
// splits: at LF
// ending: CRLF dropped
// memory: the lines

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

const PIECE_BYTES: usize = 4096;

/// The first byte of a line and the last.
fn ends(line: &[u8]) -> u64 {
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => u64::from(*first) + u64::from(*last),
        _ => 0,
    }
}

/// The lines of a text, each without its end.
fn add_lines(text: &str) -> (u64, usize, u64) {
    let (mut lines, mut length, mut sum) = (0, 0, 0);
    for line in text.lines() {
        lines += 1;
        length += line.len();
        sum += ends(line.as_bytes());
    }
    (lines, length, sum)
}

/// Where the last lines begin.
fn find_begin(file: &File, bytes: u64, mut wanted: u64) -> io::Result<u64> {
    let mut piece = [0; PIECE_BYTES];
    let mut end = bytes.saturating_sub(1); // the last byte is of the last line, be it its end
    while end > 0 {
        let part = &mut piece[..end.min(PIECE_BYTES as u64) as usize];
        end -= part.len() as u64;
        file.read_exact_at(part, end)?;
        for (at, _) in part
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, letter)| **letter == b'\n')
        {
            wanted -= 1;
            if wanted == 0 {
                return Ok(end + at as u64 + 1);
            }
        }
    }
    Ok(0)
}

pub fn tail_lines(path: &Path, wanted: u64) -> io::Result<(u64, usize, u64)> {
    let file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let begin = find_begin(&file, bytes, wanted)?;
    let mut text = vec![0; (bytes - begin) as usize];
    file.read_exact_at(&mut text, begin)?;
    let text = String::from_utf8(text)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(add_lines(&text))
}
