// fern: the format of its documentation, to a File that stays open, flushed for each message.
// Use it for a program's own log, for its levels and if several logs get some of the messages each;
// as it comes, it prints a failed write to stderr and goes on.
// called: fern
// needs: package fern
// stamped: by a logger
// survives: kill
// durable: no

use log::LevelFilter;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::mpsc::{sync_channel, SyncSender};
use std::time::SystemTime;

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
    let output = BufWriter::new(LogFile { file, failed }); // fern flushes it each time
    let (level, logger) = fern::Dispatch::new()
        .format(|out, message, record| {
            out.finish(format_args!(
                "[{} {} {}] {}",
                humantime::format_rfc3339(SystemTime::now()),
                record.level(),
                record.target(),
                message
            ))
        })
        .level(LevelFilter::Info)
        .chain(Box::new(output) as Box<dyn Write + Send>)
        .into_log();
    log::set_max_level(level);
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
