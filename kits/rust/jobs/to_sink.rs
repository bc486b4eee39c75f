//! Files to stdout, for the jobs that deliver.

use crate::{at, Outcome, Pairs, Work};
use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::unix::io::FromRawFd;
use std::path::{Path, PathBuf};

type Method = fn(&Path, &mut File) -> io::Result<u64>;

/// Sends whole files by a function that is given a path and the sink, and gives back the bytes
/// sent. The sink has no buffer.
pub struct ToSink {
    send: Method,
    input: PathBuf,
    sink: ManuallyDrop<File>, // which stays open
}

impl ToSink {
    pub fn new(send: Method) -> Self {
        // SAFETY: nothing else in this program writes to stdout, or closes it.
        let sink = ManuallyDrop::new(unsafe { File::from_raw_fd(1) });
        let input = PathBuf::new();
        ToSink { send, input, sink }
    }
}

impl Work for ToSink {
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.input = pairs.path(&pairs.own("input"))?;
        Ok(())
    }

    /// Sends the file and returns the bytes sent.
    fn iterate(&mut self, iterations: u64) -> Outcome<u64> {
        let mut sent = 0;
        for _ in 0..iterations {
            sent += (self.send)(&self.input, &mut self.sink).map_err(at(&self.input))?;
        }
        Ok(sent)
    }
}
