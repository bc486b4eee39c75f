// tempfile: a NamedTempFile in the folder, write_all(), then persist(), which renames it.
// Use it when others read the files: they see the old one or the whole new one, never a part. It
// syncs nothing, and only the owner can read the file.
// called: tempfile's persist()
// needs: package tempfile
// durable: no
// atomic: yes

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

pub fn create_files(folder: &Path, names: &[PathBuf], content: &[u8]) -> io::Result<u64> {
    for name in names {
        let mut part = NamedTempFile::new_in(folder)?;
        part.write_all(content)?;
        part.persist(folder.join(name))?;
    }
    Ok(names.len() as u64)
}
