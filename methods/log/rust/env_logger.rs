// env_logger: its own format, to a File that stays open; one write each.
// Use it for the log of a small program, for its levels and its few settings; as it comes, it tells
// nobody of a failed write.
// called: env_logger
// needs: package env_logger
// stamped: by a logger
// survives: kill
// durable: no

use env_logger::{Builder, Target};
use log::LevelFilter;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{sync_channel, SyncSender};

/// A log file that tells of a failed write.
struct LogFile {
    file: File,
    failed: SyncSender<io::Error>,
}

impl Write for LogFile {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.file.write_all(line) {
            let _ = self.failed.try_send(error); // the first one is enough
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(()) // a File has no buffer
    }
}

pub fn log_messages(
    path: &Path,
    messages: impl IntoIterator<Item = impl AsRef<str>>,
) -> io::Result<u64> {
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    let (failed, failures) = sync_channel(1);
    let logger = Builder::new()
        .filter_level(LevelFilter::Info)
        .target(Target::Pipe(Box::new(LogFile { file, failed })))
        .build();
    log::set_max_level(logger.filter());
    let mut logged = 0;
    for message in messages {
        log::info!(logger: logger, "{}", message.as_ref());
        if let Ok(error) = failures.try_recv() {
            return Err(error);
        }
        logged += 1;
    }
    Ok(logged)
}
