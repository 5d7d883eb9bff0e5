//! Where cards are hidden: from it the kit draws determinizations.
//!
//! Each seat's hidden cards are a group of their own for the sampler, as are the militia's. The
//! market cards that no viewer has seen lie anywhere in the piles or out of the game, and unseen
//! objectives with any seat or with none: a shuffle places both.

use super::Arcana;
use super::cards::{Card, CardSet, Objective};
use super::consistency;
use super::deal::{all_objectives, lay};
use super::public::Public;
use super::rows::Shown;
use super::setup::N;
use super::state::{Own, Secrets, View};
use super::zone::Zone;
use crate::{Rng, Seat, Viewer, bounded, kit, sample, shuffle};
use alloc::vec::Vec;

/// Lowest places of the free zone's pile that Game End can have.
const GAME_END_PLACES: u8 = 6;

/// All hidden cards, by zone; the viewer's own included. Piles are without an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// What each seat holds; of objectives only the viewer's own.
    pub seats: [Own; N],
    /// Market cards in the zones' piles, or out of the game.
    pub market: CardSet,
    /// The militia's deck.
    pub militia: CardSet,
}

/// A zone that is hidden from some viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenZone {
    /// A seat's hand.
    Hand(Seat),
    /// A seat's draw pile.
    DrawPile(Seat),
    /// A seat's face-down slot of this number.
    Cover(Seat, u8),
    /// The militia card that a seat is about to place.
    Mustered(Seat),
    /// The militia's deck.
    Militia,
    /// Piles in the zones, and what left the game.
    Market,
}

impl HiddenZone {
    fn cover(public: &Public, owner: Seat, number: u8) -> Option<Shown> {
        let slots = public.rows.all().iter().filter(|slot| slot.owner == owner);
        slots.map(|slot| slot.shown).find(|shown| shown.cover() == Some(number))
    }
}

impl kit::Zone<Arcana> for HiddenZone {
    fn all(view: &View) -> Vec<HiddenZone> {
        let mut zones = alloc::vec![HiddenZone::Market, HiddenZone::Militia];
        for seat in Seat::all(view.setup.players).filter(|&seat| !view.viewer.is(seat)) {
            zones.extend([HiddenZone::Hand(seat), HiddenZone::DrawPile(seat)]);
            zones.extend((0..6).map(|number| HiddenZone::Cover(seat, number)));
            zones.push(HiddenZone::Mustered(seat));
        }
        zones
    }

    fn bounds(self, view: &View) -> sample::Zone {
        let public = &view.public;
        sample::Zone::of_size(match self {
            HiddenZone::Hand(seat) => public.player(seat).hand,
            HiddenZone::DrawPile(seat) => public.player(seat).draw_pile,
            HiddenZone::Cover(seat, number) => {
                HiddenZone::cover(public, seat, number).is_some().into()
            }
            HiddenZone::Mustered(seat) => (public.musterer() == Some(seat)).into(),
            HiddenZone::Militia => public.militia.unwrap_or(0),
            HiddenZone::Market => public.unseen_market().len(),
        })
    }

    fn may_hold(self, view: &View) -> CardSet {
        let View { public, knowledge, .. } = view;
        let unknown_militia = CardSet::MILITIA.minus(knowledge.known_militia());
        match self {
            HiddenZone::Hand(seat) => knowledge.hands.and(public.player(seat).hidden),
            HiddenZone::DrawPile(seat) => knowledge.draw_piles.and(public.player(seat).hidden),
            HiddenZone::Cover(seat, number) => match HiddenZone::cover(public, seat, number) {
                Some(Shown::Operative(number)) => knowledge.cover(public.player(seat), number),
                Some(Shown::Militia(number)) => {
                    knowledge.militia_at(seat, number).map_or(unknown_militia, CardSet::only)
                }
                _ => CardSet::EMPTY,
            },
            HiddenZone::Mustered(seat) if public.musterer() == Some(seat) => unknown_militia,
            HiddenZone::Mustered(_) => CardSet::EMPTY,
            HiddenZone::Militia if public.militia.is_some_and(|size| size > 0) => unknown_militia,
            HiddenZone::Militia => CardSet::EMPTY,
            HiddenZone::Market => public.unseen_market(),
        }
    }
}

impl kit::Hides for Arcana {
    type Zone = HiddenZone;
    type Hidden = Hidden;
    const HAS_GROUPS: bool = true;

    fn own_cards(view: &View) -> Option<Hidden> {
        consistency::check(view).ok()?;
        let mut hidden = Hidden::default();
        if let Some(seat) = view.viewer.seat() {
            hidden.seats[seat.index()] = view.own;
        }
        Some(hidden)
    }

    fn put(hidden: &mut Hidden, zone: HiddenZone, card: Card) {
        match zone {
            HiddenZone::Hand(seat) => hidden.seats[seat.index()].hand.insert(card),
            HiddenZone::DrawPile(seat) => hidden.seats[seat.index()].draw_pile.insert(card),
            HiddenZone::Cover(seat, number) => {
                hidden.seats[seat.index()].covers[usize::from(number)] = Some(card)
            }
            HiddenZone::Mustered(seat) => hidden.seats[seat.index()].mustered = Some(card),
            HiddenZone::Militia => hidden.militia.insert(card),
            HiddenZone::Market => hidden.market.insert(card),
        }
    }

    fn secrets(view: &View, hidden: &Hidden, rng: &mut dyn Rng) -> Secrets {
        let mut secrets = Secrets { own: hidden.seats, ..Secrets::before_deal() };
        for (pile, own) in secrets.draw_piles.iter_mut().zip(&hidden.seats) {
            lay(pile, own.draw_pile, rng);
        }
        lay(&mut secrets.militia, hidden.militia, rng);
        lay_market(&mut secrets, &view.public, hidden.market, rng);
        deal_objectives(&mut secrets, &view.public, view.viewer, rng);
        secrets
    }
}

/// The unseen market cards go to the unknown parts of piles, Game End to any of the free zone's
/// lowest places above the cycled cards; what is left is out of the game.
pub(super) fn lay_market(
    secrets: &mut Secrets,
    public: &Public,
    cards: CardSet,
    rng: &mut dyn Rng,
) {
    let mut cards: Vec<Card> = cards.iter().collect();
    shuffle(rng, &mut cards);
    let free = Zone::free(public.seats);
    for zone in public.zones() {
        let pile = &public.piles[zone.index()];
        let (known, unknown) = (pile.cycled(), pile.unknown());
        let game_end = (zone == free && public.has_game_end())
            .then(|| bounded(rng, unknown.min(GAME_END_PLACES).into()) as u8);
        let (bottom, rest) = secrets.piles[zone.index()].split_at_mut(known.len());
        bottom.iter_mut().zip(known.iter().rev()).for_each(|(to, card)| *to = Some(*card));
        for (place, height) in rest.iter_mut().zip(0..unknown) {
            *place = if game_end == Some(height) { None } else { cards.pop() };
        }
    }
}

/// Others' objectives, drawn from those that the viewer hasn't seen.
pub(super) fn deal_objectives(
    secrets: &mut Secrets,
    public: &Public,
    viewer: Viewer,
    rng: &mut dyn Rng,
) {
    let mut unseen: Vec<Objective> = all_objectives().collect();
    let mut see = |seen: Objective| {
        if let Some(at) = unseen.iter().position(|&it| it == seen) {
            unseen.remove(at);
        }
    };
    for (player, seat) in public.players.iter().zip(Seat::all(N as u8)) {
        if viewer.is(seat) {
            secrets.own[seat.index()].dealt.iter().flatten().for_each(|&own| see(own));
        } else {
            player.kept.iter().flatten().for_each(|&kept| see(kept));
        }
    }
    shuffle(rng, &mut unseen);
    for (player, seat) in public.players.iter().zip(Seat::all(N as u8)) {
        if viewer.is(seat) || player.objectives == 0 {
            continue;
        }
        let mut next = || unseen.pop().unwrap_or(Objective(super::Fief::OuterDistrict));
        let mut kept = player.kept;
        if player.objectives == 2 && kept.is_none() {
            kept = Some([next(), next()]);
        }
        let known = kept.map_or([None; 2], |kept| kept.map(Some));
        let mut dealt = [known[0], known[1], None, None].map(|it| it.unwrap_or_else(&mut next));
        dealt.sort_unstable();
        if let Some(kept) = &mut kept {
            kept.sort_unstable();
        }
        let own = &mut secrets.own[seat.index()];
        (own.dealt, own.kept) = (Some(dealt), kept);
    }
}
