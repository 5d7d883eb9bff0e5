//! The door: how many connections there may be, in all and from one address, and how fast they may come.
//!
//! Where all places are taken, the connection that is of least use makes room: first those that have never called, then those
//! without an open call. So silent connections keep nobody out, wherever they come from.

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

/// So many peers are remembered before those that rest are looked for.
const SWEEP_PEERS_MIN: usize = 256;

/// Where connections come from: an address (of IPv6 the part that a provider gives to one customer), or a Unix socket.
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

/// Whose places can make room.
#[derive(Clone, Copy)]
enum Whose {
    Of(Peer),
    Addresses,
    All,
}

/// See the module.
#[derive(Clone)]
pub(super) struct ConnectionLimiter(Arc<Inner>);

struct Inner {
    connections_max: usize,
    /// Of them, those that do not come by the Unix socket.
    address_connections_max: usize,
    peer_connections_max: usize,
    rate: Rate,
    began: Instant,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    count: usize,
    peers: BTreeMap<Peer, AtPeer>,
    sweep_at: usize,
    next_id: u64,
}

#[derive(Default)]
struct AtPeer {
    places: BTreeMap<u64, Arc<ConnectionActivity>>,
    pace: Gcra,
}

/// A connection's place, as long as it lives.
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
            rate: Rate::with_burst_seconds(limits.peer_connections_per_second_max, CONNECTION_BURST_SECONDS),
            began: Instant::now(),
            inside: Mutex::default(),
        }))
    }

    /// How many connections are open, under the name of their limit, and how many may be.
    pub(super) fn uses(&self) -> LimitUse {
        LimitUse { name: "connections_max", used: self.inside().count, max: self.0.connections_max }
    }

    /// A place for a connection from there; if none is free another connection makes room.
    ///
    /// # Errors
    /// The name of the limit that is reached.
    pub(super) fn admit(&self, peer: Peer) -> Result<ConnectionPermit, &'static str> {
        let now_us = micros_since(self.0.began);
        let mut inside = self.inside();
        inside.sweep(now_us);
        let makes_room = match self.full(&inside, peer) {
            Some((limit, whose)) => Some(inside.least_used(whose).ok_or(limit)?),
            None => None,
        };
        let at_peer = inside.peers.entry(peer).or_default();
        at_peer.pace.take(self.0.rate, now_us).map_err(|_| "peer_connections_per_second_max")?;
        if let Some((peer, id)) = makes_room {
            inside.give_up(peer, id);
        }
        let (id, activity) = (inside.next_id, Arc::new(ConnectionActivity::new(self.0.began)));
        inside.next_id += 1;
        inside.count += 1;
        inside.peers.entry(peer).or_default().places.insert(id, activity.clone());
        Ok(ConnectionPermit { limiter: self.clone(), peer, id, activity })
    }

    /// The limit that keeps a connection from there out, and whose places can make room for it.
    fn full(&self, inside: &Inside, peer: Peer) -> Option<(&'static str, Whose)> {
        let of_peer = |peer| inside.peers.get(&peer).map_or(0, |at_peer| at_peer.places.len());
        if of_peer(peer) >= self.0.peer_connections_max {
            return Some(("peer_connections_max", Whose::Of(peer)));
        }
        match peer {
            Peer::UnixSocket if inside.count >= self.0.connections_max => Some(("connections_max", Whose::All)),
            Peer::Address(_) if inside.count - of_peer(Peer::UnixSocket) >= self.0.address_connections_max => {
                Some(("connections_max", Whose::Addresses))
            }
            _ => None,
        }
    }

    /// Closes the connection that is of least use, if there is one that is of none.
    pub(super) fn make_room(&self) -> bool {
        let mut inside = self.inside();
        let least = inside.least_used(Whose::All);
        least.inspect(|(peer, id)| inside.give_up(*peer, *id)).is_some()
    }

    /// Nothing here can panic while it holds the lock.
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn sweep(&mut self, now_us: u64) {
        if self.peers.len() >= self.sweep_at.max(SWEEP_PEERS_MIN) {
            self.peers.retain(|_, at_peer| !at_peer.places.is_empty() || !at_peer.pace.is_full(now_us));
            self.sweep_at = 2 * self.peers.len();
        }
    }

    /// The place that is of least use, unless all that are asked about are in use.
    fn least_used(&self, whose: Whose) -> Option<(Peer, u64)> {
        let is_asked = |peer: Peer| match whose {
            Whose::Of(one) => peer == one,
            Whose::Addresses => peer != Peer::UnixSocket,
            Whose::All => true,
        };
        let peers = self.peers.iter().filter(|(peer, _)| is_asked(**peer));
        let places =
            peers.flat_map(|(peer, at_peer)| at_peer.places.iter().map(|(id, activity)| (*peer, *id, activity)));
        let idle = places.filter_map(|(peer, id, activity)| Some((activity.idleness()?, id, peer)));
        idle.min().map(|(_, id, peer)| (peer, id))
    }

    /// Frees a place; its connection is closed at its next turn.
    fn give_up(&mut self, peer: Peer, id: u64) {
        if let Some(activity) = self.remove(peer, id) {
            tracing::debug!(?peer, "a connection makes room for another");
            activity.give_up();
        }
    }

    /// Frees a place, unless that has been done.
    fn remove(&mut self, peer: Peer, id: u64) -> Option<Arc<ConnectionActivity>> {
        let activity = self.peers.get_mut(&peer)?.places.remove(&id)?;
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
        self.limiter.inside().remove(self.peer, self.id);
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

    /// A place with a call that is open and of use.
    fn busy(limiter: &ConnectionLimiter, peer: Peer) -> Result<ConnectionPermit, &'static str> {
        let admission = limiter.admit(peer)?;
        admission.activity().call_begins();
        admission.activity().call_was_of_use();
        Ok(admission)
    }

    fn is_given_up(admission: &ConnectionPermit) -> bool {
        is_ready(admission.activity().given_up())
    }

    fn is_ready(future: impl Future) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        std::pin::pin!(future).poll(&mut context).is_ready()
    }

    #[tokio::test]
    async fn one_address_cannot_take_the_places_of_all() {
        let limiter = ConnectionLimiter::new(&limits());
        let (a, b) = (peer("192.0.2.1"), peer("192.0.2.2"));
        let kept = (busy(&limiter, a).ok(), busy(&limiter, a).ok());
        assert_eq!(limiter.admit(a).err(), Some("peer_connections_max"));
        let last = busy(&limiter, b);
        assert_eq!(limiter.admit(Peer::UnixSocket).err(), Some("connections_max"));
        drop((kept, last));
        assert!(limiter.admit(a).is_ok() && limiter.inside().count == 0);
    }

    #[tokio::test]
    async fn a13_a_silent_connection_makes_room_for_a_new_one_of_its_peer() {
        let limiter = ConnectionLimiter::new(&limits());
        let (a, b) = (peer("127.0.0.1"), peer("192.0.2.2"));
        let others = limiter.admit(b).unwrap();
        let (called, silent) = (limiter.admit(a).unwrap(), limiter.admit(a).unwrap());
        called.activity().call_begins();
        called.activity().call_ends();
        let new = limiter.admit(a).unwrap();
        assert_eq!([&others, &called, &silent, &new].map(is_given_up), [false, false, true, false]);
        assert_eq!(limiter.uses().used, 3, "no more than the limit");
        drop(silent);
        assert_eq!(limiter.uses().used, 3, "its activity is counted once");
        let newer = limiter.admit(a).unwrap();
        assert_eq!([&called, &new, &newer].map(is_given_up), [false, true, false]);
    }

    #[tokio::test]
    async fn a13_room_is_kept_for_the_unix_socket() {
        let limiter = ConnectionLimiter::new(&Limits { connections_max: 16, ..Limits::default() });
        let host = |number: u8| Peer::from(IpAddr::from([192, 0, 2, number]));
        let kept: Vec<_> = (0..14).map(|number| busy(&limiter, host(number)).unwrap()).collect();
        assert_eq!(limiter.admit(host(15)).err(), Some("connections_max"));
        let operator = [busy(&limiter, Peer::UnixSocket).unwrap(), busy(&limiter, Peer::UnixSocket).unwrap()];
        assert_eq!(limiter.admit(Peer::UnixSocket).err(), Some("connections_max"));
        drop((kept, operator));
        assert_eq!(limiter.uses().used, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn connections_come_at_a_rate() {
        let limiter = ConnectionLimiter::new(&Limits { peer_connections_per_second_max: 1, ..Limits::default() });
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
        assert!(limiter.inside().peers.len() <= SWEEP_PEERS_MIN);
    }

    #[test]
    fn a_customer_is_one_peer_whatever_addresses_it_has() {
        assert_eq!(peer("2001:db8:1:2::1"), peer("2001:db8:1:2:ffff::9"));
        assert_ne!(peer("2001:db8:1:2::1"), peer("2001:db8:1:3::1"));
        assert_eq!(peer("::ffff:192.0.2.1"), peer("192.0.2.1"));
    }
}
