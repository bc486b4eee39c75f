// tracing: its fmt subscriber over tracing_appender's non_blocking File: a thread writes the lines.
// Use it when a program must not wait for its log and the last messages may be lost. As it comes,
// it drops lines while 128,000 wait, and tells nobody of a failed write.
// called: tracing, non-blocking
// tags: threaded
// needs: package tracing-appender
// stamped: by a logger
// survives: no
// durable: no

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{sync_channel, SyncSender};
use tracing_appender::non_blocking::NonBlockingBuilder;

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
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(false) // who logs waits while too many lines do
        .finish(LogFile { file, failed });
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false) // colours are for terminals
        .with_writer(writer)
        .finish();
    let mut logged = 0;
    tracing::subscriber::with_default(subscriber, || {
        for message in messages {
            tracing::info!("{}", message.as_ref());
            logged += 1;
        }
    });
    drop(guard); // waits for the thread, but not longer than a second
    match failures.try_recv() {
        Ok(error) => Err(error),
        Err(_) => Ok(logged),
    }
}
