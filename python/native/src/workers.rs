//! Threads that help a caller with its work.

use rayon::{ThreadPool, ThreadPoolBuilder};

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
    /// Works off shares, each on a thread of its own, the first one on the caller's. Where no
    /// threads can be started, all of them on the caller's.
    pub(crate) fn run<T: Send>(&mut self, shares: Vec<T>, work: impl Fn(T) + Sync) {
        let threads = shares.len().saturating_sub(1);
        let mut shares = shares.into_iter();
        let own = shares.next();
        let Some(pool) = self.pool(threads) else {
            return own.into_iter().chain(shares).for_each(work);
        };
        let work = &work;
        pool.in_place_scope(|scope| {
            shares.for_each(|share| scope.spawn(move |_| work(share)));
            own.into_iter().for_each(work);
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
