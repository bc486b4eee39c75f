// memmap2, and bstr's lines() of the mapping.
// Use it when lines are wanted in place, as long as nobody cuts the file short: that ends the program with SIGBUS.
// called: memmap2 and bstr
// tags: mapped
// needs: package memmap2, package bstr
// decodes: no
// splits: at LF
// ending: CRLF dropped
// long: taken
// memory: a line

use bstr::ByteSlice;
use memmap2::Mmap;
use std::fs::File;
use std::io;
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
    let file = File::open(path)?;
    // SAFETY: nobody changes the file meanwhile.
    let text = unsafe { Mmap::map(&file)? };
    for line in text.lines() {
        lines += 1;
        length += line.len();
        sum += ends(line);
    }
    Ok((lines, length, sum))
}
