// std::fs::read() in scoped threads, each of which has its share of the files.
// Use it when files come from a device, or when each is large; for a few small ones starting the threads costs more.
// called: fs::read() in threads
// tags: threaded
// parameters: at_once 1..256
// unsized: yes

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

const AT_ONCE: usize = 8;

pub fn load(folder: &Path, names: &[PathBuf]) -> io::Result<Vec<Vec<u8>>> {
    let read = |name: &PathBuf| fs::read(folder.join(name));
    let share = names.len() / AT_ONCE + 1;
    thread::scope(|scope| {
        let readers: Vec<_> = names
            .chunks(share)
            .map(|some| scope.spawn(move || some.iter().map(read).collect::<io::Result<Vec<_>>>()))
            .collect();
        let mut contents = Vec::with_capacity(names.len());
        for reader in readers {
            contents.extend(reader.join().expect("a reader does not panic")?);
        }
        Ok(contents)
    })
}
