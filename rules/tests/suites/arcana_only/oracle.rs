//! An oracle for legal lists: a second statement of which answers the rules allow, from the fields
//! of a view, action by action, in slots and numbers instead of sets.

use crate::play::{Table, all_actions, chance, seed};
use hierophant_rules::arcana::rows::{Shown, Slot};
use hierophant_rules::arcana::{Action, Arcana, Card, Kind, View, Zone};
use hierophant_rules::testing::{Inspect, Testable};
use hierophant_rules::{Ruleset, Seat, Viewer};

#[test]
fn legal_lists_are_what_an_oracle_says() {
    let actions = all_actions::<Arcana>();
    let (mut judged, mut legal) = (vec![0; Kind::ALL.len()], Vec::new());
    for (case, setup) in (0..).zip(Arcana::setups()) {
        let mut rng = chance(20, case);
        let mut table = Table::<Arcana>::deal(&setup, &seed(case));
        while let Some(answer) = table.choose(&mut rng) {
            let view = Arcana::view(&table.state, Viewer::Seat(answer.0));
            let kind = Arcana::decision(&table.state, answer.0).expect("it is asked").kind;
            let oracle = Oracle { view: &view, seat: answer.0 };
            let expected: Vec<Action> =
                actions.iter().copied().filter(|&action| oracle.allows(kind, action)).collect();
            Arcana::legal(&table.state, answer.0, &mut legal);
            assert_eq!(legal, expected, "{kind:?} of {view:#?}");
            judged[Arcana::kind_number(kind)] += 1;
            table.answer(answer);
        }
    }
    println!("judged by kind {judged:?}");
    assert!(judged.iter().all(|&count| count > 20), "{judged:?}");
}

struct Oracle<'a> {
    view: &'a View,
    seat: Seat,
}

/// Numbers of the first relic, location and militia card.
const RELICS: u8 = 73;
const LOCATIONS: u8 = 101;
const MILITIA: u8 = 129;

impl Oracle<'_> {
    fn slots(&self) -> &[Slot] {
        self.view.public.rows.all()
    }

    fn zone_count(&self) -> u8 {
        if self.view.setup.players == 3 { 4 } else { 5 }
    }

    /// Has a stake, isn't locked.
    fn is_open(&self, zone: Zone) -> bool {
        zone.number() < self.zone_count()
            && self.view.public.piles[zone.index()].stake.is_some()
            && !self.view.public.locked.contains(zone)
    }

    fn open(&self) -> Vec<Zone> {
        (0..5).filter_map(Zone::new).filter(|&zone| self.is_open(zone)).collect()
    }

    fn is_operative(&self, slot: &Slot) -> bool {
        match slot.shown {
            Shown::Card(card) => card.number() < RELICS,
            Shown::Operative(_) => true,
            Shown::Militia(_) => false,
        }
    }

    /// Where an own operative lies.
    fn zone_of_own(&self, card: Card) -> Option<Zone> {
        let lies = |slot: &&Slot| {
            slot.owner == self.seat
                && match slot.shown {
                    Shown::Card(shown) => shown == card,
                    Shown::Operative(cover) => {
                        self.view.own.covers[usize::from(cover)] == Some(card)
                    }
                    Shown::Militia(_) => false,
                }
        };
        self.slots().iter().find(lies).map(|slot| slot.zone).filter(|_| card.number() < RELICS)
    }

    /// Where another seat's face-up operative lies.
    fn zone_of_rival(&self, card: Card) -> Option<Zone> {
        let lies = |slot: &&Slot| slot.owner != self.seat && slot.shown == Shown::Card(card);
        self.slots().iter().find(lies).map(|slot| slot.zone).filter(|_| card.number() < RELICS)
    }

    fn has_own_in(&self, zone: Zone) -> bool {
        self.slots()
            .iter()
            .any(|slot| slot.zone == zone && slot.owner == self.seat && self.is_operative(slot))
    }

    fn can_bribe_in(&self, zone: Zone) -> bool {
        let stake = self.view.public.piles[zone.index()].stake;
        let sold = stake.is_some_and(|card| card.number() < RELICS && card.price().is_some());
        self.is_open(zone) && sold && self.has_own_in(zone)
    }

    fn can_peek_in(&self, zone: Zone) -> bool {
        let hides = |slot: &Slot| {
            slot.zone == zone && slot.owner != self.seat && !matches!(slot.shown, Shown::Card(_))
        };
        self.is_open(zone) && self.slots().iter().any(hides)
    }

    fn can_cycle_in(&self, zone: Zone) -> bool {
        self.is_open(zone)
            && self.view.public.piles[zone.index()].size > 0
            && self.slots().iter().all(|slot| slot.zone != zone)
    }

    fn can_retrieve(&self, location: Card, card: Card) -> bool {
        let most = if location.id() == "hospice" { LOCATIONS } else { RELICS };
        let resources = self.view.public.players[self.seat.index()].resources;
        card.number() < most && resources.contains(card)
    }

    fn can_raid(&self, seat: Seat) -> bool {
        seat.number() < self.view.setup.players
            && seat != self.seat
            && self.view.public.players[seat.index()].hand > 0
    }

    fn cards() -> impl Iterator<Item = Card> {
        (0..MILITIA).filter_map(Card::new)
    }

    /// Whether a location does anything.
    fn does_something(&self, location: Card) -> bool {
        let open = self.open();
        let own = || {
            Oracle::cards()
                .any(|card| self.zone_of_own(card).is_some_and(|zone| self.is_open(zone)))
        };
        let rival = || {
            Oracle::cards()
                .any(|card| self.zone_of_rival(card).is_some_and(|zone| self.is_open(zone)))
        };
        match location.id() {
            "money_changers" | "swing_bridge" => open.len() >= 2,
            "courier_post" | "coach_yard" => own() && open.len() >= 2,
            "labyrinth_lane" | "hedge_maze" => rival() && open.len() >= 2,
            "blades_house" | "ferrymen_house" | "thieves_house" | "usurers_house"
            | "anchor_tavern" | "barracks" => own(),
            "town_gaol" | "court_house" => rival(),
            "observatory" | "hall_of_mirrors" => open.iter().any(|&zone| self.can_peek_in(zone)),
            "city_gate" | "customs_house" => open.iter().any(|&zone| self.can_cycle_in(zone)),
            "great_library" | "trading_office" => {
                self.view.public.players[self.seat.index()].draw_pile > 0
            }
            "bath_house" | "hospice" => {
                Oracle::cards().any(|card| self.can_retrieve(location, card))
            }
            "watchtower" | "drawbridge" => !open.is_empty(),
            "night_market" | "gambling_den" => Seat::all(4).any(|seat| self.can_raid(seat)),
            "sewers" | "catacombs" => !self.view.public.covers.contains(self.seat),
            other => panic!("{other} is no location"),
        }
    }

    fn allows(&self, kind: Kind, action: Action) -> bool {
        let picks: Vec<Card> = self.view.answer.picks.iter().collect();
        let zones: Vec<Zone> = self.view.answer.zones.iter().flatten().copied().collect();
        let ascends = |card: Card| picks.iter().all(|&picked| picked < card);
        let enacted = match self.view.answer.begun {
            Some(Action::Enact(card)) => Some(card),
            _ => None,
        };
        match (kind, action) {
            (Kind::Guild, Action::Guild(guild)) => {
                self.view.public.players.iter().all(|player| player.guild != Some(guild))
            }
            (Kind::Objectives, Action::Objective(_)) => self.allows_objective(action),
            (Kind::Act, _) => self.allows_act(action),
            (Kind::Place | Kind::Muster | Kind::Lock, Action::Zone(zone)) => self.is_open(zone),
            (Kind::Bribe, Action::Zone(zone)) => zones.is_empty() && self.can_bribe_in(zone),
            (Kind::Bribe, Action::Pick(card)) => {
                let here = self.zone_of_own(card).is_some_and(|zone| zones == [zone]);
                here && ascends(card)
            }
            (Kind::Bribe, Action::Done) => !picks.is_empty(),
            (Kind::Swap, Action::Zone(zone)) => match zones[..] {
                [] => self.is_open(zone) && self.open().iter().any(|&other| other > zone),
                [first] => self.is_open(zone) && zone > first,
                _ => false,
            },
            (Kind::MoveOwn, Action::Pick(card)) => {
                let free = self.zone_of_own(card).is_some_and(|zone| self.is_open(zone));
                free && picks.len() == zones.len() && ascends(card)
            }
            (Kind::MoveOwn | Kind::MoveRival, Action::Zone(zone)) => {
                let picked = picks.get(zones.len()).copied();
                let from = picked.and_then(|card| {
                    self.zone_of_own(card)
                        .filter(|_| kind == Kind::MoveOwn)
                        .or_else(|| self.zone_of_rival(card).filter(|_| kind == Kind::MoveRival))
                });
                from.is_some_and(|from| from != zone && self.is_open(zone))
            }
            (Kind::MoveOwn, Action::Done) => zones.len() == 1 && picks.len() == 1,
            (Kind::MoveRival, Action::Pick(card)) => {
                let exposed = self.zone_of_rival(card).is_some_and(|zone| self.is_open(zone));
                picks.is_empty() && exposed
            }
            (Kind::Recall, Action::Pick(card)) => {
                self.zone_of_own(card).is_some_and(|zone| self.is_open(zone))
            }
            (Kind::Expel, Action::Pick(card)) => {
                self.zone_of_rival(card).is_some_and(|zone| self.is_open(zone))
            }
            // The second look has a step of its own, and isn't an answer begun.
            (Kind::Peek, Action::Zone(zone)) => {
                self.can_peek_in(zone) && (enacted.is_some() || !self.was_looked_at(zone))
            }
            (Kind::Peek, Action::Done) => enacted.is_none(),
            (Kind::Cycle, Action::Zone(zone)) => self.can_cycle_in(zone),
            (Kind::Retrieve, Action::Pick(card)) => {
                enacted.is_some_and(|location| self.can_retrieve(location, card))
            }
            (Kind::Raid, Action::Seat(seat)) => self.can_raid(seat),
            (Kind::Keep, Action::ToPile | Action::UnderBase) => true,
            _ => false,
        }
    }

    /// The zone looked at first is named by the step that asks.
    fn was_looked_at(&self, zone: Zone) -> bool {
        let step = format!("{:?}", self.view.public.agenda.next());
        step.contains(&format!("first: {zone:?}"))
    }

    fn allows_objective(&self, action: Action) -> bool {
        let Action::Objective(objective) = action else { return false };
        let mut left: Vec<_> = self.view.own.dealt.expect("they were dealt").to_vec();
        if let [Some(first), None] = self.view.answer.objectives {
            let at = left.iter().position(|&dealt| dealt == first).expect("it was dealt");
            left.remove(at);
            return left.contains(&objective) && objective >= first;
        }
        let Some(at) = left.iter().position(|&dealt| dealt == objective) else { return false };
        left.remove(at);
        left.iter().any(|&other| other >= objective)
    }

    fn allows_act(&self, action: Action) -> bool {
        let Some(card) = action.card() else { return false };
        let (number, is_open) = (card.number(), !self.open().is_empty());
        let holds = self.view.own.hand.contains(card);
        holds
            && match action {
                Action::Discard(_) => true,
                Action::Place(_) => number < RELICS && is_open,
                Action::Bribe(_) => {
                    let is_relic = (RELICS..LOCATIONS).contains(&number);
                    is_relic && self.open().iter().any(|&zone| self.can_bribe_in(zone))
                }
                Action::Muster(_) => {
                    let deck = self.view.public.militia.unwrap_or(0);
                    self.view.setup.militia
                        && deck > 0
                        && is_open
                        && (RELICS..LOCATIONS).contains(&number)
                }
                Action::Enact(_) => number >= LOCATIONS && self.does_something(card),
                _ => false,
            }
    }
}
