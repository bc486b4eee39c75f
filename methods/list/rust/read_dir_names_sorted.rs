// read_dir(), file_name() of each entry, and sort_unstable(): the names alone, in order.
// Use it when names are all you need, in order.
// called: read_dir(), file_name() and sort_unstable()
// sorted: yes
// yields: names
// hidden: yes
// dots: no

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

pub fn list_folder(folder: &Path) -> io::Result<Vec<OsString>> {
    let entries = fs::read_dir(folder)?;
    let mut names = entries
        .map(|entry| Ok(entry?.file_name()))
        .collect::<io::Result<Vec<_>>>()?;
    names.sort_unstable();
    Ok(names)
}
