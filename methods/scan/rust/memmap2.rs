// memmap2: the file is mapped, and its integers are summed where they lie.
// Use it when parts of a big file are read again and again; a file that another process cuts short
// meanwhile ends this one with SIGBUS.
// called: memmap2
// tags: mapped
// needs: package memmap2

use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::path::Path;

const MOST_INTEGERS: usize = 512;

fn number(bytes: &[u8]) -> i64 {
    i64::from(i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// Sums the whole records of a piece; the last number is the bytes of a part record at its end.
fn sum_of(mut piece: &[u8]) -> io::Result<(u64, i64, usize)> {
    let (mut integers, mut sum) = (0, 0);
    while piece.len() >= 4 {
        let count = number(piece) as usize;
        if count > MOST_INTEGERS {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let end = 4 + 4 * count;
        if end > piece.len() {
            break;
        }
        let mut pairs = piece[4..end].chunks_exact(8);
        for pair in &mut pairs {
            sum += number(pair) + 2 * number(&pair[4..]);
        }
        if !pairs.remainder().is_empty() {
            sum += number(pairs.remainder());
        }
        integers += count as u64;
        piece = &piece[end..];
    }
    Ok((integers, sum, piece.len()))
}

pub fn scan(path: &Path) -> io::Result<(u64, i64, usize)> {
    let file = File::open(path)?;
    // SAFETY: nobody changes the file meanwhile.
    let mapped = unsafe { Mmap::map(&file)? };
    sum_of(&mapped)
}
