// tokio::fs::read() of each file, one after the other: each is a call in a thread of tokio's.
// Use it in a program that runs on tokio, for a file now and then; for many, spawn_blocking() with all of them is less.
// called: tokio::fs::read()
// needs: package tokio-fs
// tags: threaded
// unsized: yes

use std::io;
use std::path::{Path, PathBuf};
use tokio::runtime::Builder;

pub fn load(folder: &Path, names: &[PathBuf]) -> io::Result<Vec<Vec<u8>>> {
    // a program that runs on tokio has its runtime already
    Builder::new_current_thread().build()?.block_on(async {
        let mut contents = Vec::with_capacity(names.len());
        for name in names {
            contents.push(tokio::fs::read(folder.join(name)).await?);
        }
        Ok(contents)
    })
}
