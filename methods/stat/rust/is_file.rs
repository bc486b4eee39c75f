// Path::is_file() of each path.
// Use it when folders do not count, and what cannot be looked up may count as missing.
// called: Path::is_file()
// tells: existence
// finds: files
// links: followed
// slashes: kept
// denied: missing

use std::io;
use std::path::{Path, PathBuf};

pub fn stat_all(folder: &Path, names: &[PathBuf]) -> io::Result<(u64, u64, i64)> {
    let exist = names
        .iter()
        .filter(|name| folder.join(name).is_file())
        .count();
    Ok((exist as u64, 0, 0))
}
