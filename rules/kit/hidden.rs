//! Determinizations: the hidden cards of a view, drawn uniformly from all placements that the view
//! allows.

use super::engine::{Engine, Knowledge, Secrets};
use super::set::Set;
use super::state::{State, View, viewer_index};
use crate::sample::{self, HiddenCard, Sampler};
use crate::{Rng, Seat, Seed, Viewer};
use alloc::{sync::Arc, vec::Vec};

/// A card of a game.
pub type Card<G> = <<G as Engine>::Cards as Set>::Member;

/// Where a game hides cards.
pub trait Hides: Engine {
    /// A zone that is hidden from some viewer.
    type Zone: Zone<Self>;
    /// All hidden cards, by zone.
    type Hidden: Copy + Send + Sync;

    /// Whether zones that share no cards, directly or through others, are drawn group by group: for
    /// a game with more cards or zones than the sampler takes at once.
    const HAS_GROUPS: bool = false;

    /// Whether the card is one of those whose number in a zone may be bounded.
    fn is_counted(_card: Card<Self>) -> bool {
        true
    }

    /// The viewer's own cards, in their zones; `None` if what it sees contradicts itself.
    fn own_cards(view: &View<Self>) -> Option<Self::Hidden>;

    /// Puts a card into its zone.
    fn put(hidden: &mut Self::Hidden, zone: Self::Zone, card: Card<Self>);

    /// The secrets of a state with the hidden cards placed so; what has an order is shuffled.
    fn secrets(view: &View<Self>, hidden: &Self::Hidden, rng: &mut dyn Rng) -> Self::Secrets;
}

/// A zone that is hidden from some viewer.
pub trait Zone<G: Engine>: Copy + PartialEq + Send + Sync {
    /// The zones that are hidden from the viewer.
    fn all(view: &View<G>) -> Vec<Self>;
    /// How many cards it holds.
    fn bounds(self, view: &View<G>) -> sample::Zone;
    /// The cards that may be there as far as the viewer knows.
    fn may_hold(self, view: &View<G>) -> G::Cards;
}

/// Draws placements of the hidden cards of one view.
pub struct HiddenSampler<G: Hides> {
    /// The viewer's own cards, in their zones.
    own: G::Hidden,
    groups: Vec<Group<G>>,
}

/// Zones that share cards, directly or through others, and these cards. What lies in one group says
/// nothing about another, so that each is drawn by itself.
struct Group<G: Hides> {
    /// What each zone of the sampler is.
    zones: Vec<G::Zone>,
    cards: Vec<Card<G>>,
    sampler: Sampler,
}

impl<G: Hides> HiddenSampler<G> {
    /// The sampler for `view`; `None` if no placement is consistent with it.
    pub(crate) fn new(view: &View<G>) -> Option<Self> {
        let own = G::own_cards(view)?;
        let mut left = G::Cards::ALL.minus(view.seen_cards());
        let zones = G::Zone::all(view).into_iter();
        let mut zones: Vec<(G::Zone, G::Cards)> =
            zones.map(|zone| (zone, zone.may_hold(view).and(left))).collect();
        if !G::HAS_GROUPS {
            return Some(HiddenSampler {
                own,
                groups: alloc::vec![Group::new(view, zones, left)?],
            });
        }
        // An empty zone that needs cards stays, so that its view is refused.
        zones.retain(|(zone, cards)| {
            let sample::Zone { size, least, .. } = zone.bounds(view);
            size > 0 || least > 0 || !cards.is_empty()
        });
        let mut groups = Vec::new();
        while let Some(card) = left.iter().next() {
            let cards = connected::<G>(card, &zones);
            let (members, others) =
                zones.into_iter().partition(|(_, may_hold)| may_hold.meets(cards));
            groups.push(Group::new(view, members, cards)?);
            (left, zones) = (left.minus(cards), others);
        }
        // A zone that is left holds something, and there is nothing that it could hold.
        zones.is_empty().then_some(HiddenSampler { own, groups })
    }

    /// One placement, drawn uniformly.
    pub(crate) fn draw(&self, rng: &mut dyn Rng) -> Option<G::Hidden> {
        let mut hidden = self.own;
        for group in &self.groups {
            for (&card, index) in group.cards.iter().zip(group.sampler.draw(rng)) {
                G::put(&mut hidden, *group.zones.get(usize::from(index))?, card);
            }
        }
        Some(hidden)
    }

    /// Whether every placement is drawn with exactly the same probability.
    pub fn is_exact(&self) -> bool {
        self.groups.iter().all(|group| group.sampler.is_exact())
    }
}

impl<G: Hides> Group<G> {
    fn new(view: &View<G>, zones: Vec<(G::Zone, G::Cards)>, cards: G::Cards) -> Option<Self> {
        let bounds: Vec<sample::Zone> = zones.iter().map(|(zone, _)| zone.bounds(view)).collect();
        let cards: Vec<Card<G>> = cards.iter().collect();
        let hidden = |&card: &Card<G>| HiddenCard {
            counted: G::is_counted(card),
            zones: (0..zones.len()).filter(|&index| zones[index].1.contains(card)).collect(),
        };
        let hidden: Vec<HiddenCard> = cards.iter().map(hidden).collect();
        let sampler = Sampler::new(&bounds, &hidden)?;
        Some(Group { zones: zones.into_iter().map(|(zone, _)| zone).collect(), cards, sampler })
    }
}

/// The cards that share zones with `card`, directly or through others; itself among them.
fn connected<G: Hides>(card: Card<G>, zones: &[(G::Zone, G::Cards)]) -> G::Cards {
    let mut cards: G::Cards = [card].into_iter().collect();
    loop {
        let touched = zones.iter().filter(|(_, may_hold)| may_hold.meets(cards));
        let wider = touched.fold(cards, |wider, (_, may_hold)| wider.union(*may_hold));
        if wider == cards {
            return cards;
        }
        cards = wider;
    }
}

/// A state that is consistent with a view. It can be played forward, never stored or served.
#[derive(Clone, Debug)]
pub struct Determinization<G: Engine>(pub(crate) State<G>);

impl<G: Hides> Determinization<G> {
    /// The state behind `view` with the hidden cards placed so.
    ///
    /// Chance to come is drawn anew, from `rng`. Other seats' unfinished answers are open again.
    /// The view does not contain what they know: in the determinization they know only the sizes of
    /// hidden zones.
    pub(crate) fn new(view: &View<G>, hidden: &G::Hidden, rng: &mut dyn Rng) -> Self {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let mut answers = G::Answers::default();
        if let Viewer::Seat(seat) = view.viewer {
            answers.as_mut()[seat.index()] = view.answer;
        }
        let secrets = G::secrets(view, hidden, rng);
        let mut knowledge = G::Minds::default();
        make_uninformed::<G>(knowledge.as_mut(), &view.public, &secrets);
        let count = knowledge.as_ref().len();
        knowledge.as_mut()[viewer_index(view.viewer, count)] = view.knowledge.clone();
        Determinization(State {
            setup: Arc::clone(&view.setup),
            seed: Seed::new(seed),
            public: view.public.clone(),
            secrets,
            answers,
            knowledge,
        })
    }
}

/// Takes all that viewers know away from them, but what they hold.
pub(crate) fn make_uninformed<G: Engine>(
    minds: &mut [G::Knowledge],
    public: &G::Public,
    secrets: &G::Secrets,
) {
    let seats = minds.len() - 1;
    for (index, mind) in minds.iter_mut().enumerate() {
        let viewer = Seat::new(index as u8)
            .filter(|_| index < seats)
            .map_or(Viewer::Spectator, Viewer::Seat);
        let own = viewer.seat().map_or_else(Default::default, |seat| secrets.own(seat));
        *mind = G::Knowledge::uninformed(viewer, public, &own);
    }
}
