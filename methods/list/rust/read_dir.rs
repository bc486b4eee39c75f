// read_dir(): an entry for each name, as they come.
// Use it by default; an entry knows without another call whether it is a folder.
// sorted: no
// yields: entries
// hidden: yes
// dots: no

use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

pub fn list_folder(folder: &Path) -> io::Result<Vec<DirEntry>> {
    fs::read_dir(folder)?.collect()
}
