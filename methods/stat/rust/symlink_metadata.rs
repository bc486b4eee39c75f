// std::fs::symlink_metadata() of each path, which looks at a link and not at what it leads to.
// Use it when links are to be found as links, wherever they lead.
// called: fs::symlink_metadata()
// tells: size and time
// finds: anything
// links: not followed
// slashes: kept
// denied: error

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

pub fn stat_all(folder: &Path, names: &[PathBuf]) -> io::Result<(u64, u64, i64)> {
    let (mut exist, mut bytes, mut newest) = (0, 0, 0);
    for name in names {
        let about = match fs::symlink_metadata(folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            about => about?,
        };
        exist += 1;
        bytes += about.len();
        newest = newest.max(about.mtime());
    }
    Ok((exist, bytes, newest))
}
