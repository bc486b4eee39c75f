// walkdir: an iterator over all entries, and metadata() of each file.
// Use it for its filters and its care for deep trees and loops; an error is one entry, after which it can go on.
// called: walkdir
// needs: package walkdir
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

use std::io;
use std::path::Path;
use walkdir::WalkDir;

pub fn walk(folder: &Path) -> io::Result<(u64, u64, u64)> {
    let (mut files, mut folders, mut bytes) = (0, 0, 0);
    for entry in WalkDir::new(folder).min_depth(1) {
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
