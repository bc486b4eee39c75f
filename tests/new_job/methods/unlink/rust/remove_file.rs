// fs::remove_file() of each, and fs::remove_dir().
// Use it when the names are known.

use std::path::{Path, PathBuf};
use std::{fs, io};

pub fn remove_folder(path: &Path, names: &[PathBuf]) -> io::Result<()> {
    for name in names {
        fs::remove_file(path.join(name))?;
    }
    fs::remove_dir(path)
}
