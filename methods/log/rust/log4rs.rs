// log4rs: a FileAppender with a pattern of time, level and message, flushed for each message.
// Use it for a program whose log is set up by a file, as with Log4j; it tells of a failed write by
// its error handler alone, and goes on.
// called: log4rs
// needs: package log4rs
// stamped: by a logger
// survives: kill
// durable: no

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::OnceLock;

use log::LevelFilter;
use log4rs::append::file::FileAppender;
use log4rs::config::{init_config_with_err_handler, Appender, Config, Root};
use log4rs::encode::pattern::PatternEncoder;
use log4rs::Handle;

/// A process has one logger, which can be given another configuration.
static LOGGER: OnceLock<Handle> = OnceLock::new();
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

fn logger() -> &'static Handle {
    LOGGER.get_or_init(|| {
        let note = |_: &_| HAS_FAILED.store(true, Ordering::Relaxed);
        init_config_with_err_handler(no_log(), Box::new(note)).expect("there is no other logger")
    })
}

fn no_log() -> Config {
    let root = Root::builder().build(LevelFilter::Off);
    Config::builder().build(root).expect("it names no appender")
}

fn log_to(path: &Path) -> io::Result<Config> {
    let pattern = PatternEncoder::new("{d} {l} {m}{n}");
    let file = FileAppender::builder()
        .encoder(Box::new(pattern))
        .build(path)?;
    let root = Root::builder().appender("file").build(LevelFilter::Info);
    Config::builder()
        .appender(Appender::builder().build("file", Box::new(file)))
        .build(root)
        .map_err(io::Error::other)
}

pub fn log_messages(
    path: &Path,
    messages: impl IntoIterator<Item = impl AsRef<str>>,
) -> io::Result<u64> {
    logger().set_config(log_to(path)?);
    HAS_FAILED.store(false, Ordering::Relaxed);
    let mut logged = 0;
    for message in messages {
        log::info!("{}", message.as_ref());
        if HAS_FAILED.load(Ordering::Relaxed) {
            return Err(io::Error::other("log4rs cannot write"));
        }
        logged += 1;
    }
    logger().set_config(no_log()); // closes the file
    Ok(logged)
}
