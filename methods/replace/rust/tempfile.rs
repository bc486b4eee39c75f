// tempfile: a NamedTempFile in the folder, write_all(), then persist(), which renames it.
// Use it when others read the file and several write it: each has a name of its own. Afterwards only
// the owner can read the file, and nothing is synced.
// called: tempfile's persist()
// needs: package tempfile
// atomic: yes
// durable: no
// keeps: nothing

use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut part = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    part.write_all(content)?;
    part.persist(path)?;
    Ok(())
}
