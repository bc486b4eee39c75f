// OpenOptions::open() and write_all() for each record: nothing stays open between records.
// Use it when records are rare, or when the log is moved away now and then and new records must
// follow its name.
// called: OpenOptions::open() for each record
// visible: each record
// lock: none
// append: yes
// durable: no

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

pub fn append(path: &Path, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<u64> {
    let mut written = 0;
    for record in records {
        let mut log = OpenOptions::new().append(true).create(true).open(path)?;
        log.write_all(record.as_ref())?;
        written += 1;
    }
    Ok(written)
}
