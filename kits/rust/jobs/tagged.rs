//! The records of several writers to one file.

use crate::{failure, now_ns, Outcome, Window};
use std::iter;
use std::rc::Rc;

/// A tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
const TAG_BYTES: usize = 16;

/// The records of one writer of several that append to one file within a window. A record is `#`,
/// then its tag again and again, so that every part of it tells whose it is.
pub struct Tags {
    tag: Vec<u8>,
    record: Rc<[u8]>, // the last one that was handed out
    body: usize,
}

impl Tags {
    /// Makes them; it refuses records that have no room for a tag.
    pub fn new(writer: u64, record_bytes: u64, end: &str) -> Outcome<Self> {
        let body = (record_bytes as usize).saturating_sub(1 + end.len());
        if writer > 99 || body < TAG_BYTES {
            let words = format!("no tag of writer {writer} fits into record_bytes={record_bytes}");
            return Err(failure(words));
        }
        let tag = format!("{writer:02}.{:012} ", 0).into_bytes();
        let mut record = vec![b'#'; 1 + body];
        record.extend_from_slice(end.as_bytes());
        let record = record.into();
        Ok(Tags { tag, record, body })
    }

    /// Begins a window: records are counted from 0 again.
    pub fn begin(&mut self) {
        self.tag[3..TAG_BYTES - 1].fill(b'0');
    }

    /// Hands out the records of one call, none after the window's end; it notes when each was
    /// handed out (or due) and when it was done.
    pub fn records<'a>(
        &'a mut self,
        window: &'a mut Window,
        due_ns: u64,
        count: usize,
    ) -> impl Iterator<Item = Rc<[u8]>> + 'a {
        let mut left = count;
        iter::from_fn(move || {
            window.take_back();
            if left == 0 || now_ns() >= window.end_ns {
                return None;
            }
            left -= 1;
            let record = self.write();
            let began_ns = window.every_ns.map_or_else(now_ns, |_| due_ns);
            window.moments.push(began_ns);
            Some(record)
        })
    }

    /// Writes the tag into a record, and turns it into the next one's.
    fn write(&mut self) -> Rc<[u8]> {
        if Rc::get_mut(&mut self.record).is_none() {
            self.record = self.record.to_vec().into(); // the method still has the last one
        }
        let record = Rc::get_mut(&mut self.record).expect("a record that nobody else has");
        for part in record[1..=self.body].chunks_mut(TAG_BYTES) {
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

impl Window {
    /// Notes that the record that is out is done, if there is one.
    pub fn take_back(&mut self) {
        if self.moments.len() % 2 == 1 {
            self.moments.push(now_ns());
        }
    }
}
