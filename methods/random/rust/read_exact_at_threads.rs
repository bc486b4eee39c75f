// read_exact_at() from eight threads, each of which reads an eighth of the pieces.
// Use it when pieces come from a device, which does several at once; for what is in memory, on
// several CPUs only.
// called: read_exact_at() by {readers} threads
// tags: threaded
// parameters: readers 1..64
// short: refused

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::thread;

const READERS: usize = 8;

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

fn sum_share(file: &File, offsets: &[u64], first: usize, piece_bytes: u64) -> io::Result<usize> {
    let mut piece = vec![0; piece_bytes as usize];
    let mut sum = 0;
    for offset in offsets.iter().skip(first).step_by(READERS) {
        file.read_exact_at(&mut piece, *offset)?;
        sum += sum_of(&piece);
    }
    Ok(sum)
}

pub fn read_at(path: &Path, offsets: &[u64], piece_bytes: u64) -> io::Result<(usize, usize)> {
    let file = File::open(path)?;
    let sums: io::Result<Vec<usize>> = thread::scope(|scope| {
        let readers: Vec<_> = (0..READERS)
            .map(|first| {
                let file = &file;
                scope.spawn(move || sum_share(file, offsets, first, piece_bytes))
            })
            .collect();
        readers
            .into_iter()
            .map(|reader| reader.join().expect("a reader panicked"))
            .collect()
    });
    Ok((offsets.len(), sums?.iter().sum()))
}
