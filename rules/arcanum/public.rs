//! The part of a position that all viewers see, and how events change it.
//!
//! State and views share this type. It is the allow-list: whatever stands here is shown to all, and
//! nothing else is. It changes through its fold alone (the agenda apart, which the referee works
//! off between two events).

use super::Arcanum;
use super::agenda::Agenda;
use super::cards::{
    Card, CardSet, FIGURES, Figure, FigureSet, House, LOCATIONS, Location, LocationSet, Pile,
};
use super::event::Event;
use super::pending_answer::PendingAnswer;
use super::setup::{N, Setup};
use crate::{Outcome, Seat, SeatSet, kit};

/// A House's prestige goes no higher.
pub const PRESTIGE_MAX: u8 = 21;

/// The Tower on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TowerOnBoard {
    /// Who played it.
    pub owner: Seat,
    /// What it covers.
    pub covered: LocationSet,
}

/// Everything that all viewers see. Arrays by seat have five entries; those beyond the table stay
/// empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    /// 1-based.
    pub turn: u8,
    /// Who has the first-player pawn.
    pub first: Seat,
    /// Whose activation it is, in phase B.
    pub active: Option<Seat>,
    /// The active seat's Minor has left its hand to be played.
    pub minor_played: bool,
    /// The active seat has played its Major.
    pub major_played: bool,
    /// The Devil doubles gains and losses until the activation ends.
    pub devil: bool,
    /// The card whose effects run.
    pub playing: Option<Card>,
    /// By seat, never below 0.
    pub victory_points: [i32; N],
    /// By House, 0..=21.
    pub prestige: [u8; 4],
    /// By figure; `None` while Judgement keeps it off the board.
    pub figures: [Option<Location>; FIGURES as usize],
    /// The Tower, while it is on the board.
    pub tower: Option<TowerOnBoard>,
    /// By seat: the figures that its Judgement took off the board.
    pub removed: [FigureSet; N],
    /// Both discard piles.
    pub discards: CardSet,
    /// By seat: the open cards of its hidden row (Sun).
    pub open: [CardSet; N],
    /// By seat: cards in hand.
    pub hand_sizes: [u8; N],
    /// By seat: face-down cards of the hidden row.
    pub row_sizes: [u8; N],
    /// Cards in the Minor and in the Major draw pile.
    pub pile_sizes: [u8; 2],
    /// What is asked now and what is still to happen, the next step last.
    pub agenda: Agenda,
    /// The seats that the present decision was put to; doesn't shrink as they answer.
    pub asked: SeatSet,
    /// The game is over.
    pub ended: bool,
}

impl kit::Public<Arcanum> for Public {
    kit::asked_fields!(Agenda);

    fn final_outcome(&self, setup: &Setup) -> Option<Outcome> {
        self.ended.then(|| self.outcome(setup))
    }

    #[inline]
    fn open_cards(&self) -> CardSet {
        Public::open_cards(self)
    }

    fn fold(&mut self, event: &Event) {
        Public::fold(self, event);
    }

    fn fold_answer(&self, event: &Event, viewer: Seat, answer: &mut PendingAnswer) {
        match event {
            Event::Picked { seat, action, complete } if *seat == viewer => {
                answer.pick(viewer, *action, *complete)
            }
            Event::Asked { .. } | Event::Ended => *answer = PendingAnswer::default(),
            _ => {}
        }
    }
}

impl Public {
    /// Before the deal: all cards in the piles, no figure on the board.
    pub(super) fn before_deal(first: Seat) -> Public {
        Public {
            turn: 0,
            first,
            active: None,
            minor_played: false,
            major_played: false,
            devil: false,
            playing: None,
            victory_points: [0; N],
            prestige: [0; 4],
            figures: [None; FIGURES as usize],
            tower: None,
            removed: [FigureSet::EMPTY; N],
            discards: CardSet::EMPTY,
            open: [CardSet::EMPTY; N],
            hand_sizes: [0; N],
            row_sizes: [0; N],
            pile_sizes: [CardSet::MINORS.len(), CardSet::MAJORS.len()],
            agenda: Agenda::EMPTY,
            asked: SeatSet::EMPTY,
            ended: false,
        }
    }

    /// The locations that the Tower closes.
    pub fn covered(&self) -> LocationSet {
        self.tower.map_or(LocationSet::EMPTY, |tower| tower.covered)
    }

    /// The locations that figures may leave and enter.
    pub fn uncovered(&self) -> LocationSet {
        LocationSet::ALL.minus(self.covered())
    }

    /// The figures on the board that the Tower doesn't hold.
    pub fn movable(&self) -> FigureSet {
        let uncovered = self.uncovered();
        let on_one =
            |location: &Option<Location>| location.is_some_and(|at| uncovered.contains(at));
        let bits = self
            .figures
            .iter()
            .rev()
            .fold(0, |bits, location| bits << 1 | u16::from(on_one(location)));
        FigureSet::from_bits(bits).unwrap_or_default()
    }

    /// The figures that playing `minor` may move: none if its move is impossible.
    pub fn movable_by(&self, minor: Card) -> FigureSet {
        let mut from = self.uncovered();
        let candidates = match (minor.location(), minor.house(), minor.figure()) {
            (Some(target), Some(house), _) if from.contains(target) => {
                from.remove(target);
                FigureSet::of(house)
            }
            // At least three locations are uncovered, so that a movable figure always has somewhere
            // to go.
            (None, _, Some(figure)) => FigureSet::only(figure),
            _ => FigureSet::EMPTY,
        };
        let on_one = |figure: &Figure| {
            self.figures[figure.index()].is_some_and(|location| from.contains(location))
        };
        candidates.iter().filter(on_one).collect()
    }

    /// The Minors whose move is possible.
    pub fn minors_that_move(&self) -> CardSet {
        CardSet::MINORS.iter().filter(|&minor| !self.movable_by(minor).is_empty()).collect()
    }

    /// Where `figure` may go: every uncovered location but its own.
    pub fn destinations(&self, figure: Figure) -> LocationSet {
        let mut destinations = self.uncovered();
        if let Some(location) = self.figures[figure.index()] {
            destinations.remove(location);
        }
        destinations
    }

    /// The cards that lie open to all.
    #[inline]
    pub fn open_cards(&self) -> CardSet {
        let mut cards = self.open.iter().fold(self.discards, |cards, open| cards.union(*open));
        if let Some(card) = self.playing {
            cards.insert(card);
        }
        if self.tower.is_some() {
            cards.insert(Card::TOWER);
        }
        cards
    }

    /// The place of each House by prestige, 1..=4; equal Houses share the better one.
    pub fn house_places(&self) -> [u8; 4] {
        self.prestige
            .map(|level| self.prestige.iter().filter(|&&other| other > level).count() as u8 + 1)
    }

    /// The Houses from the first place down, equal ones in suit order.
    pub fn houses_by_place(&self) -> [House; 4] {
        let mut houses = House::ALL;
        houses.sort_by_key(|house| core::cmp::Reverse(self.prestige[house.index()]));
        houses
    }

    /// The duty to play a Minor binds `seat`: it is active and its Minor is still to come.
    pub fn has_duty(&self, seat: Seat) -> bool {
        self.active == Some(seat) && !self.minor_played
    }

    /// The result, as it stands now: VP, then cards in hand.
    pub fn outcome(&self, setup: &Setup) -> Outcome {
        let scores = core::array::from_fn::<_, N, _>(|i| {
            (self.victory_points[i], i32::from(self.hand_sizes[i]))
        });
        Outcome::by_score(&scores[..setup.players as usize])
    }

    /// Applies what an event, as any viewer sees it, changes in the public part.
    pub(super) fn fold(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { turn, first } => {
                self.turn = *turn;
                self.first = *first;
            }
            Event::FiguresPlaced { at } => self.figures = at.map(Some),
            Event::ActivationBegan { seat } => {
                self.active = Some(*seat);
                self.minor_played = false;
                self.major_played = false;
            }
            Event::ActivationEnded { .. } => {
                self.active = None;
                self.devil = false;
            }
            Event::Drew { seat, pile, faces, .. } => {
                less(&mut self.pile_sizes[pile.index()], faces.count());
                more(&mut self.hand_sizes[seat.index()], faces.count());
            }
            Event::Vaulted { seat, faces } => {
                less(&mut self.pile_sizes[Pile::Minor.index()], faces.count());
                more(&mut self.row_sizes[seat.index()], faces.count());
            }
            Event::Reshuffled { pile } => {
                let cards = self.discards.and(pile.cards());
                self.discards = self.discards.minus(cards);
                more(&mut self.pile_sizes[pile.index()], cards.len());
            }
            Event::Discarded { seat, cards } => {
                less(&mut self.hand_sizes[seat.index()], cards.len());
                self.discards = self.discards.union(*cards);
            }
            Event::Hid { seat, faces } => {
                less(&mut self.hand_sizes[seat.index()], faces.count());
                more(&mut self.row_sizes[seat.index()], faces.count());
            }
            Event::FoolHidden { seat } => {
                less(&mut self.hand_sizes[seat.index()], 1);
                more(&mut self.row_sizes[seat.index()], 1);
                self.major_played = true;
            }
            Event::MinorPlayed { seat, card, .. } => {
                less(&mut self.hand_sizes[seat.index()], 1);
                self.playing = Some(*card);
                self.minor_played = true;
            }
            Event::MajorPlayed { seat, card } => {
                less(&mut self.hand_sizes[seat.index()], 1);
                self.playing = Some(*card);
                self.major_played = true;
            }
            Event::CardDone { card } => {
                self.playing = None;
                self.discards.insert(*card);
            }
            Event::DevilInvoked => self.devil = true,
            Event::FigureMoved { figure, to } => self.figures[figure.index()] = Some(*to),
            Event::PrestigeChanged { levels, .. } => self.prestige = *levels,
            Event::VictoryPointsChanged { seat, total, .. } => {
                self.victory_points[seat.index()] = *total
            }
            Event::TowerLaid { seat, covered } => {
                self.playing = None;
                self.tower = Some(TowerOnBoard { owner: *seat, covered: *covered });
            }
            Event::TowerLifted => {
                self.tower = None;
                self.discards.insert(Card::TOWER);
            }
            Event::FiguresRemoved { seat, figures } => {
                self.removed[seat.index()] = *figures;
                for figure in figures.iter() {
                    self.figures[figure.index()] = None;
                }
            }
            Event::FigureReturned { seat, figure, to } => {
                self.removed[seat.index()].remove(*figure);
                self.figures[figure.index()] = Some(*to);
            }
            Event::Exchanged { seat, count, opened, .. } => {
                let i = seat.index();
                self.open[i] = self.open[i].minus(*opened);
                more(&mut self.row_sizes[i], opened.len());
                debug_assert!(opened.len() <= *count);
            }
            Event::TurnedUp { seat, cards } => {
                less(&mut self.row_sizes[seat.index()], cards.len());
                self.open[seat.index()] = self.open[seat.index()].union(*cards);
            }
            Event::HouseScored { awards, .. } => {
                for (points, award) in self.victory_points.iter_mut().zip(awards) {
                    *points += award;
                }
            }
            Event::RowsDiscarded { cards } => {
                self.open = [CardSet::EMPTY; N];
                self.row_sizes = [0; N];
                self.discards = self.discards.union(*cards);
                self.prestige = [0; 4];
            }
            Event::Asked { seats, agenda } => {
                self.asked = *seats;
                self.agenda = *agenda;
            }
            Event::Ended => {
                self.asked = SeatSet::EMPTY;
                self.agenda = Agenda::EMPTY;
                self.ended = true;
            }
            // The Wheel moves as many cards out of a hand as the seat could give, and those of its
            // right neighbour in.
            Event::Passed { passed, seats } => {
                for seat in Seat::all(*seats) {
                    less(&mut self.hand_sizes[seat.index()], passed[seat.index()].count());
                    more(
                        &mut self.hand_sizes[seat.clockwise(1, *seats).index()],
                        passed[seat.index()].count(),
                    );
                }
            }
            Event::ShowsMinors { .. }
            | Event::Declined { .. }
            | Event::Picked { .. }
            | Event::ScoringBegan { .. }
            | Event::Shown { .. }
            | Event::FoolDeclared { .. } => {}
        }
    }
}

const _: () = assert!(LOCATIONS as usize == 10);

/// Takes away from a size. Events that come from a broken or hostile service may say anything: then
/// it stops at 0.
fn less(size: &mut u8, by: u8) {
    *size = size.saturating_sub(by);
}

/// Adds to a size, likewise.
fn more(size: &mut u8, by: u8) {
    *size = size.saturating_add(by);
}
