//! Adapter for `copy`: copy a file to another one, which is not there yet.

use crate::method::copy_file;
use crate::{at, outputs, Outcome, Pairs, Work};
use std::fs;
use std::path::PathBuf;

pub const JOB: &str = "copy";

#[derive(Default)]
struct Job {
    input: PathBuf,
    input_bytes: u64,
    output: PathBuf,
    paths: Vec<PathBuf>,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Work for Job {
    /// Takes over the file to copy, and the name of the copy.
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.input = pairs.path(&pairs.own("input"))?;
        self.output = pairs.path(&pairs.own("output"))?;
        self.input_bytes = fs::metadata(&self.input).map_err(at(&self.input))?.len();
        Ok(())
    }

    /// Names the copy of each iteration.
    fn arrange(&mut self, iterations: u64) {
        self.paths = outputs(&self.output, iterations);
    }

    /// Makes the copies and returns the bytes copied.
    fn iterate(&mut self, iterations: u64) -> Outcome<u64> {
        for path in &self.paths {
            copy_file(&self.input, path).map_err(at(path))?;
        }
        Ok(self.input_bytes * iterations)
    }
}
