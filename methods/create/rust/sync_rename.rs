// write_all() and sync_all() to another name, std::fs::rename(), and sync_all() of the folder, for each file.
// Use it for what must be there whole or not at all, also after a power cut.
// called: sync_all(), then fs::rename()
// tags: by-name
// durable: each file
// atomic: yes

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

pub fn create_files(folder: &Path, names: &[PathBuf], content: &[u8]) -> io::Result<u64> {
    let place = File::open(folder)?;
    for name in names {
        let path = folder.join(name);
        let part = with_part(&path);
        write_synced(&part, content)?;
        fs::rename(&part, &path)?;
        place.sync_all()?; // the folder holds the name
    }
    Ok(names.len() as u64)
}
