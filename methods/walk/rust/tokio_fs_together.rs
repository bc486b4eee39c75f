// tokio::fs::read_dir() in a task for each folder, all of them at once, and metadata() of each file.
// Use it in a program that runs on tokio when the tree comes from a device; in memory it is slower than read_dir().
// called: tokio::fs::read_dir(), folders at once
// needs: package tokio-fs
// tags: threaded
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

use std::io;
use std::path::{Path, PathBuf};
use tokio::fs;
use tokio::runtime::Builder;
use tokio::task::JoinSet;

/// The files of a folder, their bytes, and the folders in it.
async fn look(folder: PathBuf) -> io::Result<(u64, u64, Vec<PathBuf>)> {
    let (mut files, mut bytes, mut below) = (0, 0, Vec::new());
    let mut entries = fs::read_dir(folder).await?;
    while let Some(entry) = entries.next_entry().await? {
        let kind = entry.file_type().await?;
        if kind.is_dir() {
            below.push(entry.path());
        } else if kind.is_file() {
            files += 1;
            bytes += entry.metadata().await?.len();
        }
    }
    Ok((files, bytes, below))
}

pub fn walk(folder: &Path) -> io::Result<(u64, u64, u64)> {
    // a program that runs on tokio has its runtime already
    Builder::new_current_thread().build()?.block_on(async {
        let (mut files, mut folders, mut bytes) = (0, 0, 0);
        let mut looks = JoinSet::new();
        looks.spawn(look(folder.to_path_buf()));
        while let Some(looked) = looks.join_next().await {
            let (more_files, more_bytes, below) = looked??;
            files += more_files;
            bytes += more_bytes;
            folders += below.len() as u64;
            for folder in below {
                looks.spawn(look(folder));
            }
        }
        Ok((files, folders, bytes))
    })
}
