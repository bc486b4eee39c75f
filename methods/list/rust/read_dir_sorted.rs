// read_dir(), path() of each entry, and sort(): the whole paths in order.
// Use it when the order counts; read_dir() gives none.
// called: read_dir(), path() and sort()
// sorted: yes
// yields: paths
// hidden: yes
// dots: no

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub fn list_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
