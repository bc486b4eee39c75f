//! Adapter for `empty`: only the loop and the call, so that its time is what the kit costs.

use crate::method::nothing;
use crate::{Outcome, Work};

pub const JOB: &str = "empty";

struct Job;

pub fn make() -> impl Work {
    Job
}

impl Work for Job {
    /// Calls the method and returns the number of calls.
    fn iterate(&mut self, iterations: u64) -> Outcome<u64> {
        for _ in 0..iterations {
            nothing();
        }
        Ok(iterations)
    }
}
