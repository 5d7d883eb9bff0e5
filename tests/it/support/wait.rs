//! Waiting, with a limit and with a name for what does not come.

use std::time::Duration;
use tokio::time::timeout;

/// A test that waits longer than this for something fails, and names it.
pub(crate) const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

/// How often to look for what notifies no one.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The result of `coming`, which must be there in time.
///
/// # Panics
/// With `what` if it is not.
pub(crate) async fn within<T>(what: &str, coming: impl Future<Output = T>) -> T {
    timeout(WAIT_TIMEOUT, coming)
        .await
        .unwrap_or_else(|_| panic!("{what} does not come within {WAIT_TIMEOUT:?}"))
}

/// What `look` finds. It looks every `every`: only for what notifies no one, such as the state of
/// another process.
///
/// # Panics
/// With `what` if there is nothing to find in time.
pub(crate) async fn poll<T>(
    what: &str,
    every: Duration,
    mut look: impl AsyncFnMut() -> Option<T>,
) -> T {
    let looking = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(every).await;
        }
    };
    within(what, looking).await
}
