// A BufWriter of 8 KiB over a File that stays open, flushed at the end.
// Use it when the last records may be lost: they can be seen only after the next flush, or at the
// end. One that is dropped flushes, too, but keeps to itself what goes wrong then.
// called: a BufWriter
// visible: at the end
// lock: none
// append: yes
// durable: no

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub fn append(path: &Path, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<u64> {
    let log = OpenOptions::new().append(true).create(true).open(path)?;
    let mut log = BufWriter::new(log);
    let mut written = 0;
    for record in records {
        log.write_all(record.as_ref())?;
        written += 1;
    }
    log.flush()?;
    Ok(written)
}
