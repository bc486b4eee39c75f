// ignore: a walk in several threads without its filters, and metadata() of each file.
// Use it for large trees, or when .gitignore counts, which it reads unless it is told not to.
// called: ignore in threads
// needs: package ignore
// tags: threaded
// parameters: threads 1..64
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

use ignore::{WalkBuilder, WalkState};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Mutex;

const THREADS: usize = 4;

pub fn walk(folder: &Path) -> io::Result<(u64, u64, u64)> {
    let (files, folders, bytes) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let failure = Mutex::new(None);
    let count = |entry: Result<ignore::DirEntry, ignore::Error>| {
        let entry = entry?;
        match entry.file_type() {
            Some(kind) if kind.is_dir() && entry.depth() > 0 => {
                folders.fetch_add(1, Relaxed);
            }
            Some(kind) if kind.is_file() => {
                files.fetch_add(1, Relaxed);
                bytes.fetch_add(entry.metadata()?.len(), Relaxed);
            }
            _ => {}
        }
        Ok::<(), ignore::Error>(())
    };
    let mut tree = WalkBuilder::new(folder);
    tree.standard_filters(false).threads(THREADS);
    tree.build_parallel().run(|| {
        Box::new(|entry| match count(entry) {
            Ok(()) => WalkState::Continue,
            Err(error) => {
                *failure.lock().unwrap() = Some(error);
                WalkState::Quit
            }
        })
    });
    match failure.into_inner().unwrap() {
        Some(error) => Err(error
            .into_io_error()
            .unwrap_or_else(|| io::ErrorKind::Other.into())),
        None => Ok((files.into_inner(), folders.into_inner(), bytes.into_inner())),
    }
}
