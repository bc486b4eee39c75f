// seek() and read_exact() for each piece.
// Use it when the same code runs on every system: two calls each, and the file cannot be shared.
// called: seek() and read_exact()
// short: refused

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
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
    let mut file = File::open(path)?;
    let mut piece = vec![0; piece_bytes as usize];
    let mut sum = 0;
    for offset in offsets {
        file.seek(SeekFrom::Start(*offset))?;
        file.read_exact(&mut piece)?;
        sum += sum_of(&piece);
    }
    Ok((offsets.len(), sum))
}
