//! Wakes the calls of one viewer. Like a `tokio::sync::watch` without a value: where no call waits,
//! which is most of the time, a notification costs next to nothing.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tokio::sync::Notify;

/// A notifier for each viewer of a game.
pub(super) struct Notifiers(Arc<[Notifier]>);

/// Notifies a viewer's calls.
#[derive(Default)]
struct Notifier {
    /// How often the viewer was notified.
    count: AtomicU64,
    waiting: Notify,
}

/// Waits for notifications.
pub struct Changes {
    notifiers: Arc<[Notifier]>,
    /// The viewer's.
    index: usize,
    /// How many notifications the call has seen.
    seen: u64,
}

impl Notifiers {
    /// For so many viewers.
    pub(super) fn new(viewers: usize) -> Notifiers {
        Notifiers((0..viewers).map(|_| Notifier::default()).collect())
    }

    /// Wakes those calls of the viewer at `index` that wait, and those that will wait without having
    /// seen what was published before this.
    pub(super) fn notify(&self, index: usize) {
        let notifier = &self.0[index];
        notifier.count.fetch_add(1, Ordering::SeqCst);
        notifier.waiting.notify_waiters();
    }

    /// For a call of the viewer at `index` that is about to read what is published: it has seen all
    /// notifications so far.
    pub(super) fn subscribe(&self, index: usize) -> Changes {
        let seen = self.0[index].count.load(Ordering::SeqCst);
        Changes { notifiers: self.0.clone(), index, seen }
    }
}

impl Changes {
    /// The call is about to read what is published: it has seen all notifications so far.
    pub fn mark_seen(&mut self) {
        self.seen = self.notifiers[self.index].count.load(Ordering::SeqCst);
    }

    /// Waits for a notification that the call has not seen.
    pub async fn changed(&mut self) {
        loop {
            let notifier = &self.notifiers[self.index];
            // Before the count is read: it is woken by a notification from here on.
            let woken = notifier.waiting.notified();
            let count = notifier.count.load(Ordering::SeqCst);
            if std::mem::replace(&mut self.seen, count) != count {
                return;
            }
            woken.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{pin::pin, task::Poll};

    /// Whether the call has returned.
    async fn is_over(call: std::pin::Pin<&mut impl Future<Output = ()>>) -> bool {
        let mut call = Some(call);
        std::future::poll_fn(|context| {
            let call = call.take().expect("it is polled once");
            Poll::Ready(call.poll(context).is_ready())
        })
        .await
    }

    #[tokio::test]
    async fn a_notification_wakes_once_whether_the_call_waits_already_or_later() {
        let notifiers = Notifiers::new(2);
        notifiers.notify(1);
        let (mut early, mut late) = (notifiers.subscribe(1), notifiers.subscribe(1));
        let mut waiting = pin!(early.changed());
        assert!(!is_over(waiting.as_mut()).await, "it has seen the first one");
        notifiers.notify(1);
        assert!(is_over(waiting.as_mut()).await);
        assert!(is_over(pin!(late.changed())).await);
        assert!(!is_over(pin!(late.changed())).await, "it has seen this one");
        notifiers.notify(1);
        late.mark_seen();
        assert!(!is_over(pin!(late.changed())).await, "it has read what was published");
    }
}
