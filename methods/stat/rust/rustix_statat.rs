// rustix: statat() of each name in an open folder.
// Use it for many names in one folder: the path above them is looked up once.
// called: statat() of rustix
// needs: linux, package rustix
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error

use rustix::fs::{open, statat, AtFlags, Mode, OFlags};
use rustix::io::Errno;
use std::io;
use std::path::{Path, PathBuf};

pub fn stat_all(folder: &Path, names: &[PathBuf]) -> io::Result<(u64, u64, i64)> {
    let place = open(
        folder,
        OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    let (mut exist, mut bytes, mut newest) = (0, 0, 0);
    for name in names {
        let about = match statat(&place, name, AtFlags::empty()) {
            Err(Errno::NOENT | Errno::NOTDIR) => continue,
            about => about?,
        };
        exist += 1;
        bytes += about.st_size as u64;
        newest = newest.max(about.st_mtime);
    }
    Ok((exist, bytes, newest))
}
