//! Threads that help a caller with its work.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often a caller looks whether the others have ended before it sleeps: some 100 us.
const SPINS_MAX: u32 = 10_000;

/// Threads that wait for work between two steps of a batch; started when they are first wanted.
#[derive(Default)]
pub(crate) struct Workers(Option<Pool>);

struct Pool {
    threads: usize,
    /// The process that started them: after a fork, its child has none of them.
    process: u32,
    pool: ThreadPool,
}

impl Workers {
    /// Works off shares on so many threads, the caller's among them. A thread takes the next share
    /// when it is free. Where no threads can be started, the caller's does them all.
    pub(crate) fn run<T: Send>(&mut self, shares: Vec<T>, threads: usize, work: impl Fn(T) + Sync) {
        let helpers = threads.min(shares.len()).saturating_sub(1);
        let Some(pool) = self.pool(helpers) else {
            return shares.into_iter().for_each(work);
        };
        let left = AtomicUsize::new(shares.len());
        // From both ends, so that a share is mostly in the cache of the thread that takes it.
        let shares = Mutex::new(VecDeque::from(shares));
        let take = |is_caller| {
            let mut shares = shares.lock().unwrap_or_else(PoisonError::into_inner);
            if is_caller { shares.pop_front() } else { shares.pop_back() }
        };
        let work_off = |is_caller| {
            while let Some(share) = take(is_caller) {
                work(share);
                left.fetch_sub(1, Ordering::Release);
            }
        };
        pool.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| work_off(false));
            }
            work_off(true);
            // What is left takes less time than to be put to sleep and woken.
            let is_busy = |_: &u32| left.load(Ordering::Acquire) > 0;
            (0..SPINS_MAX).take_while(is_busy).for_each(|_| std::hint::spin_loop());
        });
    }

    /// So many threads of this process; `None` if none are wanted or they cannot be started.
    fn pool(&mut self, threads: usize) -> Option<&ThreadPool> {
        let process = std::process::id();
        if threads == 0 {
            return None;
        }
        if self.0.as_ref().is_some_and(|pool| pool.process != process) {
            // Its threads are the parent's: nobody is left to be told that they may end.
            std::mem::forget(self.0.take());
        }
        if self.0.as_ref().is_none_or(|pool| pool.threads != threads) {
            let name = |index| format!("hierophant-{index}");
            let builder = ThreadPoolBuilder::new().num_threads(threads).thread_name(name);
            self.0 = builder.build().ok().map(|pool| Pool { threads, process, pool });
        }
        self.0.as_ref().map(|pool| &pool.pool)
    }
}
