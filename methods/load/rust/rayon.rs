// std::fs::read() by a parallel iterator of rayon, in as many threads as there are CPUs.
// Use it when files come from a device, or when something is computed of each; its threads stay for the next time.
// called: fs::read() by rayon
// needs: package rayon
// tags: threaded
// unsized: yes

use rayon::prelude::*;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub fn load(folder: &Path, names: &[PathBuf]) -> io::Result<Vec<Vec<u8>>> {
    names
        .par_iter()
        .map(|name| fs::read(folder.join(name)))
        .collect()
}
