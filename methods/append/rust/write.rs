// OpenOptions with append(true) once, then write_all() for each record: one system call a record.
// Use it by default; a File has no buffer, so each record can be seen at once.
// called: write_all() to a File kept open
// visible: each record
// lock: none
// append: yes
// durable: no

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

pub fn append(path: &Path, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<u64> {
    let mut log = OpenOptions::new().append(true).create(true).open(path)?;
    let mut written = 0;
    for record in records {
        log.write_all(record.as_ref())?;
        written += 1;
    }
    Ok(written)
}
