// write_all() and sync_all() to another name, fs::rename(), and sync_all() of the folder.
// Use it when others read the file: they find the old content or the new, whole.
// It is safe from a power cut, too.
// called: fs::rename(), and sync_all() of the folder
// tags: by-name
// atomic: yes
// durable: each file
// keeps: nothing

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

fn write_synced(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

fn with_part(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let part = with_part(path);
    write_synced(&part, content)?;
    fs::rename(&part, path)?;
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all() // the folder holds the name
}
