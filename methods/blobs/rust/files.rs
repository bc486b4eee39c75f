// std::fs::read() of a file for each item.
// Use it by default: tools of every kind can read, change and remove one item.
// called: a file for each item

use std::path::{Path, PathBuf};
use std::{fs, io};

pub fn read_blobs(folder: &Path, names: &[PathBuf]) -> io::Result<(u64, u64, u64)> {
    let files = folder.join("files");
    let (mut items, mut bytes, mut ends) = (0, 0, 0);
    for name in names {
        let item = fs::read(files.join(name))?;
        items += 1;
        bytes += item.len() as u64;
        if let (Some(first), Some(last)) = (item.first(), item.last()) {
            ends += u64::from(*first) + u64::from(*last);
        }
    }
    Ok((items, bytes, ends))
}
