// std::fs::write() to another name in the folder, then std::fs::rename().
// Use it when others read the files: they see the old one or the whole new one, never a part.
// called: fs::write(), then fs::rename()
// durable: no
// atomic: yes

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn with_part(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

pub fn create_files(folder: &Path, names: &[PathBuf], content: &[u8]) -> io::Result<u64> {
    for name in names {
        let path = folder.join(name);
        let part = with_part(&path);
        fs::write(&part, content)?;
        fs::rename(&part, &path)?;
    }
    Ok(names.len() as u64)
}
