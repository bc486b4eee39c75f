// A BufWriter of 64 KiB over a File that stays open, flushed at the end.
// Use it when records are many and the last ones may be lost: there is one call for each 64 KiB.
// called: a BufWriter of 64 KiB
// visible: at the end
// lock: none
// append: yes
// durable: no

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub fn append(path: &Path, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<u64> {
    let log = OpenOptions::new().append(true).create(true).open(path)?;
    let mut log = BufWriter::with_capacity(64 << 10, log);
    let mut written = 0;
    for record in records {
        log.write_all(record.as_ref())?;
        written += 1;
    }
    log.flush()?;
    Ok(written)
}
