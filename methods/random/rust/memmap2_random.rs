// memmap2 with Advice::Random: nothing is read or mapped around a page that is touched.
// Use it when the file does not fit into memory, and each piece is a page or less; one that another
// process cuts short meanwhile ends this one with SIGBUS.
// called: memmap2 with Advice::Random
// tags: mapped
// needs: package memmap2
// short: refused

use memmap2::{Advice, Mmap};
use std::fs::File;
use std::io;
use std::path::Path;

/// What a piece adds: few bytes at once, so that many are counted together.
fn sum_of(piece: &[u8]) -> usize {
    let count = |few: &[u8]| {
        few.iter()
            .map(|letter| u8::from(*letter == b'\n'))
            .sum::<u8>()
    };
    let newlines: usize = piece.chunks(255).map(|few| usize::from(count(few))).sum();
    newlines + usize::from(piece[0]) + usize::from(piece[piece.len() - 1])
}

pub fn read_at(path: &Path, offsets: &[u64], piece_bytes: u64) -> io::Result<(usize, usize)> {
    let file = File::open(path)?;
    // SAFETY: nobody changes the file meanwhile.
    let content = unsafe { Mmap::map(&file)? };
    content.advise(Advice::Random)?;
    let mut sum = 0;
    for offset in offsets {
        let begin = *offset as usize;
        let piece = content.get(begin..begin + piece_bytes as usize);
        sum += sum_of(piece.ok_or(io::ErrorKind::UnexpectedEof)?);
    }
    Ok((offsets.len(), sum))
}
