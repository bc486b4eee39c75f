// read_exact_at() of each piece.
// Use it by default on Unix: one call each, and threads may share the file.
// called: read_exact_at()
// short: refused

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
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
    let mut piece = vec![0; piece_bytes as usize];
    let mut sum = 0;
    for offset in offsets {
        file.read_exact_at(&mut piece, *offset)?;
        sum += sum_of(&piece);
    }
    Ok((offsets.len(), sum))
}
