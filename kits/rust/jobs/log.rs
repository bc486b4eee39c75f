//! Adapter for `log`: log messages to a fresh file, from opening it to closing it.

use crate::method::log_messages;
use crate::tagged::Tags;
use crate::{at, crashing, failure, letters, outputs, Outcome, Pairs, Window, Work};
use std::path::PathBuf;

pub const JOB: &str = "log";

/// So many messages are different; then the first comes again.
const DIFFERENT: usize = 1000;

#[derive(Default)]
struct Job {
    output: PathBuf,
    count: usize,
    different: Vec<String>,
    tags: Option<Tags>, // none without a writer
    paths: Vec<PathBuf>,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Job {
    /// The messages of one file.
    fn messages(&self) -> impl Iterator<Item = &String> {
        self.different.iter().cycle().take(self.count)
    }
}

impl Work for Job {
    /// Takes over the file to write, the number of messages, and what a message is.
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.output = pairs.path(&pairs.own("output"))?;
        self.count = pairs.integer(&pairs.own("messages"), 0)? as usize;
        let message_bytes = pairs.integer("message_bytes", 1)?;
        let rest = String::from_utf8_lossy(&letters(message_bytes, "")).into_owned();
        let message = |number| {
            let mut message = format!("{number:03} {rest}");
            message.truncate(message_bytes as usize);
            message
        };
        self.different = (0..self.count.min(DIFFERENT)).map(message).collect();
        self.tags = Tags::of(pairs, message_bytes, "")?;
        Ok(())
    }

    /// Names the file of each iteration.
    fn arrange(&mut self, iterations: u64) {
        self.paths = outputs(&self.output, iterations);
    }

    /// Writes the files and returns the messages logged.
    fn iterate(&mut self, _: u64) -> Outcome<u64> {
        let mut logged = 0;
        for path in &self.paths {
            logged += log_messages(path, self.messages()).map_err(at(path))?;
        }
        Ok(logged)
    }

    /// Fills a window with messages that tell whose they are.
    fn fill(&mut self, window: &mut Window) -> Outcome<u64> {
        let needs_writer = || failure("end_ns needs prepare with writer");
        let tags = self.tags.as_mut().ok_or_else(needs_writer)?;
        let path = &self.paths[0];
        tags.fill(window, self.count, |messages| {
            log_messages(path, messages).map_err(at(path))
        })
    }

    /// Dies in the middle of a file.
    fn crash(&mut self, after: u64) -> Outcome<()> {
        let path = &self.paths[0];
        log_messages(path, crashing(self.messages(), after)).map_err(at(path))?;
        Ok(())
    }
}
