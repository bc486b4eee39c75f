// tokio::fs::read() in a task for each file, all of them at once.
// Use it when files come from a device; tokio has at most 512 threads for them, so that as many are open.
// called: tokio::fs::read(), all at once
// needs: package tokio-fs
// tags: threaded
// unsized: yes

use std::io;
use std::path::{Path, PathBuf};
use tokio::runtime::Builder;

pub fn load(folder: &Path, names: &[PathBuf]) -> io::Result<Vec<Vec<u8>>> {
    // a program that runs on tokio has its runtime already
    Builder::new_current_thread().build()?.block_on(async {
        let readers: Vec<_> = names
            .iter()
            .map(|name| tokio::spawn(tokio::fs::read(folder.join(name))))
            .collect();
        let mut contents = Vec::with_capacity(names.len());
        for reader in readers {
            contents.push(reader.await??);
        }
        Ok(contents)
    })
}
