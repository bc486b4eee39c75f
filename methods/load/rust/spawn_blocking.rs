// spawn_blocking() of tokio once, and std::fs::read() of all files in it.
// Use it in a program that runs on tokio, when many files are wanted together: one change of threads for all of them.
// called: spawn_blocking() once
// needs: package tokio-fs
// tags: threaded
// unsized: yes

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tokio::runtime::Builder;

pub fn load(folder: &Path, names: &[PathBuf]) -> io::Result<Vec<Vec<u8>>> {
    let paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
    // a program that runs on tokio has its runtime already
    Builder::new_current_thread().build()?.block_on(async {
        tokio::task::spawn_blocking(move || paths.iter().map(fs::read).collect()).await?
    })
}
