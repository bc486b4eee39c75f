// std::fs::write() to another name in the folder, then std::fs::rename().
// Use it when others read the file: they find the old content or the new, whole.
// Two writers need two such names.
// called: fs::write(), then fs::rename()
// atomic: yes
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
    fs::rename(&part, path)
}
