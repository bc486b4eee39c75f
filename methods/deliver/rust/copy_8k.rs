// io::copy() to a sink of which only Write is known: pieces of 8 KiB, through one buffer.
// Use it to see what io::copy() does if an end is wrapped, by a compressor or a limit, say.
// called: io::copy() of 8 KiB

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

pub fn deliver(path: &Path, sink: &mut File) -> io::Result<u64> {
    let sink: &mut dyn Write = sink;
    io::copy(&mut File::open(path)?, sink)
}
