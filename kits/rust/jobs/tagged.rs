//! The records of several writers to one file.

use crate::{failure, now_ns, Outcome, Pairs, Window};
use std::rc::Rc;

/// A tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
const TAG_BYTES: usize = 16;

/// The records of one writer of several that write to one file within a window. A record is `#`,
/// then its tag again and again, so that every part of it tells whose it is.
pub struct Tags {
    tag: Vec<u8>,
    record: Rc<str>, // the last one that was handed out
    body: usize,
}

impl Tags {
    /// Makes those of a request, if it names a writer; it refuses records that have no room for a
    /// tag.
    pub fn of(pairs: &Pairs, record_bytes: u64, end: &str) -> Outcome<Option<Self>> {
        if !pairs.has("writer") {
            return Ok(None);
        }
        let writer = pairs.integer("writer", 0)?;
        let body = (record_bytes as usize).saturating_sub(1 + end.len());
        if writer > 99 || body < TAG_BYTES {
            let words = format!("no tag of writer {writer} fits into record_bytes={record_bytes}");
            return Err(failure(words));
        }
        let tag = format!("{writer:02}.{:012} ", 0).into_bytes();
        let record = ["#".repeat(1 + body).as_str(), end].concat().into();
        Ok(Some(Tags { tag, record, body }))
    }

    /// Calls a method again and again, each time with as many records as one call writes, and
    /// returns all of them.
    pub fn fill(
        &mut self,
        window: &mut Window,
        count: usize,
        method: impl Fn(Records) -> Outcome<u64>,
    ) -> Outcome<u64> {
        let (mut written, mut number) = (0, 0);
        self.tag[3..TAG_BYTES - 1].fill(b'0'); // each window counts from 0
        while let Some(due_ns) = window.next(number) {
            written += method(Records {
                tags: self,
                window,
                due_ns,
                left: count,
            })?;
            window.take_back(); // the method may not have asked for more
            number += 1;
        }
        Ok(written)
    }

    /// Writes the tag into a record, and turns it into the next one's.
    fn write(&mut self) -> Rc<str> {
        if Rc::get_mut(&mut self.record).is_none() {
            self.record = self.record.as_ref().into(); // the method still has the last one
        }
        let record = Rc::get_mut(&mut self.record).expect("a record that nobody else has");
        // SAFETY: ASCII over ASCII stays text.
        let bytes = unsafe { record.as_bytes_mut() };
        for part in bytes[1..=self.body].chunks_mut(TAG_BYTES) {
            part.copy_from_slice(&self.tag[..part.len()]);
        }
        for digit in self.tag[3..TAG_BYTES - 1].iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                break;
            }
            *digit = b'0';
        }
        Rc::clone(&self.record)
    }
}

/// The records of one call, none after the window's end; it notes when each was handed out (or due)
/// and when it was done.
pub struct Records<'a> {
    tags: &'a mut Tags,
    window: &'a mut Window,
    due_ns: u64,
    left: usize,
}

impl Iterator for Records<'_> {
    type Item = Rc<str>;

    fn next(&mut self) -> Option<Rc<str>> {
        self.window.take_back();
        if self.left == 0 || now_ns() >= self.window.end_ns {
            return None;
        }
        self.left -= 1;
        let record = self.tags.write();
        let began_ns = self.window.every_ns.map_or_else(now_ns, |_| self.due_ns);
        self.window.moments.push(began_ns);
        Some(record)
    }
}

impl Window {
    /// Notes that the record that is out is done, if there is one.
    fn take_back(&mut self) {
        if self.moments.len() % 2 == 1 {
            self.moments.push(now_ns());
        }
    }
}
