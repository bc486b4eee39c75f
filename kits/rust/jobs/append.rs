//! Adapter for `append`: write records to a fresh file, from opening it to closing it.

use crate::method::append;
use crate::tagged::Tags;
use crate::{at, failure, letters, outputs, Outcome, Pairs, Window, Work};
use std::iter;
use std::path::PathBuf;

pub const JOB: &str = "append";

#[derive(Default)]
struct Job {
    output: PathBuf,
    records: usize,
    record: Vec<u8>,
    tags: Option<Tags>, // none without a writer
    paths: Vec<PathBuf>,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Work for Job {
    /// Takes over the file to write, the number of records, and what a record is.
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.output = pairs.path(&pairs.own("output"))?;
        self.records = pairs.integer(&pairs.own("records"), 0)? as usize;
        let record_bytes = pairs.integer("record_bytes", 1)?;
        let end = match pairs.choice("ending", ["newline", "none"])? {
            "newline" => "\n",
            _ => "",
        };
        self.record = letters(record_bytes, end);
        self.tags = match pairs.has("writer") {
            true => Some(Tags::new(pairs.integer("writer", 0)?, record_bytes, end)?),
            false => None,
        };
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
            let records = iter::repeat(&self.record[..]).take(self.records);
            written += append(path, records).map_err(at(path))?;
        }
        Ok(written)
    }

    /// Calls the method again and again, each time with as many records as one call writes.
    fn fill(&mut self, window: &mut Window) -> Outcome<u64> {
        let needs_writer = || failure("end_ns needs prepare with writer");
        let tags = self.tags.as_mut().ok_or_else(needs_writer)?;
        let path = &self.paths[0];
        let (mut written, mut number) = (0, 0);
        tags.begin();
        while let Some(due_ns) = window.next(number) {
            let records = tags.records(window, due_ns, self.records);
            written += append(path, records).map_err(at(path))?;
            window.take_back(); // the method may not have asked for more
            number += 1;
        }
        Ok(written)
    }
}
