// io::copy() from the file to the sink, by the kernel where both allow that.
// Use it by default.
// called: io::copy()
// tags: untouched

use std::fs::File;
use std::io;
use std::path::Path;

pub fn deliver(path: &Path, sink: &mut File) -> io::Result<u64> {
    io::copy(&mut File::open(path)?, sink)
}
