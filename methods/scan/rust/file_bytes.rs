// bytes() of a File without a buffer: a system call for each byte, and four of them make an integer.
// Use it never for more than a few bytes; a BufReader around the file spares nearly all of the calls.
// called: bytes() of a File

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

const MOST_INTEGERS: i64 = 512;

/// Takes four bytes and counts them; none at the end of the file.
fn number(
    bytes: &mut impl Iterator<Item = io::Result<u8>>,
    got: &mut usize,
) -> io::Result<Option<i64>> {
    let mut four = [0; 4];
    for byte in &mut four {
        match bytes.next() {
            Some(next) => *byte = next?,
            None => return Ok(None),
        }
        *got += 1;
    }
    Ok(Some(i64::from(i32::from_le_bytes(four))))
}

#[allow(clippy::unbuffered_bytes)] // that is what is shown
pub fn scan(path: &Path) -> io::Result<(u64, i64, usize)> {
    let mut bytes = File::open(path)?.bytes();
    let (mut integers, mut sum) = (0, 0);
    loop {
        let (mut got, mut of_record) = (0, 0);
        let Some(count) = number(&mut bytes, &mut got)? else {
            return Ok((integers, sum, got));
        };
        if !(0..=MOST_INTEGERS).contains(&count) {
            let words = "the count of a record is none";
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        for index in 0..count {
            let Some(value) = number(&mut bytes, &mut got)? else {
                return Ok((integers, sum, got));
            };
            of_record += value * (1 + (index & 1));
        }
        integers += count.unsigned_abs();
        sum += of_record;
    }
}
