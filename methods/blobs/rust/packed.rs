// One packed file and an index of offsets; read_exact_at() for each item.
// Use it when many items are written once and read often; to change one, it is packed anew.
// called: one packed file

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

fn place_of(line: &str) -> Option<(PathBuf, (u64, usize))> {
    let mut words = line.splitn(3, ' ');
    let (at, size, name) = (words.next()?, words.next()?, words.next()?);
    Some((name.into(), (at.parse().ok()?, size.parse().ok()?)))
}

pub fn read_blobs(folder: &Path, names: &[PathBuf]) -> io::Result<(u64, u64, u64)> {
    let index = fs::read_to_string(folder.join("blobs.index"))?;
    let places: HashMap<PathBuf, (u64, usize)> = index.lines().filter_map(place_of).collect();
    let packed = File::open(folder.join("blobs.pack"))?;
    let (mut items, mut bytes, mut ends) = (0, 0, 0);
    for name in names {
        let (at, size) = *places.get(name).ok_or(io::ErrorKind::NotFound)?;
        let mut item = vec![0; size];
        packed.read_exact_at(&mut item, at)?;
        items += 1;
        bytes += item.len() as u64;
        if let (Some(first), Some(last)) = (item.first(), item.last()) {
            ends += u64::from(*first) + u64::from(*last);
        }
    }
    Ok((items, bytes, ends))
}
