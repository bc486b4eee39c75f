// ignore: its walk without its filters, kept to one folder; the path of each entry, as they come.
// Use it for what ripgrep does, whole trees without what .gitignore names; else walkdir, which is
// beneath it, is enough.
// called: ignore
// needs: package ignore
// sorted: no
// yields: paths
// hidden: yes
// dots: no

use ignore::WalkBuilder;
use std::io;
use std::path::{Path, PathBuf};

pub fn list_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    WalkBuilder::new(folder)
        .standard_filters(false)
        .max_depth(Some(1))
        .build()
        .filter(|entry| !matches!(entry, Ok(entry) if entry.depth() == 0)) // the folder itself
        .map(|entry| match entry {
            Ok(entry) => Ok(entry.into_path()),
            Err(error) => Err(io::Error::new(io::ErrorKind::Other, error)),
        })
        .collect()
}
