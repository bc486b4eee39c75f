// write_all() of the message and a newline to a File that stays open: the least that a line costs.
// Use it as the measure of a logger, or for a log that needs neither time nor level.
// called: write_all() of the message alone
// stamped: no
// survives: kill
// durable: no

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

pub fn log_messages(
    path: &Path,
    messages: impl IntoIterator<Item = impl AsRef<str>>,
) -> io::Result<u64> {
    let mut log = OpenOptions::new().append(true).create(true).open(path)?;
    let mut logged = 0;
    for message in messages {
        let line = format!("{}\n", message.as_ref());
        log.write_all(line.as_bytes())?;
        logged += 1;
    }
    Ok(logged)
}
