//! Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its
//! arranging.

use crate::method::nap;
use crate::{Outcome, Pairs, Work};

pub const JOB: &str = "nap";

#[derive(Default)]
struct Job {
    nap_ms: u64,
    arrange_ms: u64,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Work for Job {
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.nap_ms = pairs.integer(&pairs.own("nap_ms"), 0)?;
        self.arrange_ms = pairs.integer("arrange_ms", 0)?;
        Ok(())
    }

    fn arrange(&mut self, _: u64) {
        nap(self.arrange_ms);
    }

    fn iterate(&mut self, iterations: u64) -> Outcome<u64> {
        for _ in 0..iterations {
            nap(self.nap_ms);
        }
        Ok(iterations)
    }
}
