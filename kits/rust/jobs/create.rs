//! Adapter for `create`: write small files into a fresh folder.

use crate::method::create_files;
use crate::{at, letters, numbered, outputs, Outcome, Pairs, Work};
use std::path::PathBuf;

pub const JOB: &str = "create";

#[derive(Default)]
struct Job {
    output: PathBuf,
    names: Vec<PathBuf>,
    content: Vec<u8>,
    folders: Vec<PathBuf>,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Work for Job {
    /// Takes over the folder to fill, the number of files, and what they are.
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.output = pairs.path(&pairs.own("output"))?;
        let files = pairs.integer(&pairs.own("files"), 0)?;
        self.names = numbered(&pairs.path("name")?, "", files);
        self.content = letters(pairs.integer("file_bytes", 0)?, "");
        Ok(())
    }

    /// Names the folder of each iteration.
    fn arrange(&mut self, iterations: u64) {
        self.folders = outputs(&self.output, iterations);
    }

    /// Fills the folders and returns the files written.
    fn iterate(&mut self, _: u64) -> Outcome<u64> {
        let mut written = 0;
        for folder in &self.folders {
            written += create_files(folder, &self.names, &self.content).map_err(at(folder))?;
        }
        Ok(written)
    }
}
