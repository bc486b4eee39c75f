// flock() around the write of each record, to a File that stays open.
// Use it when a record takes several writes or readers lock too; append(true) alone keeps single
// writes apart. From Rust 1.89 on File::lock() does this without declaring the call.
// called: flock() around each record
// visible: each record
// lock: record
// append: yes
// durable: no

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::raw::c_int;
use std::os::unix::io::{AsRawFd, RawFd};
use std::path::Path;

const LOCK_EX: c_int = 2;
const LOCK_UN: c_int = 8;

extern "C" {
    fn flock(file: RawFd, operation: c_int) -> c_int;
}

fn locked(log: &File, operation: c_int) -> io::Result<()> {
    // SAFETY: the descriptor is that of an open file.
    match unsafe { flock(log.as_raw_fd(), operation) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

pub fn append(path: &Path, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<u64> {
    let mut log = OpenOptions::new().append(true).create(true).open(path)?;
    let mut written = 0;
    for record in records {
        locked(&log, LOCK_EX)?;
        log.write_all(record.as_ref())?;
        locked(&log, LOCK_UN)?;
        written += 1;
    }
    Ok(written)
}
