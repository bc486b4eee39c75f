//! Adapter for `scan`: read a file of integers and compute the sum.

use crate::method::scan;
use crate::{at, failure_of, Outcome, Pairs, Reply, Work};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

pub const JOB: &str = "scan";

#[derive(Default)]
struct Job {
    input: PathBuf,
    proof: i64,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Work for Job {
    /// Takes over which file to read.
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.input = pairs.path(&pairs.own("input"))?;
        Ok(())
    }

    /// Reads the file and returns the integers summed; each iteration must come to the same sum.
    fn iterate(&mut self, iterations: u64) -> Outcome<u64> {
        let mut integers = 0;
        for iteration in 0..iterations {
            let (more, sum, _) = scan(&self.input).map_err(at(&self.input))?;
            if iteration > 0 && sum != self.proof {
                let words = format!(": the sum was {} and then {sum}", self.proof);
                let path = self.input.as_os_str().as_bytes();
                return Err(failure_of(&[path, words.as_bytes()]));
            }
            self.proof = sum;
            integers += more;
        }
        Ok(integers)
    }

    /// The sum.
    fn proof(&self) -> Option<i64> {
        Some(self.proof)
    }

    /// Reads the file once.
    fn check(&mut self, _: &Pairs, reply: &mut Reply) -> Outcome<()> {
        let (integers, sum, rest_bytes) = scan(&self.input).map_err(at(&self.input))?;
        reply.add("work", integers);
        reply.add("proof", sum);
        reply.add("rest_bytes", rest_bytes);
        Ok(())
    }
}
