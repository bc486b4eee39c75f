// mmap() of the system's library: the file is mapped, and its integers are summed where they lie.
// Use it when parts of a big file are read again and again; a file that another process cuts short
// meanwhile ends this one with SIGBUS. The crate memmap2 wraps the same calls.
// called: mmap()
// tags: mapped

use std::fs::File;
use std::io;
use std::os::unix::io::AsRawFd;
use std::path::Path;
use std::{ptr, slice};

const PROT_READ: i32 = 1;
const MAP_PRIVATE: i32 = 2;

extern "C" {
    fn mmap(at: *mut u8, len: usize, prot: i32, flags: i32, file: i32, from: i64) -> *mut u8;
    fn munmap(at: *mut u8, len: usize) -> i32;
}

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
    let bytes = file.metadata()?.len() as usize;
    if bytes == 0 {
        return Ok((0, 0, 0)); // nothing cannot be mapped
    }
    // SAFETY: the mapping has that many bytes, and ends when the sum is there.
    unsafe {
        let mapped = mmap(
            ptr::null_mut(),
            bytes,
            PROT_READ,
            MAP_PRIVATE,
            file.as_raw_fd(),
            0,
        );
        if mapped as isize == -1 {
            return Err(io::Error::last_os_error());
        }
        let found = sum_of(slice::from_raw_parts(mapped, bytes));
        munmap(mapped, bytes);
        found
    }
}
