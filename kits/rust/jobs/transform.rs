//! Adapter for `transform`: send a whole file to stdout, its letters turned by ROT13.

use crate::method::transform;
use crate::to_sink::ToSink;
use crate::Work;

pub const JOB: &str = "transform";

pub fn make() -> impl Work {
    ToSink::new(transform)
}
