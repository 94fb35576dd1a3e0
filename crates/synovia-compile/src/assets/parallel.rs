//! Processes many assets at once, on all cores.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::panic::resume_unwind;
use std::thread;

/// Less work than this many bytes in total is done on the calling thread: it would finish before other threads start.
const WORTHWHILE: usize = 64 << 10;

/// Applies `f` to every job and returns the results in the order of the jobs, whatever the number of threads. The largest jobs start first.
pub(super) fn map<T: Sync, R: Send>(
    jobs: &[T],
    bytes: impl Fn(&T) -> usize,
    f: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let bytes: Vec<usize> = jobs.iter().map(bytes).collect();
    // jobs of size 0 are already done and need no thread
    let open = bytes.iter().filter(|&&n| n > 0).count();
    let worthwhile = open > 1 && bytes.iter().sum::<usize>() >= WORTHWHILE;
    // asked only here: the standard library reads several files of the system to find the number of cores
    let threads = if worthwhile {
        thread::available_parallelism().map_or(1, |cores| open.min(cores.get()))
    } else {
        1
    };
    if threads < 2 {
        return jobs.iter().map(f).collect();
    }
    // largest first, so that no thread is left with a long job at the end
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&k| core::cmp::Reverse(bytes[k]));

    // each thread takes the next job of the list until the list is empty
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(&k) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((k, f(&jobs[k])));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        // if no thread can be spawned, the calling thread does all the work
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut done = work();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    // results back in the order of the jobs
    done.sort_by_key(|(k, _)| *k);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<usize> = (0..200).map(|k| (k * 7919) % 4001).collect();
        let twice = map(&jobs, |n| 100 * n, |n| 2 * n);
        assert_eq!(twice, jobs.iter().map(|n| 2 * n).collect::<Vec<_>>());
        assert!(map(&[], |n: &usize| *n, |n| *n).is_empty());
    }
}
