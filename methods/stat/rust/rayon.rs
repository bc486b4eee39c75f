// std::fs::metadata() by a parallel iterator of rayon, in as many threads as there are CPUs.
// Use it on network file systems, where each answer takes its time; in memory handing them out costs more.
// called: fs::metadata() by rayon
// needs: package rayon
// tags: threaded
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error

use rayon::prelude::*;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

pub fn stat_all(folder: &Path, names: &[PathBuf]) -> io::Result<(u64, u64, i64)> {
    let look_up = |name: &PathBuf| match fs::metadata(folder.join(name)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((0, 0, 0)),
        about => about.map(|about| (1, about.len(), about.mtime())),
    };
    names.par_iter().map(look_up).try_reduce(
        || (0, 0, 0),
        |one, other| Ok((one.0 + other.0, one.1 + other.1, one.2.max(other.2))),
    )
}
