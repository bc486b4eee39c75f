// walkdir: its walk, kept to one folder; the path of each entry, as they come.
// Use it for whole trees; for one folder read_dir() needs no crate.
// called: walkdir
// needs: package walkdir
// sorted: no
// yields: paths
// hidden: yes
// dots: no

use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

pub fn list_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    WalkDir::new(folder)
        .min_depth(1)
        .max_depth(1)
        .into_iter()
        .map(|entry| Ok(entry?.into_path()))
        .collect()
}
