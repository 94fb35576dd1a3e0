//! Measuring: whole steps, parts of the step, the heap, and several threads.
//!
//! Everything is measured in bursts that start from one state, after some steps from the start: a burst is short enough that
//! the best of many is undisturbed by other programs, and all bursts do the same work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use synovia::engine::probe::{Part, Probe, step_watched};
use synovia::engine::support::keyframe::reset_to_key;
use synovia::model::Model;
use synovia::model::id::KeyId;
use synovia::{Data, step};

use crate::run::record::iterations;

/// Steps from the start to the state from which bursts begin.
pub const WARM_UP: usize = 200;
/// Steps at the beginning of a burst that are not timed: a copied simulation has to take its memory first.
pub const UNTIMED: usize = 3;
/// How long a burst should last.
const BURST: Duration = Duration::from_millis(10);

/// What the bursts of one kind took for each step \[s\].
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// The best burst.
    pub best: f64,
    /// All bursts together.
    pub mean: f64,
}

/// The simulation at the state from which bursts begin, and how many steps a burst has.
#[derive(Debug)]
pub struct Bench<'a> {
    model: &'a Model,
    start: Data,
    /// Steps in a burst.
    pub burst: usize,
}

/// What a few hundred steps show, besides time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Contacts at a step.
    pub contacts: f64,
    /// Solver iterations at a step.
    pub iterations: f64,
    /// Allocations at a step.
    pub allocations: f64,
}

impl<'a> Bench<'a> {
    /// From the first keyframe, or the reference pose without one.
    pub fn new(model: &'a Model) -> Self {
        let mut data = Data::new(model);
        if model.size.nkey > 0 {
            reset_to_key(model, &mut data, KeyId(0));
        }
        for _ in 0..WARM_UP {
            step(model, &mut data);
        }
        let mut bench = Self {
            model,
            start: data,
            burst: 10,
        };
        // as many steps as fit
        let each = bench.bursts(Duration::ZERO).best;
        bench.burst = (BURST.as_secs_f64() / each.max(1e-9)).clamp(10.0, 2000.0) as usize;
        bench
    }

    /// A simulation that is ready for a burst.
    fn ready(&self) -> Data {
        let mut data = self.start.clone();
        for _ in 0..UNTIMED {
            step(self.model, &mut data);
        }
        data
    }

    /// Whole steps, for about `time`.
    pub fn bursts(&self, time: Duration) -> Timing {
        let (mut best, mut sum, mut n) = (f64::MAX, 0.0, 0);
        let begin = Instant::now();
        loop {
            let mut data = self.ready();
            let start = Instant::now();
            for _ in 0..self.burst {
                step(self.model, &mut data);
            }
            let each = start.elapsed().as_secs_f64() / self.burst as f64;
            best = best.min(each);
            sum += each;
            n += 1;
            if begin.elapsed() >= time {
                break;
            }
        }
        Timing {
            best,
            mean: sum / f64::from(n),
        }
    }

    /// Contacts, iterations and allocations of the steps of one burst, once they have been made before.
    pub fn work(&self) -> Work {
        let mut data = self.start.clone();
        for _ in 0..self.burst {
            step(self.model, &mut data);
        }
        // back to the start, with the memory that the steps have taken
        data.time = self.start.time;
        data.state = self.start.state.clone();
        data.island = self.start.island.clone();
        data.awake = self.start.awake.clone();
        let (mut contacts, mut sweeps) = (0, 0);
        let heap = allocation_counter::measure(|| {
            for _ in 0..self.burst {
                step(self.model, &mut data);
                contacts += data.contact.list.len();
                sweeps += iterations(&data);
            }
        });
        let n = self.burst as f64;
        Work {
            contacts: contacts as f64 / n,
            iterations: f64::from(sweeps) / n,
            allocations: heap.count_total as f64 / n,
        }
    }

    /// What each part of the step takes \[s\], in the best of the bursts that fit into `time`.
    pub fn profile(&self, time: Duration) -> Vec<(Part, f64)> {
        let mut best: Option<Clock> = None;
        let begin = Instant::now();
        loop {
            let mut data = self.ready();
            let mut clock = Clock::new();
            for _ in 0..self.burst {
                clock.last = Instant::now();
                step_watched(self.model, &mut data, &mut clock);
            }
            if best.as_ref().is_none_or(|best| clock.sum() < best.sum()) {
                best = Some(clock);
            }
            if begin.elapsed() >= time {
                break;
            }
        }
        let reading = cost_of_reading();
        let clock = best.unwrap_or_else(Clock::new);
        let n = self.burst as f64;
        (Part::ALL.into_iter().zip(clock.parts))
            .map(|(part, (spent, marks))| {
                let spent = spent.as_secs_f64() - reading * f64::from(marks);
                (part, spent.max(0.0) / n)
            })
            .collect()
    }

    /// Steps in a second of `threads` simulations at once, for about `time`.
    pub fn threads(&self, threads: usize, time: Duration) -> f64 {
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let begin = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut data = self.ready();
                    while !stop.load(Ordering::Relaxed) {
                        for _ in 0..self.burst {
                            step(self.model, &mut data);
                        }
                        done.fetch_add(self.burst as u64, Ordering::Relaxed);
                        data = self.ready();
                    }
                });
            }
            std::thread::sleep(time);
            stop.store(true, Ordering::Relaxed);
        });
        done.load(Ordering::Relaxed) as f64 / begin.elapsed().as_secs_f64()
    }
}

/// Adds up the time of each part.
#[derive(Debug)]
struct Clock {
    last: Instant,
    /// Time and number of readings.
    parts: [(Duration, u32); Part::ALL.len()],
}

impl Clock {
    fn new() -> Self {
        Self {
            last: Instant::now(),
            parts: [(Duration::ZERO, 0); Part::ALL.len()],
        }
    }

    fn sum(&self) -> Duration {
        self.parts.iter().map(|(spent, _)| *spent).sum()
    }
}

impl Probe for Clock {
    fn done(&mut self, part: Part) {
        let now = Instant::now();
        let (spent, marks) = &mut self.parts[part as usize];
        *spent += now - self.last;
        *marks += 1;
        self.last = now;
    }
}

/// What it takes to read the clock \[s\].
fn cost_of_reading() -> f64 {
    const READINGS: u32 = 1000;
    let cost = |_| {
        let start = Instant::now();
        for _ in 0..READINGS {
            std::hint::black_box(Instant::now());
        }
        start.elapsed().as_secs_f64() / f64::from(READINGS)
    };
    (0..20).map(cost).fold(f64::MAX, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_the_order_of_their_numbers() {
        for (k, part) in Part::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, k);
        }
    }

    #[test]
    fn a_step_of_the_robot_touches_no_heap_and_is_all_accounted_for() {
        let model = crate::demo::model().unwrap();
        let mut bench = Bench::new(&model);
        bench.burst = 20;
        let work = bench.work();
        assert_eq!(work.allocations, 0.0);
        assert!(work.contacts > 10.0);
        let parts: f64 = bench.profile(Duration::ZERO).iter().map(|(_, t)| t).sum();
        assert!(parts > 0.0);
    }
}
