//! Runs targets on their seeds and on mutations of them: the same ones every time, on any compiler.
//!
//! ```text
//! mutate [--runs N] [--seconds S] [--keep FOLDER] [TARGET]...
//! ```
//!
//! Each target gets `N` inputs, or as many as fit into `S` seconds. An input that makes it panic, takes longer than a
//! minute or needs more than a gigabyte is written to `FOLDER` (`fuzz/artifacts`), and the program fails.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, io, panic, thread};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use synovia_fuzz::{TARGETS, Target};

/// The time limit of an input.
const PATIENCE: Duration = Duration::from_mins(1);
/// The memory limit of an input, in bytes.
const MEMORY: u64 = 1 << 30;

/// Uniform random numbers.
struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n.max(1))
    }

    /// A random part of `bytes`, usually a short one.
    fn part(&mut self, bytes: &[u8]) -> core::ops::Range<usize> {
        let most = 1 << self.below(8);
        let start = self.below(bytes.len() + 1);
        start..(start + self.below(most) + 1).min(bytes.len())
    }
}

/// Numbers in text form that are likely to cause errors.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "2",
    "1e10",
    "-1e300",
    "1e-300",
    "nan",
    "inf",
    "7",
    "2147483647",
    "-2147483648",
    "0.001",
    "",
];

/// Changes an input in one place.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    match random.below(8) {
        0 | 1 => {
            // flip a bit
            if !bytes.is_empty() {
                let k = random.below(bytes.len());
                bytes[k] ^= 1 << random.below(8);
            }
        }
        2 => {
            // replace a byte
            if !bytes.is_empty() {
                let k = random.below(bytes.len());
                bytes[k] = [0, 1, 127, 128, 254, 255, b' ', b'"'][random.below(8)];
            }
        }
        3 => {
            // replace a four-byte word, such as a count
            let k = random.below(bytes.len());
            if let Some(word) = bytes.get_mut(k..k + 4) {
                let values = [0, 1, u32::MAX, 1 << 31, 1 << 16, 255, random.0.next_u32()];
                word.copy_from_slice(&values[random.below(7)].to_le_bytes());
            }
        }
        4 => {
            let part = random.part(bytes);
            bytes.drain(part);
        }
        5 => {
            // insert a part of another seed
            let other = &others[random.below(others.len())];
            let part = random.part(other);
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, other[part].iter().copied());
        }
        6 => {
            // duplicate a part
            let part = random.part(bytes);
            let copy = bytes[part].to_vec();
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, copy);
        }
        _ => {
            // replace a number in text
            let start = random.below(bytes.len());
            let digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'.' || *byte == b'-';
            if let Some(at) = bytes[start..].iter().position(digit) {
                let at = start + at;
                let n = bytes[at..].iter().take_while(|byte| digit(byte)).count();
                let number = NUMBERS[random.below(NUMBERS.len())];
                bytes.splice(at..at + n, number.bytes());
            }
        }
    }
}

/// The seeds of a target, in the order of their names.
fn seeds(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("seeds")
        .join(target);
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    paths.iter().map(fs::read).collect()
}

/// The current input and its start time.
type Current = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// Saves an input that made a target fail.
fn keep(folder: &Path, target: &str, input: &[u8], why: &str) {
    let sum = crc32fast::hash(input);
    let path = folder.join(target).join(format!("{why}-{sum:08x}"));
    let written = fs::create_dir_all(folder.join(target)).and_then(|()| fs::write(&path, input));
    match written {
        Ok(()) => eprintln!("{target}: {why}: {}", path.display()),
        Err(error) => eprintln!("{target}: {why}: {}: {error}", path.display()),
    }
}

/// Runs one target; false if an input made it fail.
fn run(target: Target, runs: usize, time: Duration, folder: &Path, current: &Current) -> bool {
    let (name, function) = target;
    let seeds = match seeds(name) {
        Ok(seeds) if !seeds.is_empty() => seeds,
        Ok(_) => {
            eprintln!("{name}: no seeds");
            return false;
        }
        Err(error) => {
            eprintln!("{name}: seeds: {error}");
            return false;
        }
    };
    let set = |input: Option<(Instant, Vec<u8>)>| {
        if let Ok(mut current) = current.lock() {
            *current = input;
        }
    };
    let (mut random, started, mut done, mut fine) = (Random::new(7), Instant::now(), 0, true);
    while done < runs && (done < seeds.len() || started.elapsed() < time) && fine {
        // the unchanged seeds come first
        let mut input = match seeds.get(done) {
            Some(seed) => seed.clone(),
            None => seeds[random.below(seeds.len())].clone(),
        };
        if done >= seeds.len() {
            for _ in 0..=random.below(4) {
                mutate(&mut input, &seeds, &mut random);
            }
        }
        set(Some((Instant::now(), input.clone())));
        let mut panicked = false;
        let used = allocation_counter::measure(|| {
            panicked = panic::catch_unwind(|| function(&input)).is_err();
        });
        if panicked {
            keep(folder, name, &input, "panic");
            fine = false;
        } else if used.bytes_max > MEMORY {
            keep(folder, name, &input, "memory");
            fine = false;
        }
        done += 1;
    }
    set(None);
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{name:10} {} seeds, {done} inputs in {seconds:.1} s",
        seeds.len()
    );
    fine
}

/// The parsed command line.
struct Args {
    runs: usize,
    time: Duration,
    folder: PathBuf,
    targets: Vec<Target>,
}

fn parse() -> Result<Args, String> {
    let mut args = Args {
        runs: usize::MAX,
        time: Duration::from_secs(10),
        folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts"),
        targets: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word}: no value"));
        match word.as_str() {
            "--runs" => args.runs = value()?.parse().map_err(|e| format!("--runs: {e}"))?,
            "--seconds" => {
                let seconds = value()?.parse().map_err(|e| format!("--seconds: {e}"))?;
                args.time = Duration::from_secs(seconds);
            }
            "--keep" => args.folder = value()?.into(),
            name => match TARGETS.into_iter().find(|(target, _)| *target == name) {
                Some(target) => args.targets.push(target),
                None => return Err(format!("{name}: no such target")),
            },
        }
    }
    if args.targets.is_empty() {
        args.targets.extend(TARGETS);
    }
    Ok(args)
}

fn main() -> ExitCode {
    let args = match parse() {
        Ok(args) => args,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let current = Current::default();
    let (watched, folder) = (Arc::clone(&current), args.folder.clone());
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(200));
            if let Ok(current) = watched.lock()
                && let Some((since, input)) = &*current
                && since.elapsed() > PATIENCE
            {
                keep(&folder, "any", input, "slow");
                std::process::exit(1);
            }
        }
    });
    let mut fine = true;
    for target in args.targets {
        fine &= run(target, args.runs, args.time, &args.folder, &current);
    }
    if fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
