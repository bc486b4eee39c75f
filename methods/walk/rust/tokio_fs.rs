// tokio::fs::read_dir() of each folder that is left, and metadata() of each file: calls in a thread of tokio's.
// Use it in a program that runs on tokio, for a small tree; for a large one spawn_blocking() with all of it is less.
// called: tokio::fs::read_dir()
// needs: package tokio-fs
// tags: threaded
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

use std::io;
use std::path::Path;
use tokio::fs;
use tokio::runtime::Builder;

pub fn walk(folder: &Path) -> io::Result<(u64, u64, u64)> {
    // a program that runs on tokio has its runtime already
    Builder::new_current_thread().build()?.block_on(async {
        let (mut files, mut folders, mut bytes) = (0, 0, 0);
        let mut left = vec![folder.to_path_buf()];
        while let Some(folder) = left.pop() {
            let mut entries = fs::read_dir(folder).await?;
            while let Some(entry) = entries.next_entry().await? {
                let kind = entry.file_type().await?;
                if kind.is_dir() {
                    folders += 1;
                    left.push(entry.path());
                } else if kind.is_file() {
                    files += 1;
                    bytes += entry.metadata().await?.len();
                }
            }
        }
        Ok((files, folders, bytes))
    })
}
