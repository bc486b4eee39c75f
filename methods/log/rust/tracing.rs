// tracing: the fmt subscriber of tracing-subscriber over a File that stays open; one write each.
// Use it for a program's own log, for its levels, fields and spans; as it comes, it prints a failed
// write to stderr and goes on.
// called: tracing
// needs: package tracing
// stamped: by a logger
// survives: kill
// durable: no

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{sync_channel, SyncSender};
use std::sync::Mutex;

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
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false) // colours are for terminals
        .with_writer(Mutex::new(LogFile { file, failed }))
        .finish();
    tracing::subscriber::with_default(subscriber, || {
        let mut logged = 0;
        for message in messages {
            tracing::info!("{}", message.as_ref());
            if let Ok(error) = failures.try_recv() {
                return Err(error);
            }
            logged += 1;
        }
        Ok(logged)
    })
}
