// A BufWriter over a File that stays open, flushed after each record.
// Use it when a record is put together by several writes, as writeln!() does, and must be seen at
// once, as one call.
// called: a BufWriter, flushed for each record
// visible: each record
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
        log.flush()?;
        written += 1;
    }
    Ok(written)
}
