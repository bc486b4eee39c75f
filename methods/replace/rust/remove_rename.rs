// fs::write() to another name in the folder, fs::remove_file() of the old file, then fs::rename().
// Use it nowhere if you can: for a moment there is no file. fs::rename() needs no fs::remove_file().
// called: fs::remove_file(), then fs::rename()
// atomic: with a gap
// durable: no
// keeps: nothing

use std::path::{Path, PathBuf};
use std::{fs, io};

fn with_part(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let part = with_part(path);
    fs::write(&part, content)?;
    fs::remove_file(path)?;
    fs::rename(&part, path)
}
