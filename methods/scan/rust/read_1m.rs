// read() into a buffer that holds many records, of 1 MiB unless another size is said.
// Use it by default for a file of any size.
// called: read() of {buffer_bytes} at once
// parameters: buffer_bytes 4096..16777216

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

const BUFFER_BYTES: usize = 1048576;

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
            let words = "the count of a record is none";
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
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
    let mut file = File::open(path)?;
    let mut buffer = vec![0; BUFFER_BYTES];
    let (mut integers, mut sum, mut rest) = (0, 0, 0);
    loop {
        let count = match file.read(&mut buffer[rest..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            found => found?,
        };
        if count == 0 {
            return Ok((integers, sum, rest));
        }
        let filled = rest + count;
        let (more, of_more, left) = sum_of(&buffer[..filled])?;
        buffer.copy_within(filled - left..filled, 0); // a record across the seam is carried over
        (integers, sum, rest) = (integers + more, sum + of_more, left);
    }
}
