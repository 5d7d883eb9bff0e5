//! The door: how many connections there may be, in all and from one address, and how fast they may come.

use super::pace::{Pace, Rate};
use crate::config::{CONNECTION_BURST_SECONDS, Limits};
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

/// See the module.
#[derive(Clone)]
pub(super) struct Door(Arc<Inner>);

struct Inner {
    connections_max: usize,
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
}

#[derive(Default)]
struct AtPeer {
    count: usize,
    pace: Pace,
}

/// A connection's place, as long as it lives.
pub(super) struct Admission {
    door: Door,
    peer: Peer,
}

impl Door {
    pub(super) fn new(limits: &Limits) -> Door {
        Door(Arc::new(Inner {
            connections_max: limits.connections_max,
            peer_connections_max: limits.peer_connections_max,
            rate: Rate::with_burst_seconds(limits.peer_connections_per_second_max, CONNECTION_BURST_SECONDS),
            began: Instant::now(),
            inside: Mutex::default(),
        }))
    }

    /// How many connections are open, under the name of their limit, and how many may be.
    pub(super) fn uses(&self) -> (&'static str, usize, usize) {
        ("connections_max", self.inside().count, self.0.connections_max)
    }

    /// A place for a connection from there.
    ///
    /// # Errors
    /// The name of the limit that is reached.
    pub(super) fn admit(&self, peer: Peer) -> Result<Admission, &'static str> {
        let now_us = u64::try_from(self.0.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let mut inside = self.inside();
        if inside.count >= self.0.connections_max {
            return Err("connections_max");
        }
        inside.sweep(now_us);
        let at_peer = inside.peers.entry(peer).or_default();
        if at_peer.count >= self.0.peer_connections_max {
            return Err("peer_connections_max");
        }
        at_peer.pace.take(self.0.rate, now_us).map_err(|_| "peer_connections_per_second_max")?;
        at_peer.count += 1;
        inside.count += 1;
        Ok(Admission { door: self.clone(), peer })
    }

    /// Nothing here can panic while it holds the lock.
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn sweep(&mut self, now_us: u64) {
        if self.peers.len() >= self.sweep_at.max(SWEEP_PEERS_MIN) {
            self.peers.retain(|_, at_peer| at_peer.count > 0 || !at_peer.pace.is_rested(now_us));
            self.sweep_at = 2 * self.peers.len();
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut inside = self.door.inside();
        inside.count -= 1;
        if let Some(at_peer) = inside.peers.get_mut(&self.peer) {
            at_peer.count -= 1;
        }
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

    #[tokio::test]
    async fn one_address_cannot_take_the_places_of_all() {
        let door = Door::new(&limits());
        let (a, b) = (peer("192.0.2.1"), peer("192.0.2.2"));
        let kept = (door.admit(a).ok(), door.admit(a).ok());
        assert_eq!(door.admit(a).err(), Some("peer_connections_max"));
        let last = door.admit(b);
        assert_eq!(door.admit(Peer::UnixSocket).err(), Some("connections_max"));
        drop((kept, last));
        assert!(door.admit(a).is_ok() && door.inside().count == 0);
    }

    #[tokio::test(start_paused = true)]
    async fn connections_come_at_a_rate() {
        let door = Door::new(&Limits { peer_connections_per_second_max: 1, ..Limits::default() });
        let a = peer("192.0.2.1");
        assert!((0..CONNECTION_BURST_SECONDS).all(|_| door.admit(a).is_ok()));
        assert_eq!(door.admit(a).err(), Some("peer_connections_per_second_max"));
        assert!(door.admit(peer("192.0.2.2")).is_ok());
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        assert!(door.admit(a).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn peers_that_have_gone_are_forgotten() {
        let door = Door::new(&Limits::default());
        for host in 0..20 * SWEEP_PEERS_MIN as u32 {
            assert!(door.admit(Peer::from(IpAddr::from(host.to_be_bytes()))).is_ok());
            tokio::time::advance(std::time::Duration::from_millis(10)).await;
        }
        assert!(door.inside().peers.len() <= SWEEP_PEERS_MIN);
    }

    #[test]
    fn a_customer_is_one_peer_whatever_addresses_it_has() {
        assert_eq!(peer("2001:db8:1:2::1"), peer("2001:db8:1:2:ffff::9"));
        assert_ne!(peer("2001:db8:1:2::1"), peer("2001:db8:1:3::1"));
        assert_eq!(peer("::ffff:192.0.2.1"), peer("192.0.2.1"));
    }
}
