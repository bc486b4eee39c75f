//! The Rust kit: a worker process that times one method of one job. The contract is ../PROTOCOL.md.

mod adapter;
mod method;
#[allow(dead_code)] // only some adapters need it
mod tagged;

use std::any::Any;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::iter;
use std::mem::MaybeUninit;
use std::os::raw::{c_int, c_long};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileExt;
use std::os::unix::io::{FromRawFd, RawFd};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

const PROTOCOL: u64 = 1;
const REQUESTS: RawFd = 3;
const REPLIES: RawFd = 4;

/// An error repeats no more bytes of a word from outside than this.
const MOST_SHOWN: usize = 40;

/// Clock readings that are searched for the smallest step.
const CLOCK_READINGS: usize = 1000;

/// A worker sleeps until this long before a start time, and then only looks at the clock.
const AWAKE_BEFORE_NS: u64 = 1_000_000;

// ---- Requests

/// The pairs of a request.
pub struct Pairs {
    pairs: HashMap<String, Vec<u8>>,
    own: &'static str, // the beginning of keys of which the work and its lead-in have one each
}

impl Pairs {
    /// Tells if a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.pairs.contains_key(key)
    }

    /// KEY, or for the lead-in lead_KEY.
    pub fn own(&self, key: &str) -> String {
        format!("{}{key}", self.own)
    }

    /// The value of a key that must be there.
    pub fn text(&self, key: &str) -> Outcome<&[u8]> {
        let found = self.pairs.get(key).map(Vec::as_slice);
        found.ok_or_else(|| failure(format!("{key} is missing")))
    }

    /// The same as a path.
    pub fn path(&self, key: &str) -> Outcome<PathBuf> {
        Ok(OsString::from_vec(self.text(key)?.to_vec()).into())
    }

    /// The value of a key that must be there and be a whole number of `least` or more.
    pub fn integer(&self, key: &str, least: u64) -> Outcome<u64> {
        let text = self.text(key)?;
        let digits = std::str::from_utf8(text).unwrap_or_default();
        let is_number = digits.len() <= 18 && digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(number) if is_number && number >= least => Ok(number),
            _ => Err(unlike(
                key,
                text,
                &format!("not a whole number of {least} or more"),
            )),
        }
    }

    /// Which of two words the value of a key is that must be there.
    pub fn choice(&self, key: &str, choices: [&'static str; 2]) -> Outcome<&'static str> {
        let text = self.text(key)?;
        let found = choices.into_iter().find(|choice| choice.as_bytes() == text);
        found.ok_or_else(|| unlike(key, text, &format!("not {}", choices.join(" or "))))
    }
}

fn unlike(key: &str, text: &[u8], expected: &str) -> Failure {
    failure_of(&[
        key.as_bytes(),
        b" is ",
        &quoted(text),
        b", ",
        expected.as_bytes(),
    ])
}

/// A word from outside in quotes, no more of it than anybody reads.
fn quoted(word: &[u8]) -> Vec<u8> {
    let shown = &word[..word.len().min(MOST_SHOWN)];
    [&b"'"[..], shown, b"'"].concat()
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~/:,+".contains(&byte)
}

/// The bytes of a percent-encoded value; none if it is not one.
fn decoded(value: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let (mut bytes, mut at) = (Vec::with_capacity(value.len()), 0);
    while at < value.len() {
        if value[at] == b'%' {
            let byte = digit(*value.get(at + 1)?)? * 16 + digit(*value.get(at + 2)?)?;
            bytes.push(u8::try_from(byte).ok().filter(|byte| *byte > 0)?);
            at += 3;
        } else {
            bytes.push(Some(value[at]).filter(|byte| is_plain(*byte))?);
            at += 1;
        }
    }
    Some(bytes)
}

fn pair_of(word: &[u8]) -> Option<(String, Vec<u8>)> {
    let middle = word.iter().position(|byte| *byte == b'=')?;
    let (key, value) = (&word[..middle], &word[middle + 1..]);
    let is_key = key.first()?.is_ascii_lowercase()
        && key
            .iter()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    let key = String::from_utf8(key.to_vec()).ok().filter(|_| is_key)?;
    Some((key, decoded(value)?))
}

/// Takes the pairs out of what follows the verb of a line.
fn decode<'a>(words: impl Iterator<Item = &'a [u8]>) -> Outcome<Pairs> {
    let mut pairs = HashMap::new();
    for word in words {
        let found = pair_of(word);
        let is_none = || failure_of(&[&quoted(word), b" is no key=value"]);
        let (key, value) = found.ok_or_else(is_none)?;
        if pairs.contains_key(&key) {
            return Err(failure(format!("{key} comes twice")));
        }
        pairs.insert(key, value);
    }
    Ok(Pairs { pairs, own: "" })
}

// ---- Replies

/// A reply: a verb, and pairs as they are added.
pub struct Reply(Vec<u8>);

impl Reply {
    fn new(verb: &str) -> Self {
        Reply(verb.into())
    }

    /// Adds a pair.
    pub fn add(&mut self, key: &str, value: impl Display) {
        self.add_bytes(key, value.to_string().as_bytes());
    }

    fn add_bytes(&mut self, key: &str, value: &[u8]) {
        self.0.extend_from_slice(format!(" {key}=").as_bytes());
        for byte in value {
            match is_plain(*byte) {
                true => self.0.push(*byte),
                false => self.0.extend_from_slice(format!("%{byte:02X}").as_bytes()),
            }
        }
    }
}

/// Why a request is answered with an error: the words of it, in which a path may be any bytes.
pub struct Failure(Vec<u8>);

pub type Outcome<T> = Result<T, Failure>;

/// A failure with these words.
pub fn failure(words: impl Into<Vec<u8>>) -> Failure {
    Failure(words.into())
}

/// A failure with words of which some came from outside.
pub fn failure_of(parts: &[&[u8]]) -> Failure {
    Failure(parts.concat())
}

/// Turns what a call said about a path into a failure: the path and the system's words without
/// Rust's around them, or the method's own words.
pub fn at(path: &Path) -> impl Fn(io::Error) -> Failure + '_ {
    move |error| {
        let said = error.to_string();
        let words = match error.raw_os_error() {
            Some(code) => said.trim_end_matches(&format!(" (os error {code})")),
            None => return failure(said),
        };
        failure_of(&[path.as_os_str().as_bytes(), b": ", words.as_bytes()])
    }
}

/// What a panic says: a mistake in a method, which the log has with its line.
fn of_panic(panicked: &(dyn Any + Send)) -> Failure {
    let text = panicked.downcast_ref::<&str>().copied();
    let words = text.or_else(|| panicked.downcast_ref::<String>().map(String::as_str));
    failure(format!("panic: {}", words.unwrap_or("without words")))
}

// ---- Clock

#[repr(C)]
struct Seconds {
    whole: i64,
    part: c_long, // nanoseconds of the clock, microseconds of the counters
}

impl Seconds {
    fn ns(&self, part_ns: u64) -> u64 {
        self.whole as u64 * 1_000_000_000 + self.part as u64 * part_ns
    }
}

/// What the system counts for a process: its times, and as the last of 14 numbers those below.
#[repr(C)]
struct Usage {
    user: Seconds,
    system: Seconds,
    numbers: [c_long; 14],
}

const COUNTED: [(&str, usize, u64); 5] = [
    ("minor_faults", 4, 1),
    ("major_faults", 5, 1),
    ("device_read_bytes", 7, 512),
    ("voluntary_switches", 12, 1),
    ("involuntary_switches", 13, 1),
];

extern "C" {
    fn clock_gettime(clock: c_int, now: *mut Seconds) -> c_int;
    fn getrusage(who: c_int, usage: *mut Usage) -> c_int;
    fn raise(signal: c_int) -> c_int;
    fn _exit(status: c_int) -> !;
}

/// The time of the system's monotonic clock, as other processes read it.
pub fn now_ns() -> u64 {
    const MONOTONIC: c_int = if cfg!(target_os = "macos") { 6 } else { 1 };
    let mut now = MaybeUninit::uninit();
    // SAFETY: the call fills what it is given, which has the layout of the system on 64 bits.
    let seconds: Seconds = unsafe {
        clock_gettime(MONOTONIC, now.as_mut_ptr());
        now.assume_init()
    };
    seconds.ns(1)
}

/// The smallest step of the clock that was seen.
fn clock_step_ns() -> u64 {
    let readings: Vec<u64> = (0..CLOCK_READINGS).map(|_| now_ns()).collect();
    let steps = readings.windows(2).map(|pair| pair[1] - pair[0]);
    steps.filter(|step| *step > 0).fold(1_000_000, u64::min)
}

/// Returns at a time of the clock, at once if it has passed; a sleep alone would end late.
fn wait_until(start_ns: u64) {
    let left_ns = || start_ns.saturating_sub(AWAKE_BEFORE_NS + now_ns());
    while left_ns() > 0 {
        thread::sleep(Duration::from_nanos(left_ns()));
    }
    while now_ns() < start_ns {}
}

// ---- Counters

/// What the scheduler says of a process: its time on a CPU, and its time runnable but not running.
struct Scheduled(Option<File>);

impl Scheduled {
    /// Opens what tells it, and keeps it open, so that a tracer can tell these calls from the work's.
    fn of(process: &str) -> Self {
        Scheduled(File::open(format!("/proc/{process}/schedstat")).ok())
    }

    /// Reads both; none if the system does not say.
    fn read(&self) -> Option<(u64, u64)> {
        let mut text = [0; 100];
        let length = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        let mut numbers = text.split_ascii_whitespace().map(str::parse::<u64>);
        let (ran_ns, queue_ns) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        Some((ran_ns, queue_ns)).filter(|_| ran_ns > 0) // a system that does not count says 0
    }
}

fn usage() -> Usage {
    let mut usage = MaybeUninit::uninit();
    // SAFETY: as of the clock; 0 is this process.
    unsafe {
        getrusage(0, usage.as_mut_ptr());
        usage.assume_init()
    }
}

/// Adds the resources that were used between two readings.
fn add_spent(reply: &mut Reply, before: &Usage, after: &Usage) {
    reply.add("user_ns", after.user.ns(1000) - before.user.ns(1000));
    reply.add("system_ns", after.system.ns(1000) - before.system.ns(1000));
    for (key, index, each) in COUNTED {
        let more = after.numbers[index] - before.numbers[index];
        reply.add(key, more as u64 * each);
    }
}

// ---- Windows

/// A span of time that is filled with work. Pieces of it begin before `end_ns`; they are due every
/// so many ns, or one follows the other.
pub struct Window {
    start_ns: u64,
    pub end_ns: u64,
    pub every_ns: Option<u64>,
    pub moments: Vec<u64>, // when each piece (a record, or an iteration) began and was done
}

impl Window {
    /// The window of a request, if it has one.
    fn of(pairs: &Pairs) -> Outcome<Option<Self>> {
        if !pairs.has("end_ns") {
            return Ok(None);
        }
        pairs.text("moments")?;
        let every_ns = match pairs.has("every_ns") {
            true => Some(pairs.integer("every_ns", 1)?),
            false => None,
        };
        Ok(Some(Window {
            start_ns: pairs.integer("start_ns", 0)?,
            end_ns: pairs.integer("end_ns", 1)?,
            every_ns,
            moments: Vec::new(),
        }))
    }

    /// Waits until the next piece of work is due, counted from 0, and tells when it was; none if
    /// the window is over.
    pub fn next(&self, number: u64) -> Option<u64> {
        let due_ns = match self.every_ns {
            None => now_ns(),
            Some(every_ns) => self
                .start_ns
                .saturating_add(number.saturating_mul(every_ns)),
        };
        if due_ns < self.end_ns && self.every_ns.is_some() {
            wait_until(due_ns);
        }
        Some(due_ns).filter(|_| due_ns < self.end_ns && now_ns() < self.end_ns)
    }

    /// Stores the moments in a file, as integers of the machine.
    fn write(&self, path: &Path) -> Outcome<()> {
        let bytes: Vec<u8> = self
            .moments
            .iter()
            .flat_map(|ns| ns.to_ne_bytes())
            .collect();
        std::fs::write(path, bytes).map_err(at(path))
    }
}

// ---- Heap

/// Every so many pieces one is kept, so that the heap does not shrink to what it was.
const KEPT_OF: usize = 64;

/// A piece for which an allocator does all that it put off when others were given back.
const LARGE_BYTES: usize = 65_536;

/// Takes a piece of memory and writes to it, which no compiler may leave out.
fn piece(size: usize) -> Vec<u8> {
    let piece = vec![b'x'; size];
    // SAFETY: a piece has a first byte.
    unsafe { std::ptr::read_volatile(piece.as_ptr()) };
    piece
}

/// Takes memory in pieces and gives most of it back; returns those that it keeps, and the bytes of
/// all pieces.
fn use_heap(heap_bytes: u64) -> (Vec<Vec<u8>>, u64) {
    let (mut pieces, mut taken) = (Vec::new(), 0);
    while taken < heap_bytes {
        pieces.push(piece(16 + 97 * pieces.len() % 1000));
        taken += pieces[pieces.len() - 1].len() as u64;
    }
    let mut kept = Vec::new();
    for (number, piece) in pieces.into_iter().enumerate() {
        if number % KEPT_OF == 0 {
            kept.push(piece);
        }
    }
    piece(LARGE_BYTES);
    (kept, taken)
}

// ---- Adapters

/// An adapter: it does so many iterations of a job. There are two of it, the work and its lead-in.
pub trait Work {
    /// Takes over the paths and sizes of a level.
    fn prepare(&mut self, _pairs: &Pairs) -> Outcome<()> {
        Ok(())
    }

    /// Makes what must exist before the work.
    fn arrange(&mut self, _iterations: u64) {}

    /// Does the iterations and returns the work of all of them.
    fn iterate(&mut self, iterations: u64) -> Outcome<u64>;

    /// The number that all of the last iterations gave, if the job has one.
    fn proof(&self) -> Option<i64> {
        None
    }

    /// Fills a window with work, iteration by iteration if the adapter knows no better.
    fn fill(&mut self, window: &mut Window) -> Outcome<u64> {
        let (mut all, mut number, mut proof) = (0, 0, None);
        while let Some(began_ns) = window.next(number) {
            all += self.iterate(1)?;
            window.moments.extend([began_ns, now_ns()]);
            if number > 0 && self.proof() != proof {
                return Err(failure("iterations gave unlike results"));
            }
            proof = self.proof();
            number += 1;
        }
        Ok(all)
    }

    /// Does one iteration, or dies in the middle of it, and tells what proves it.
    fn check(&mut self, pairs: &Pairs, reply: &mut Reply) -> Outcome<()> {
        self.arrange(1);
        if pairs.has("crash_after") {
            self.crash(pairs.integer("crash_after", 0)?)?;
        }
        let work = self.iterate(1)?;
        reply.add("work", work);
        Ok(())
    }

    /// Does one iteration, and ends this process at once when the method has asked for so many
    /// records and one more.
    fn crash(&mut self, _after: u64) -> Outcome<()> {
        Err(failure("crash_after is not for this job"))
    }
}

/// So many paths that are a prefix and a number from 0 on.
pub fn numbered(prefix: &Path, between: &str, count: u64) -> Vec<PathBuf> {
    let path = |number: u64| {
        let mut text = prefix.as_os_str().to_owned();
        text.push(format!("{between}{number}"));
        PathBuf::from(text)
    };
    (0..count).map(path).collect()
}

/// The outputs of so many iterations.
pub fn outputs(prefix: &Path, iterations: u64) -> Vec<PathBuf> {
    numbered(prefix, ".", iterations)
}

/// So many bytes, the letters from a to z again and again, and an end among them.
pub fn letters(size: u64, end: &str) -> Vec<u8> {
    let count = size as usize - end.len();
    let mut bytes: Vec<u8> = (b'a'..=b'z').cycle().take(count).collect();
    bytes.extend_from_slice(end.as_bytes());
    bytes
}

/// The numbers of a file that has one in each line.
pub fn numbers_of(path: &Path) -> Outcome<Vec<u64>> {
    let number = |line: &[u8]| String::from_utf8_lossy(line).parse().unwrap_or_default();
    pieces_of(path, b'\n', number)
}

/// The texts of a file in which a zero byte follows each.
pub fn texts_of(path: &Path) -> Outcome<Vec<PathBuf>> {
    let text = |bytes: &[u8]| OsString::from_vec(bytes.to_vec()).into();
    pieces_of(path, 0, text)
}

/// What a file holds before each byte that ends a piece.
fn pieces_of<T>(path: &Path, end: u8, piece: impl Fn(&[u8]) -> T) -> Outcome<Vec<T>> {
    let content = std::fs::read(path).map_err(at(path))?;
    let whole = content.strip_suffix(&[end]);
    Ok(whole.map_or(Vec::new(), |all| {
        all.split(|byte| *byte == end).map(piece).collect()
    }))
}

/// Hands out so many items. If one more is asked for, this process ends at once and leaves
/// everything as it is.
pub fn crashing<T>(items: impl Iterator<Item = T>, count: u64) -> impl Iterator<Item = T> {
    const SIGKILL: c_int = 9;
    let end = iter::from_fn(|| {
        // SAFETY: both run nothing of this process. The first one of a sandbox is spared the signal.
        unsafe {
            raise(SIGKILL);
            _exit(1)
        }
    });
    items.take(count as usize).chain(end)
}

// ---- Verbs

struct Worker {
    work: Box<dyn Work>,
    lead_in: Box<dyn Work>,
    is_prepared: bool,
    own: Scheduled,
    readers: HashMap<u64, Scheduled>,
    kept: Vec<Vec<u8>>,
}

impl Worker {
    /// Answers a line; the verb of the answer is `error` if anything went wrong.
    fn answer(&mut self, line: &[u8]) -> (Reply, bool) {
        let mut words = line.split(|byte| *byte == b' ');
        let verb = words.next().unwrap_or_default();
        let answered = catch_unwind(AssertUnwindSafe(|| {
            let mut pairs = decode(words)?;
            self.answer_to(verb, &mut pairs)
        }));
        match answered.unwrap_or_else(|panicked| Err(of_panic(&*panicked))) {
            Ok(reply) => (reply, verb == b"bye"),
            Err(Failure(words)) => {
                let mut reply = Reply::new("error");
                reply.add_bytes("message", &words);
                (reply, false)
            }
        }
    }

    fn answer_to(&mut self, verb: &[u8], pairs: &mut Pairs) -> Outcome<Reply> {
        match verb {
            b"hello" => self.hello(pairs),
            b"prepare" => self.prepare(pairs),
            b"measure" => self.measure(pairs),
            b"check" => {
                self.require_prepared("check")?;
                let mut reply = Reply::new("checked");
                self.work.check(pairs, &mut reply)?;
                Ok(reply)
            }
            b"bye" => Ok(Reply::new("bye")),
            _ => Err(failure_of(&[b"unknown verb ", &quoted(verb)])),
        }
    }

    fn hello(&mut self, pairs: &Pairs) -> Outcome<Reply> {
        let version = pairs.integer("protocol", 0)?;
        if version != PROTOCOL {
            let words = format!("protocol is {version}, this kit speaks {PROTOCOL}");
            return Err(failure(words));
        }
        let mut says = env!("RUSTC_SAYS").split(' ');
        let mut reply = Reply::new("hello");
        reply.add("protocol", PROTOCOL);
        reply.add("language", "rust");
        reply.add("runtime", format!("Rust {}", says.nth(1).unwrap_or("?")));
        reply.add("clock_step_ns", clock_step_ns());
        if pairs.has("heap_bytes") {
            let (kept, taken) = use_heap(pairs.integer("heap_bytes", 0)?);
            self.kept.extend(kept);
            reply.add("heap_bytes", taken);
        }
        Ok(reply)
    }

    fn prepare(&mut self, pairs: &mut Pairs) -> Outcome<Reply> {
        self.is_prepared = false; // a request that fails midway leaves nothing to measure
        let job = pairs.text("job")?;
        if job != adapter::JOB.as_bytes() {
            let does = format!(", this worker does '{}'", adapter::JOB);
            return Err(failure_of(&[b"job is ", &quoted(job), does.as_bytes()]));
        }
        self.work.prepare(pairs)?;
        pairs.own = "lead_";
        self.lead_in.prepare(pairs)?;
        self.is_prepared = true;
        Ok(Reply::new("ready"))
    }

    fn measure(&mut self, pairs: &Pairs) -> Outcome<Reply> {
        self.require_prepared("measure")?;
        let iterations = pairs.integer("iterations", 1)?;
        let lead_in = pairs.integer("lead_in", 0)?;
        let mut start_ns = 0;
        if pairs.has("start_ns") {
            start_ns = pairs.integer("start_ns", 0)?;
        }
        let mut window = Window::of(pairs)?;
        let nobody = Scheduled(None);
        let reader = match pairs.has("reader") {
            true => {
                let process = pairs.integer("reader", 1)?;
                let opened = || Scheduled::of(&process.to_string());
                &*self.readers.entry(process).or_insert_with(opened)
            }
            false => &nobody,
        };
        self.work.arrange(iterations);
        if lead_in > 0 {
            self.lead_in.arrange(lead_in);
            self.lead_in.iterate(lead_in)?;
        }
        wait_until(start_ns);
        // The queue is read next to the clock: getrusage() may find that the worker's turn is over,
        // and the wait for the next one is no part of the work.
        let before = usage();
        let reader_before = reader.read();
        let own_before = self.own.read();
        let began_ns = now_ns();
        let done = match &mut window {
            None => self.work.iterate(iterations),
            Some(window) => self.work.fill(window),
        };
        let ended_ns = now_ns();
        let own_after = self.own.read();
        let reader_after = reader.read();
        let after = usage();
        let mut reply = Reply::new("sample");
        reply.add("wall_ns", ended_ns - began_ns);
        reply.add("work", done?);
        add_spent(&mut reply, &before, &after);
        if let (Some((_, before_ns)), Some((_, after_ns))) = (own_before, own_after) {
            reply.add("queue_ns", after_ns - before_ns);
        }
        if let (Some(before), Some(after)) = (reader_before, reader_after) {
            reply.add("reader_ns", after.0 - before.0);
            reply.add("reader_queue_ns", after.1 - before.1);
        }
        if let Some(proof) = self.work.proof() {
            reply.add("proof", proof);
        }
        if let Some(window) = window {
            window.write(&pairs.path("moments")?)?;
            reply.add("began_ns", began_ns);
        }
        Ok(reply)
    }

    fn require_prepared(&self, verb: &str) -> Outcome<()> {
        match self.is_prepared {
            true => Ok(()),
            false => Err(failure(format!("{verb} before prepare"))),
        }
    }
}

// ---- The worker

/// Answers requests until one is `bye` or there are no more. Arguments are padding.
fn main() {
    // SAFETY: both descriptors are this program's alone.
    let (requests, mut replies) =
        unsafe { (File::from_raw_fd(REQUESTS), File::from_raw_fd(REPLIES)) };
    let mut worker = Worker {
        work: Box::new(adapter::make()),
        lead_in: Box::new(adapter::make()),
        is_prepared: false,
        own: Scheduled::of("self"),
        readers: HashMap::new(),
        kept: Vec::new(),
    };
    let mut lines = BufReader::new(requests);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).unwrap_or(0) > 0 && line.last() == Some(&b'\n') {
        let (mut reply, is_last) = worker.answer(&line[..line.len() - 1]);
        reply.0.push(b'\n');
        if replies.write_all(&reply.0).is_err() || is_last {
            return;
        }
        line.clear();
    }
}
