//! Adapter for `deliver_tree`: send all files below a folder to stdout as they are.

use crate::method::deliver_tree;
use crate::to_sink::ToSink;
use crate::Work;

pub const JOB: &str = "deliver_tree";

pub fn make() -> impl Work {
    ToSink::new(deliver_tree)
}
