//! Adapter for `append`: write records to a fresh file, from opening it to closing it.

use crate::method::append;
use crate::tagged::Tags;
use crate::{at, crashing, failure, letters, outputs, Outcome, Pairs, Window, Work};
use std::iter;
use std::path::PathBuf;
use std::rc::Rc;

pub const JOB: &str = "append";

#[derive(Default)]
struct Job {
    output: PathBuf,
    count: usize,
    record: Vec<u8>,
    tags: Option<Tags>, // none without a writer
    paths: Vec<PathBuf>,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Job {
    /// The records of one file.
    fn records(&self) -> impl Iterator<Item = &[u8]> {
        iter::repeat(&self.record[..]).take(self.count)
    }
}

impl Work for Job {
    /// Takes over the file to write, the number of records, and what a record is.
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.output = pairs.path(&pairs.own("output"))?;
        self.count = pairs.integer(&pairs.own("records"), 0)? as usize;
        let record_bytes = pairs.integer("record_bytes", 1)?;
        let end = match pairs.choice("ending", ["newline", "none"])? {
            "newline" => "\n",
            _ => "",
        };
        self.record = letters(record_bytes, end);
        self.tags = Tags::of(pairs, record_bytes, end)?;
        Ok(())
    }

    /// Names the file of each iteration.
    fn arrange(&mut self, iterations: u64) {
        self.paths = outputs(&self.output, iterations);
    }

    /// Writes the files and returns the records written.
    fn iterate(&mut self, _: u64) -> Outcome<u64> {
        let mut written = 0;
        for path in &self.paths {
            written += append(path, self.records()).map_err(at(path))?;
        }
        Ok(written)
    }

    /// Fills a window with records that tell whose they are.
    fn fill(&mut self, window: &mut Window) -> Outcome<u64> {
        let needs_writer = || failure("end_ns needs prepare with writer");
        let tags = self.tags.as_mut().ok_or_else(needs_writer)?;
        let path = &self.paths[0];
        tags.fill(window, self.count, |records| {
            append(path, records.map(Rc::<[u8]>::from)).map_err(at(path))
        })
    }

    /// Dies in the middle of a file.
    fn crash(&mut self, after: u64) -> Outcome<()> {
        let path = &self.paths[0];
        append(path, crashing(self.records(), after)).map_err(at(path))?;
        Ok(())
    }
}
