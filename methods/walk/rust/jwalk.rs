// jwalk: an iterator over all entries, whose folders are read in threads of rayon, and metadata() of each file.
// Use it for large trees that come from a device. A folder that may not be read is one without entries, unless its
// entry is asked for the error.
// called: jwalk
// needs: package jwalk
// tags: threaded
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: left out
// vanished: error

use jwalk::WalkDir;
use std::io;
use std::path::Path;

pub fn walk(folder: &Path) -> io::Result<(u64, u64, u64)> {
    let (mut files, mut folders, mut bytes) = (0, 0, 0);
    for entry in WalkDir::new(folder).skip_hidden(false).min_depth(1) {
        let entry = entry?;
        if entry.file_type().is_dir() {
            folders += 1;
        } else if entry.file_type().is_file() {
            files += 1;
            bytes += entry.metadata()?.len();
        }
    }
    Ok((files, folders, bytes))
}
