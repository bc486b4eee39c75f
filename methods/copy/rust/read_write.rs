// read() and write_all() in turn, through one buffer, of 1 MiB unless another size is said.
// Use it when the bytes are looked at, or changed, on their way.
// called: read() and write_all() of {piece_bytes}
// parameters: piece_bytes 512..16777216
// durable: no
// mode: not kept

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

const PIECE_BYTES: usize = 1048576;

pub fn copy_file(source: &Path, target: &Path) -> io::Result<()> {
    let mut from = File::open(source)?;
    let mut to = File::create(target)?;
    let mut buffer = vec![0; PIECE_BYTES];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(()),
            count => to.write_all(&buffer[..count])?,
        }
    }
}
