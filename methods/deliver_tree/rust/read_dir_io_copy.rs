// read_dir() of each folder, which does not sort, and io::copy() of each file.
// Use it by default: it holds no file whole.
// called: read_dir() and io::copy()
// tags: untouched
// hidden: yes

use std::fs::{self, File};
use std::io;
use std::path::Path;

pub fn deliver_tree(folder: &Path, sink: &mut File) -> io::Result<u64> {
    let mut sent = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            sent += deliver_tree(&entry.path(), sink)?;
        } else if kind.is_file() {
            sent += io::copy(&mut File::open(entry.path())?, sink)?;
        }
    }
    Ok(sent)
}
