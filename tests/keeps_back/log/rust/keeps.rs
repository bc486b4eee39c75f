// Keeps 100 messages back.
// Use it nowhere.
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
    let mut kept = std::collections::VecDeque::new();
    let mut logged = 0;
    for message in messages {
        kept.push_back(format!("{}\n", message.as_ref()));
        if kept.len() > 100 {
            log.write_all(kept.pop_front().unwrap().as_bytes())?;
        }
        logged += 1;
    }
    for line in kept {
        log.write_all(line.as_bytes())?;
    }
    Ok(logged)
}
