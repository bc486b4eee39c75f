// write_all() of a line from format!(), the time and the level put before the message by hand.
// Use it in a small program that needs a log and no logger. The time is in seconds since 1970, as
// the standard library has no calendar; writeln!() to a File would make several calls of each line.
// called: write_all() with the time
// stamped: by hand
// survives: kill
// durable: no

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn log_messages(
    path: &Path,
    messages: impl IntoIterator<Item = impl AsRef<str>>,
) -> io::Result<u64> {
    let mut log = OpenOptions::new().append(true).create(true).open(path)?;
    let mut logged = 0;
    for message in messages {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = now.unwrap_or_default().as_secs_f64();
        let line = format!("{seconds:.3} INFO {}\n", message.as_ref());
        log.write_all(line.as_bytes())?;
        logged += 1;
    }
    Ok(logged)
}
