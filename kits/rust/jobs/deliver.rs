//! Adapter for `deliver`: send a whole file to stdout as it is.

use crate::method::deliver;
use crate::to_sink::ToSink;
use crate::Work;

pub const JOB: &str = "deliver";

pub fn make() -> impl Work {
    ToSink::new(deliver)
}
