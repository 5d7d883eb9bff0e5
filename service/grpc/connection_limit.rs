//! Limits on connections: their number in total and per address, and the rate of new ones.
//!
//! If a limit is reached, the least useful connection is evicted: first those without any call,
//! then those without an open call. So idle connections cannot keep callers out, wherever they come
//! from.

use super::{
    connection_activity::{ConnectionActivity, micros_since},
    rate_limit::{Gcra, Rate},
};
use crate::{
    config::{CONNECTION_BURST_SECONDS, Limits, UNIX_SOCKET_CONNECTIONS_KEPT},
    metrics::LimitUse,
};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::time::Instant;

/// Above this number of peers, those without connections are removed.
const SWEEP_PEERS_MIN: usize = 256;

/// The source of connections: an address (for IPv6 the /64 network, which a provider gives to one
/// customer), or the Unix socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Peer {
    Address(IpAddr),
    UnixSocket,
}

impl From<IpAddr> for Peer {
    fn from(address: IpAddr) -> Peer {
        const NETWORK: u128 = !(u64::MAX as u128);
        Peer::Address(match address.to_canonical() {
            IpAddr::V6(long) => IpAddr::V6(Ipv6Addr::from_bits(long.to_bits() & NETWORK)),
            short => short,
        })
    }
}

/// The connections among which one can be evicted.
#[derive(Clone, Copy)]
enum EvictionScope {
    Peer(Peer),
    Addresses,
    All,
}

/// Admits connections. Clones share the counts.
#[derive(Clone)]
pub(super) struct ConnectionLimiter(Arc<Inner>);

struct Inner {
    connections_max: usize,
    /// The limit for all connections but those over the Unix socket.
    address_connections_max: usize,
    peer_connections_max: usize,
    rate: Rate,
    began: Instant,
    connections: Mutex<Connections>,
}

#[derive(Default)]
struct Connections {
    count: usize,
    peers: BTreeMap<Peer, PeerConnections>,
    sweep_at: usize,
    next_id: u64,
}

#[derive(Default)]
struct PeerConnections {
    open: BTreeMap<u64, Arc<ConnectionActivity>>,
    gcra: Gcra,
}

/// The permit of an open connection.
pub(super) struct ConnectionPermit {
    limiter: ConnectionLimiter,
    peer: Peer,
    id: u64,
    activity: Arc<ConnectionActivity>,
}

impl ConnectionLimiter {
    pub(super) fn new(limits: &Limits) -> ConnectionLimiter {
        let kept = UNIX_SOCKET_CONNECTIONS_KEPT.min(limits.connections_max / 8);
        ConnectionLimiter(Arc::new(Inner {
            connections_max: limits.connections_max,
            address_connections_max: limits.connections_max - kept,
            peer_connections_max: limits.peer_connections_max,
            rate: Rate::with_burst_seconds(
                limits.peer_connections_per_second_max,
                CONNECTION_BURST_SECONDS,
            ),
            began: Instant::now(),
            connections: Mutex::default(),
        }))
    }

    /// The number of open connections, and its limit, for the metrics.
    pub(super) fn uses(&self) -> LimitUse {
        LimitUse {
            name: "connections_max",
            used: self.connections().count,
            max: self.0.connections_max,
        }
    }

    /// Admits a connection from this peer, and evicts another one if there is no room.
    ///
    /// # Errors
    /// The name of the limit that is reached.
    pub(super) fn admit(&self, peer: Peer) -> Result<ConnectionPermit, &'static str> {
        let now_us = micros_since(self.0.began);
        let mut connections = self.connections();
        connections.sweep(now_us);
        let evicted = match self.reached_limit(&connections, peer) {
            Some((limit, scope)) => Some(connections.eviction_candidate(scope).ok_or(limit)?),
            None => None,
        };
        let of_peer = connections.peers.entry(peer).or_default();
        of_peer.gcra.take(self.0.rate, now_us).map_err(|_| "peer_connections_per_second_max")?;
        if let Some((peer, id)) = evicted {
            connections.evict(peer, id);
        }
        let (id, activity) = (connections.next_id, Arc::new(ConnectionActivity::new(self.0.began)));
        connections.next_id += 1;
        connections.count += 1;
        connections.peers.entry(peer).or_default().open.insert(id, activity.clone());
        Ok(ConnectionPermit { limiter: self.clone(), peer, id, activity })
    }

    /// The limit that a connection from this peer would exceed, and the connections among which one
    /// can be evicted for it.
    fn reached_limit(
        &self,
        connections: &Connections,
        peer: Peer,
    ) -> Option<(&'static str, EvictionScope)> {
        let of_peer = |peer| connections.peers.get(&peer).map_or(0, |of_peer| of_peer.open.len());
        if of_peer(peer) >= self.0.peer_connections_max {
            return Some(("peer_connections_max", EvictionScope::Peer(peer)));
        }
        match peer {
            Peer::UnixSocket if connections.count >= self.0.connections_max => {
                Some(("connections_max", EvictionScope::All))
            }
            Peer::Address(_)
                if connections.count - of_peer(Peer::UnixSocket)
                    >= self.0.address_connections_max =>
            {
                Some(("connections_max", EvictionScope::Addresses))
            }
            _ => None,
        }
    }

    /// Evicts the least useful connection, unless all are in use. Returns whether there was one.
    pub(super) fn evict_one(&self) -> bool {
        let mut connections = self.connections();
        let candidate = connections.eviction_candidate(EvictionScope::All);
        candidate.inspect(|(peer, id)| connections.evict(*peer, *id)).is_some()
    }

    /// No code that holds the lock can panic.
    fn connections(&self) -> MutexGuard<'_, Connections> {
        self.0.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connections {
    fn sweep(&mut self, now_us: u64) {
        if self.peers.len() >= self.sweep_at.max(SWEEP_PEERS_MIN) {
            self.peers
                .retain(|_, of_peer| !of_peer.open.is_empty() || !of_peer.gcra.is_full(now_us));
            self.sweep_at = 2 * self.peers.len();
        }
    }

    /// The least useful connection in the scope, unless all are in use.
    fn eviction_candidate(&self, scope: EvictionScope) -> Option<(Peer, u64)> {
        let is_in_scope = |peer: Peer| match scope {
            EvictionScope::Peer(one) => peer == one,
            EvictionScope::Addresses => peer != Peer::UnixSocket,
            EvictionScope::All => true,
        };
        let peers = self.peers.iter().filter(|(peer, _)| is_in_scope(**peer));
        let open = peers.flat_map(|(peer, of_peer)| {
            of_peer.open.iter().map(|(id, activity)| (*peer, *id, activity))
        });
        let candidates =
            open.filter_map(|(peer, id, activity)| Some((activity.eviction_rank()?, id, peer)));
        candidates.min().map(|(_, id, peer)| (peer, id))
    }

    /// Removes a connection, and closes it when it is next polled.
    fn evict(&mut self, peer: Peer, id: u64) {
        if let Some(activity) = self.remove(peer, id) {
            tracing::debug!(?peer, "a connection is evicted for another");
            activity.evict();
        }
    }

    /// Removes a connection, unless it is removed already.
    fn remove(&mut self, peer: Peer, id: u64) -> Option<Arc<ConnectionActivity>> {
        let activity = self.peers.get_mut(&peer)?.open.remove(&id)?;
        self.count -= 1;
        Some(activity)
    }
}

impl ConnectionPermit {
    pub(super) fn activity(&self) -> &Arc<ConnectionActivity> {
        &self.activity
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.limiter.connections().remove(self.peer, self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(address: &str) -> Peer {
        Peer::from(address.parse::<IpAddr>().unwrap())
    }

    fn limits() -> Limits {
        Limits { connections_max: 3, peer_connections_max: 2, ..Limits::default() }
    }

    /// A connection with an open call, and one that has succeeded.
    fn busy(limiter: &ConnectionLimiter, peer: Peer) -> Result<ConnectionPermit, &'static str> {
        let permit = limiter.admit(peer)?;
        permit.activity().call_started();
        permit.activity().call_succeeded();
        Ok(permit)
    }

    fn is_evicted(permit: &ConnectionPermit) -> bool {
        is_ready(permit.activity().evicted())
    }

    fn is_ready(future: impl Future) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        std::pin::pin!(future).poll(&mut context).is_ready()
    }

    #[tokio::test]
    async fn one_address_cannot_take_all_connections() {
        let limiter = ConnectionLimiter::new(&limits());
        let (a, b) = (peer("192.0.2.1"), peer("192.0.2.2"));
        let kept = (busy(&limiter, a).ok(), busy(&limiter, a).ok());
        assert_eq!(limiter.admit(a).err(), Some("peer_connections_max"));
        let last = busy(&limiter, b);
        assert_eq!(limiter.admit(Peer::UnixSocket).err(), Some("connections_max"));
        drop((kept, last));
        assert!(limiter.admit(a).is_ok() && limiter.connections().count == 0);
    }

    #[tokio::test]
    async fn a13_a_silent_connection_makes_room_for_a_new_one_of_its_peer() {
        let limiter = ConnectionLimiter::new(&limits());
        let (a, b) = (peer("127.0.0.1"), peer("192.0.2.2"));
        let others = limiter.admit(b).unwrap();
        let (called, silent) = (limiter.admit(a).unwrap(), limiter.admit(a).unwrap());
        called.activity().call_started();
        called.activity().call_ended();
        let new = limiter.admit(a).unwrap();
        assert_eq!([&others, &called, &silent, &new].map(is_evicted), [false, false, true, false]);
        assert_eq!(limiter.uses().used, 3, "no more than the limit");
        drop(silent);
        assert_eq!(limiter.uses().used, 3, "it is counted once");
        let newer = limiter.admit(a).unwrap();
        assert_eq!([&called, &new, &newer].map(is_evicted), [false, true, false]);
    }

    #[tokio::test]
    async fn a13_room_is_kept_for_the_unix_socket() {
        let limiter = ConnectionLimiter::new(&Limits { connections_max: 16, ..Limits::default() });
        let host = |number: u8| Peer::from(IpAddr::from([192, 0, 2, number]));
        let kept: Vec<_> = (0..14).map(|number| busy(&limiter, host(number)).unwrap()).collect();
        assert_eq!(limiter.admit(host(15)).err(), Some("connections_max"));
        let operator =
            [busy(&limiter, Peer::UnixSocket).unwrap(), busy(&limiter, Peer::UnixSocket).unwrap()];
        assert_eq!(limiter.admit(Peer::UnixSocket).err(), Some("connections_max"));
        drop((kept, operator));
        assert_eq!(limiter.uses().used, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn connections_come_at_a_rate() {
        let limiter = ConnectionLimiter::new(&Limits {
            peer_connections_per_second_max: 1,
            ..Limits::default()
        });
        let a = peer("192.0.2.1");
        assert!((0..CONNECTION_BURST_SECONDS).all(|_| limiter.admit(a).is_ok()));
        assert_eq!(limiter.admit(a).err(), Some("peer_connections_per_second_max"));
        assert!(limiter.admit(peer("192.0.2.2")).is_ok());
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        assert!(limiter.admit(a).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn peers_that_have_gone_are_forgotten() {
        let limiter = ConnectionLimiter::new(&Limits::default());
        for host in 0..20 * SWEEP_PEERS_MIN as u32 {
            assert!(limiter.admit(Peer::from(IpAddr::from(host.to_be_bytes()))).is_ok());
            tokio::time::advance(std::time::Duration::from_millis(10)).await;
        }
        assert!(limiter.connections().peers.len() <= SWEEP_PEERS_MIN);
    }

    #[test]
    fn a_customer_is_one_peer_whatever_addresses_it_has() {
        assert_eq!(peer("2001:db8:1:2::1"), peer("2001:db8:1:2:ffff::9"));
        assert_ne!(peer("2001:db8:1:2::1"), peer("2001:db8:1:3::1"));
        assert_eq!(peer("::ffff:192.0.2.1"), peer("192.0.2.1"));
    }
}
