// read_dir() of each folder, which does not sort; each file is read whole and written.
// Use it when the files are small or looked at on the way; the largest file must fit into memory.
// called: read_dir() and fs::read()
// hidden: yes

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

pub fn deliver_tree(folder: &Path, sink: &mut File) -> io::Result<u64> {
    let mut sent = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            sent += deliver_tree(&entry.path(), sink)?;
        } else if kind.is_file() {
            let content = fs::read(entry.path())?;
            sink.write_all(&content)?;
            sent += content.len() as u64;
        }
    }
    Ok(sent)
}
