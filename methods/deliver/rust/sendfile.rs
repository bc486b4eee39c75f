// rustix: sendfile(), by which the kernel moves the file to the sink, past the program.
// Use it when a file goes out unchanged to a socket or a pipe and no copy will do: where io::copy()
// would read and write instead, as for a sink that is open for append, this is an error.
// called: sendfile() of rustix
// tags: untouched
// needs: linux, package rustix

use rustix::fs::sendfile;
use rustix::io::retry_on_intr;
use std::fs::File;
use std::io;
use std::path::Path;

const MOST_BYTES: usize = 0x7fff_f000; // what Linux sends in one call

pub fn deliver(path: &Path, sink: &mut File) -> io::Result<u64> {
    let file = File::open(path)?;
    let mut sent = 0;
    loop {
        match retry_on_intr(|| sendfile(&*sink, &file, None, MOST_BYTES))? {
            0 => return Ok(sent),
            count => sent += count as u64,
        }
    }
}
