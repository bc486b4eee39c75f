// read_dir(), and file_name() of each entry: the names alone, as they come.
// Use it when names are all you need.
// called: read_dir() and file_name()
// sorted: no
// yields: names
// hidden: yes
// dots: no

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

pub fn list_folder(folder: &Path) -> io::Result<Vec<OsString>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.file_name())).collect()
}
