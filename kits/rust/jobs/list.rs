//! Adapter for `list`: return the names in a folder.

use crate::method::list_folder;
use crate::{at, Outcome, Pairs, Reply, Work};
use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

pub const JOB: &str = "list";

#[derive(Default)]
struct Job {
    folder: PathBuf,
}

pub fn make() -> impl Work {
    Job::default()
}

impl Work for Job {
    /// Takes over which folder to list.
    fn prepare(&mut self, pairs: &Pairs) -> Outcome<()> {
        self.folder = pairs.path(&pairs.own("folder"))?;
        Ok(())
    }

    /// Lists the folder and returns the entries that came back.
    fn iterate(&mut self, iterations: u64) -> Outcome<u64> {
        let mut entries = 0;
        for _ in 0..iterations {
            entries += list_folder(&self.folder).map_err(at(&self.folder))?.len() as u64;
        }
        Ok(entries)
    }

    /// Lists the folder once and writes what came back to the proof file.
    fn check(&mut self, pairs: &Pairs, reply: &mut Reply) -> Outcome<()> {
        let proof_file = pairs.path("proof_file")?;
        let entries = list_folder(&self.folder).map_err(at(&self.folder))?;
        let mut names = Vec::new();
        for entry in &entries {
            names.extend_from_slice(entry.told().as_bytes());
            names.push(0);
        }
        fs::write(&proof_file, names).map_err(at(&proof_file))?;
        reply.add("work", entries.len());
        Ok(())
    }
}

/// What a method gives: names, paths, or entries that have a name.
trait Told {
    fn told(&self) -> OsString;
}

impl Told for DirEntry {
    fn told(&self) -> OsString {
        self.file_name()
    }
}

impl Told for OsString {
    fn told(&self) -> OsString {
        self.clone()
    }
}

impl Told for PathBuf {
    fn told(&self) -> OsString {
        self.clone().into_os_string()
    }
}
