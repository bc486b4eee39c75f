// Write records to fresh logs, as the articles on logging and on a RAM drive compare it.
//     append METHOD FOLDER TEXT RECORDS SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::mem::ManuallyDrop;
use std::os::unix::io::FromRawFd;
use std::process;
use std::time::Instant;

type Method = fn(path: &str, text: &[u8], records: usize) -> io::Result<()>;

fn open(path: &str) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

fn write(path: &str, text: &[u8], records: usize) -> io::Result<()> {
    let mut log = open(path)?;
    for _ in 0..records {
        log.write_all(text)?;
    }
    Ok(())
}

fn buf_writer(path: &str, text: &[u8], records: usize) -> io::Result<()> {
    let mut log = BufWriter::new(open(path)?);
    for _ in 0..records {
        log.write_all(text)?;
    }
    log.flush()
}

const METHODS: [(&str, Method); 2] = [("write", write), ("buf_writer", buf_writer)];

/// Make an empty log, and return its path.
fn fresh(path: String) -> io::Result<String> {
    File::create(&path)?;
    Ok(path)
}

/// For how long this process has waited for a CPU that others had; None if the system does not tell.
fn waited_ns() -> Option<i64> {
    let told = fs::read_to_string("/proc/self/schedstat").ok()?;
    told.split(' ').nth(1)?.parse().ok()
}

/// Take blocks of memory and give them back in another order, as a program does that has worked.
fn use_memory(blocks: usize) {
    let mut held: Vec<_> = (0..blocks).map(|i| vec![b'x'; 1 + i * 37 % 120]).collect();
    for step in 0..7 {
        for block in held.iter_mut().skip(step).step_by(7) {
            *block = Vec::new();
        }
    }
}

/// Have the neighbour on our stdin work for a while, and wait until it is done.
fn let_neighbour_work() -> io::Result<()> {
    // SAFETY: stdin is open, and is not closed here.
    let mut neighbour = ManuallyDrop::new(unsafe { File::from_raw_fd(0) });
    neighbour.write_all(b"w")?;
    neighbour.read_exact(&mut [0])
}

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().collect();
    if words.len() < 11 {
        METHODS.iter().for_each(|(name, _)| println!("{name}"));
        process::exit(if words.len() == 1 { 0 } else { 2 });
    }
    let named = METHODS.iter().find(|(name, _)| *name == words[1]);
    let (_, method) = named.expect("the name of a method");
    let (folder, text) = (&words[2], words[3].as_bytes());
    let number = |at: usize| words[at].parse::<usize>().expect("a number");
    let (records, samples, turns, untimed) = (number(4), number(5), number(6), number(7));
    let (has_neighbour, fewer) = (number(9) != 0, number(10));
    use_memory(number(8));
    for turn in 0..untimed {
        method(&fresh(format!("{folder}/untimed.{turn}"))?, text, records)?;
    }
    for sample in 0..samples {
        if has_neighbour {
            let_neighbour_work()?;
        }
        for turn in 0..if fewer > 0 { turns } else { 0 } {
            method(
                &fresh(format!("{folder}/fewer.{sample}.{turn}"))?,
                text,
                fewer,
            )?;
        }
        let names = (0..turns).map(|turn| fresh(format!("{folder}/log.{sample}.{turn}")));
        let logs = names.collect::<io::Result<Vec<_>>>()?;
        let (before, begun) = (waited_ns(), Instant::now());
        for log in &logs {
            method(log, text, records)?;
        }
        let took = begun.elapsed().as_nanos();
        match (before, waited_ns()) {
            (Some(before), Some(after)) => eprintln!("{took} {}", after - before),
            _ => eprintln!("{took} -"),
        }
    }
    Ok(())
}
