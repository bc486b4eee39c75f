// write_all() for each record to a File that stays open, and one sync_data() after the last.
// Use it when the records must outlive a power cut together, such as the lines of one request.
// called: write_all(), and one sync_data() at the end
// tags: by-name
// visible: each record
// lock: none
// append: yes
// durable: at the end

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
    log.sync_data()?;
    Ok(written)
}
