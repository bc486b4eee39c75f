// std::fs::metadata() of each path; what is no NotFound is an error.
// Use it when sizes or times are wanted, too: one call tells all of it.
// called: fs::metadata()
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

pub fn stat_all(folder: &Path, names: &[PathBuf]) -> io::Result<(u64, u64, i64)> {
    let (mut exist, mut bytes, mut newest) = (0, 0, 0);
    for name in names {
        let about = match fs::metadata(folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            about => about?,
        };
        exist += 1;
        bytes += about.len();
        newest = newest.max(about.mtime());
    }
    Ok((exist, bytes, newest))
}
