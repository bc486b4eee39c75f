// fs2: lock_exclusive(), which is flock(), around each record's write to a File that stays open.
// Use it before Rust 1.89, which brings File::lock(). Name its trait: from then on `log.unlock()` is
// that of File.
// called: fs2 around each record
// needs: package fs2
// visible: each record
// lock: record
// append: yes
// durable: no

use fs2::FileExt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

pub fn append(path: &Path, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<u64> {
    let mut log = OpenOptions::new().append(true).create(true).open(path)?;
    let mut written = 0;
    for record in records {
        FileExt::lock_exclusive(&log)?;
        log.write_all(record.as_ref())?;
        FileExt::unlock(&log)?;
        written += 1;
    }
    Ok(written)
}
