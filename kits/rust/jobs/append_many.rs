//! Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each
//! iteration.

use crate::method::append_many;
use crate::{at, letters, numbered, outputs, Outcome, Pairs, Work};
use std::path::PathBuf;

pub const JOB: &str = "append_many";

#[derive(Default)]
struct Job {
    output: PathBuf,
    logs: u64,
    record: Vec<u8>,
    turns: Vec<usize>,
    paths: Vec<Vec<PathBuf>>,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Work for Job {
    /// Takes over the folder, the numbers of logs and records, what a record is, and which log is
    /// next.
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.output = pairs.path(&pairs.own("output"))?;
        self.logs = pairs.integer("logs", 1)?;
        self.record = letters(pairs.integer("record_bytes", 1)?, "\n");
        let records = pairs.integer(&pairs.own("records"), 0)?;
        let turns = pairs.choice("turns", ["round_robin", "skewed"])?;
        let next = |index| match turns {
            "skewed" => skewed(index, self.logs),
            _ => index % self.logs,
        };
        self.turns = (0..records).map(|index| next(index) as usize).collect();
        Ok(())
    }

    /// Names the logs of each iteration.
    fn arrange(&mut self, iterations: u64) {
        let folders = outputs(&self.output, iterations);
        let logs = |folder: &PathBuf| numbered(folder, "/", self.logs);
        self.paths = folders.iter().map(logs).collect();
    }

    /// Writes the logs and returns the records written.
    fn iterate(&mut self, _: u64) -> Outcome<u64> {
        let mut written = 0;
        for paths in &self.paths {
            written += append_many(paths, &self.turns, &self.record).map_err(at(&paths[0]))?;
        }
        Ok(written)
    }
}

fn skewed(index: u64, logs: u64) -> u64 {
    let drawn = (index * 1_103_515_245 + 12_345) % (1 << 31);
    let squared = (drawn * drawn) >> 31;
    (((squared * drawn) >> 31) * logs) >> 31
}
