// write_all() and sync_data() of a File that stays open, for each record.
// Use it when a record must outlive a power cut once the call returns: each waits for the device.
// called: write_all() and sync_data() for each record
// tags: by-name
// visible: each record
// lock: none
// append: yes
// durable: each record

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

pub fn append(path: &Path, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<u64> {
    let mut log = OpenOptions::new().append(true).create(true).open(path)?;
    let mut written = 0;
    for record in records {
        log.write_all(record.as_ref())?;
        log.sync_data()?;
        written += 1;
    }
    Ok(written)
}
