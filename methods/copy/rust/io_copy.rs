// File::open(), File::create() and io::copy(), which has the kernel copy where it can.
// Use it when the copy is to have usual permissions, not those of the file, or is part of a stream.
// called: io::copy()
// tags: untouched
// durable: no
// mode: not kept

use std::fs::File;
use std::io;
use std::path::Path;

pub fn copy_file(source: &Path, target: &Path) -> io::Result<()> {
    let mut from = File::open(source)?;
    let mut to = File::create(target)?;
    io::copy(&mut from, &mut to).map(|_| ())
}
