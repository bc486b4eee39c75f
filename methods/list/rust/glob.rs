// glob: the paths that match a pattern, sorted; `*` matches names that begin with a dot, too.
// Use it when a pattern chooses the files; a folder that does not exist is an empty one to it.
// called: glob
// needs: package glob
// sorted: yes
// yields: paths
// hidden: yes
// dots: no

use glob::{glob, Pattern};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub fn list_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let text = folder.to_str().ok_or(io::ErrorKind::InvalidInput)?; // patterns are UTF-8
    let found = glob(&format!("{}/*", Pattern::escape(text)))
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let paths = found
        .map(|path| path.map_err(io::Error::from))
        .collect::<io::Result<Vec<_>>>()?;
    if paths.is_empty() {
        fs::read_dir(folder)?; // has the error that glob keeps to itself
    }
    Ok(paths)
}
