//! Whole games, and positions in which a sensible player has one answer. Positions are real views
//! with some cards and levels put in by hand; what matters in them is stated, the rest is as dealt.

use super::style::Style;
use super::{choose, choose_by};
use crate::{Policy, policy};
use hierophant_rules::arcanum::agenda::{Agenda, Step};
use hierophant_rules::arcanum::{
    Action, Arcanum, Card, CardSet, Edition, House, Kind, Length, Majors, Setup, State, View,
};
use hierophant_rules::catalog::{self, Registered, RulesetId};
use hierophant_rules::{Outcome, Ruleset, Seat, SeatSet, Seed, ToAct, Viewer};

/// Plays a game in which `answer` speaks for each seat; every answer must be legal.
fn game(
    setup: &Setup,
    seed: u8,
    mut answer: impl FnMut(Seat, &View, &[Action]) -> Action,
) -> Outcome {
    let mut state = Arcanum::start(setup, &Seed::new([seed; 32]), &mut Vec::new())
        .expect("a setup without defects");
    let mut legal = Vec::new();
    for _ in 0..Arcanum::ANSWERS_MAX {
        let seat = match Arcanum::to_act(&state) {
            ToAct::Over(outcome) => return outcome,
            ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
        };
        Arcanum::legal(&state, seat, &mut legal);
        let action = answer(seat, &Arcanum::view(&state, Viewer::Seat(seat)), &legal);
        Arcanum::apply_quietly(&mut state, seat, action).expect("a legal answer");
    }
    panic!("a game without an end");
}

#[test]
fn every_kind_of_game_is_played_to_its_end_and_the_same_way_each_time() {
    let mut asked = [false; 32];
    for (seed, edition) in (0..).zip(Edition::ALL) {
        for (players, length, majors) in [
            (3, Length::Long, Majors::Full),
            (4, Length::Normal, Majors::Full),
            (4, Length::Normal, Majors::FromTurn3),
            (5, Length::Long, Majors::Full),
            (5, Length::Normal, Majors::None),
        ] {
            let setup = Setup { players, length, edition, majors, ..Setup::default() };
            game(&setup, seed, |_, view, legal| {
                asked[view.decision().expect("the seat is asked").kind as usize] = true;
                let action = choose(view, legal);
                assert_eq!(choose(view, legal), action);
                action
            });
        }
    }
    let never: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| !asked[kind as usize]).collect();
    assert!(never.is_empty(), "never asked: {never:?}");
}

/// The example `tune` measures how good it is.
#[test]
fn the_tuned_style_does_better_at_a_table_of_plain_ones() {
    let setup = Setup::default();
    let mut ahead = 0;
    for deal in 0..250 {
        for own_seat in Seat::all(setup.players) {
            let style = |seat| if seat == own_seat { Style::tuned() } else { Style::plain() };
            let standings =
                game(&setup, deal, |seat, view, legal| choose_by(style(seat), view, legal))
                    .standings;
            let all: i32 = standings.iter().map(|standing| standing.victory_points).sum();
            ahead += i32::from(setup.players) * standings[own_seat.index()].victory_points - all;
        }
    }
    assert!(ahead > 0, "{ahead}");
}

#[test]
fn it_beats_random_players() {
    let (deals, seats) = (15, 4);
    let mut won = 0;
    for deal in 0..deals {
        for own_seat in Seat::all(seats) {
            let mut others: Vec<Box<dyn Policy>> = Seat::all(seats)
                .map(|seat| {
                    policy("random", RulesetId::Arcanum, [seat.number() + 1; 32])
                        .expect("a listed policy")
                })
                .collect();
            let outcome = game(&Setup::default(), deal, |seat, view, legal| {
                if seat == own_seat {
                    return choose(view, legal);
                }
                let legal: Vec<_> = legal.iter().copied().map(catalog::Action::Arcanum).collect();
                let answer =
                    others[seat.index()].choose(&catalog::View::Arcanum(view.clone()), &legal);
                Arcanum::from_any_action(answer).expect("the legal actions are Arcanum's")
            });
            won += u32::from(outcome.standings[own_seat.index()].rank == 1);
        }
    }
    assert!(won >= 42, "{won} of 60 games won");
}

/// What is put into a view before it is asked.
struct Position {
    turn: u8,
    hand: Vec<Card>,
    row: Vec<Card>,
    prestige: [u8; 4],
    /// Face-down cards of each of the other three.
    rival_rows: u8,
    asks: Step,
    playing: Option<Card>,
}

impl Position {
    /// Seat 0, last to be active in the last turn: nothing moves the Houses any more.
    fn at_the_end(asks: Step) -> Position {
        Position {
            turn: 6,
            hand: vec![],
            row: vec![],
            prestige: [9, 6, 3, 0],
            rival_rows: 4,
            asks,
            playing: None,
        }
    }

    fn view(self) -> View {
        let state: State = Arcanum::start(&Setup::default(), &Seed::new([3; 32]), &mut Vec::new())
            .expect("the default");
        let (me, first) = (Seat::all(4).next().expect("seat 0"), Seat::new(1).expect("seat 1"));
        let mut view = Arcanum::view(&state, Viewer::Seat(me));
        view.own.hand = self.hand.into_iter().collect();
        view.own.row = self.row.into_iter().collect();
        let unseen = CardSet::MINORS.minus(view.own.hand).minus(view.own.row);
        view.public.turn = self.turn;
        view.public.first = first;
        view.public.active = Some(me);
        view.public.prestige = self.prestige;
        view.public.hand_sizes[0] = view.own.hand.len();
        view.public.row_sizes =
            [view.own.row.len(), self.rival_rows, self.rival_rows, self.rival_rows, 0];
        view.knowledge.rows = [CardSet::EMPTY, unseen, unseen, unseen, CardSet::EMPTY];
        view.public.playing = self.playing;
        view.public.asked = SeatSet::only(me);
        view.public.agenda = Agenda::from_steps(&[Step::TurnOver, self.asks]).expect("two steps");
        view
    }
}

#[track_caller]
fn check(position: Position, expected: Action) {
    let view = position.view();
    let legal = view.legal();
    assert!(legal.contains(&expected), "{expected} isn't among {legal:?}");
    assert_eq!(choose(&view, &legal), expected);
}

fn minor(house: House, value: u8) -> Card {
    Card::minor(house, value).expect("1 to 14")
}

#[test]
fn it_hides_where_the_card_changes_the_ranking() {
    let swords = vec![minor(House::Swords, 12), minor(House::Swords, 13), minor(House::Swords, 11)];
    let position = Position {
        row: swords,
        hand: vec![minor(House::Swords, 14), minor(House::Wands, 10)],
        ..Position::at_the_end(Step::MayHide)
    };
    check(position, Action::Hide(minor(House::Wands, 10)));
}

#[test]
fn it_hides_in_the_house_that_pays_best() {
    let hand = House::ALL.into_iter().map(|house| minor(house, 9)).collect();
    let prestige = [3, 0, 9, 6];
    let position = Position { hand, prestige, ..Position::at_the_end(Step::MayHide) };
    check(position, Action::Hide(minor(House::Chalices, 9)));
}

#[test]
fn it_raises_its_own_house_past_another() {
    let row = vec![minor(House::Wands, 14), minor(House::Wands, 13), minor(House::Wands, 12)];
    let position = Position {
        row,
        prestige: [9, 7, 3, 0],
        ..Position::at_the_end(Step::RaiseHouse { by: 3 })
    };
    check(position, Action::House(House::Wands));
}

#[test]
fn it_lowers_the_house_that_stands_before_its_own() {
    let row = vec![minor(House::Wands, 14), minor(House::Wands, 13), minor(House::Wands, 12)];
    let asks = Step::LowerHouse { not: House::Wands };
    let position = Position { row, prestige: [8, 8, 3, 8], ..Position::at_the_end(asks) };
    let view = position.view();
    let choice = choose(&view, &view.legal());
    assert!(matches!(choice, Action::House(House::Swords | House::Pentacles)), "{choice}");
}

#[test]
fn a_worthless_major_is_discarded_before_a_good_minor() {
    let wheel = Card::WHEEL;
    let hand = vec![minor(House::Wands, 14), minor(House::Swords, 14), wheel];
    let mut position = Position { hand, turn: 2, ..Position::at_the_end(Step::OthersDiscard) };
    position.rival_rows = 1;
    let mut view = position.view();
    view.public.active = Seat::new(2);
    let legal = view.legal();
    assert_eq!(choose(&view, &legal), Action::Discard(wheel));
}

#[test]
fn the_first_of_several_cards_leaves_the_others_to_be_picked() {
    // The last card of the hand is the worst: it can only be passed on second.
    let hand = vec![
        minor(House::Swords, 14),
        minor(House::Wands, 2),
        minor(House::Chalices, 14),
        Card::WHEEL,
    ];
    let position = Position { hand, turn: 2, ..Position::at_the_end(Step::GiveTwo) };
    check(position, Action::Give(minor(House::Wands, 2)));
}
