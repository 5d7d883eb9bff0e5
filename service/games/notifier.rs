//! Wakes the calls of one viewer. Like a `tokio::sync::watch` without a value: where no call waits,
//! which is most of the time, a notification costs next to nothing.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tokio::sync::Notify;

/// Notifies the viewer's calls.
#[derive(Default)]
pub(super) struct Notifier(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// How often the viewer was notified.
    count: AtomicU64,
    waiting: Notify,
}

/// Waits for notifications.
pub struct Changes {
    shared: Arc<Shared>,
    /// How many notifications the call has seen.
    seen: u64,
}

impl Notifier {
    /// Wakes the calls that wait, and those that will wait without having seen what was published
    /// before this.
    pub(super) fn notify(&self) {
        self.0.count.fetch_add(1, Ordering::SeqCst);
        self.0.waiting.notify_waiters();
    }

    /// For a call that is about to read what is published: it has seen all notifications so far.
    pub(super) fn subscribe(&self) -> Changes {
        Changes { shared: self.0.clone(), seen: self.0.count.load(Ordering::SeqCst) }
    }
}

impl Changes {
    /// The call is about to read what is published: it has seen all notifications so far.
    pub fn mark_seen(&mut self) {
        self.seen = self.shared.count.load(Ordering::SeqCst);
    }

    /// Waits for a notification that the call has not seen.
    pub async fn changed(&mut self) {
        loop {
            // Before the count is read: it is woken by a notification from here on.
            let woken = self.shared.waiting.notified();
            let count = self.shared.count.load(Ordering::SeqCst);
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
        let notifier = Notifier::default();
        notifier.notify();
        let (mut early, mut late) = (notifier.subscribe(), notifier.subscribe());
        let mut waiting = pin!(early.changed());
        assert!(!is_over(waiting.as_mut()).await, "it has seen the first one");
        notifier.notify();
        assert!(is_over(waiting.as_mut()).await);
        assert!(is_over(pin!(late.changed())).await);
        assert!(!is_over(pin!(late.changed())).await, "it has seen this one");
        notifier.notify();
        late.mark_seen();
        assert!(!is_over(pin!(late.changed())).await, "it has read what was published");
    }
}
