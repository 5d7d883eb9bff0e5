//! What the heuristic player does in whole games and in some plain positions.

use super::choose;
use hierophant_rules::arcanoid::{
    Action, Arcanoid, Card, Field, Kind, PendingAnswer, Setup, State, View,
};
use hierophant_rules::{Ruleset, Seat, Seed, ToAct, Viewer, bounded};

fn seed(number: u8, which: u8) -> Seed {
    let mut bytes = [which; 32];
    bytes[0] = number;
    Seed::new(bytes)
}

/// Plays a game with the heuristic player in `own_seat`, or everywhere if `None`; ranks by seat,
/// and how many answers it took.
fn play(players: u8, deal: u8, own_seat: Option<Seat>) -> (Vec<u8>, u32) {
    let setup = Setup { players, ..Setup::default() };
    let mut state: State =
        Arcanoid::start(&setup, &seed(deal, 0), &mut Vec::new()).expect("a sound setup");
    let mut rng = seed(deal, 1).at(0, 0);
    let (mut legal, mut answers) = (Vec::new(), 0);
    loop {
        let seat = match Arcanoid::to_act(&state) {
            ToAct::Over(outcome) => {
                return (outcome.standings.iter().map(|standing| standing.rank).collect(), answers);
            }
            ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
        };
        Arcanoid::legal(&state, seat, &mut legal);
        let action = if own_seat.is_none_or(|own_seat| own_seat == seat) {
            let view = Arcanoid::view(&state, Viewer::Seat(seat));
            let action = choose(&view, &legal);
            assert_eq!(action, choose(&view, &legal), "equal inputs, equal answer");
            action
        } else {
            legal[bounded(&mut rng, legal.len() as u32) as usize]
        };
        assert!(legal.contains(&action));
        Arcanoid::apply_quietly(&mut state, seat, action).expect("it is legal");
        answers += 1;
    }
}

#[test]
fn it_beats_three_that_play_at_random() {
    let (mut games, mut won) = (0, 0);
    for deal in 0..12 {
        for own_seat in Seat::all(4) {
            let (ranks, _) = play(4, deal, Some(own_seat));
            games += 1;
            won += usize::from(ranks[own_seat.index()] == 1);
        }
    }
    println!("{won} of {games}");
    assert!(won * 10 >= games * 9, "{won} of {games}");
}

#[test]
fn games_among_its_like_end_before_long() {
    for players in [2, 3, 4, 6, 10] {
        let (_, answers) = play(players, players, None);
        println!("{players} players: {answers} answers");
        assert!(answers < 1_000 * u32::from(players));
    }
}

#[test]
fn it_never_hangs_back_once_the_stock_has_ended() {
    let setup = Setup { max_renewals: 0, rounds: Some(1), ..Setup::default() };
    let mut state: State =
        Arcanoid::start(&setup, &seed(5, 0), &mut Vec::new()).expect("a sound setup");
    let mut legal = Vec::new();
    while let ToAct::Seats(seats) = Arcanoid::to_act(&state) {
        let seat = seats.iter().next().expect("a live game waits for a seat");
        Arcanoid::legal(&state, seat, &mut legal);
        let view = Arcanoid::view(&state, Viewer::Seat(seat));
        let action = choose(&view, &legal);
        let is_late = view.public.stock_ended && view.asked_kind() == Some(Kind::Act);
        assert!(!is_late || !matches!(action, Action::Discard(_)), "{action:?}");
        Arcanoid::apply_quietly(&mut state, seat, action).expect("it is legal");
    }
}

/// What the first player of a new game does with these cards, up to the end of an engagement that
/// it begins.
fn first_turn(hand: &[Card]) -> Vec<Action> {
    let setup = Setup { first: Some(Seat::FIRST), ..Setup::default() };
    let state = Arcanoid::start(&setup, &seed(1, 0), &mut Vec::new()).expect("a sound setup");
    let mut view: View = Arcanoid::view(&state, Viewer::Seat(Seat::FIRST));
    view.own.hand = hand.iter().copied().collect();
    let mut actions = Vec::new();
    loop {
        let action = choose(&view, &view.legal());
        actions.push(action);
        match action {
            Action::Engage(fields) => {
                view.answer = PendingAnswer { fields, ..PendingAnswer::default() }
            }
            Action::Pick(card) => view.answer.cards = view.answer.cards.with(card),
            _ => return actions,
        }
    }
}

fn numeric(suit: Field, value: u8) -> Card {
    Card::minor(suit, value).expect("a value")
}

#[test]
fn the_world_and_the_imperial_couple_are_engaged_at_once() {
    let [two, three] = [numeric(Field::Swords, 2), numeric(Field::Cups, 3)];
    let actions = first_turn(&[two, three, Card::WORLD]);
    assert!(
        matches!(actions[..], [Action::Engage(fields), Action::Pick(Card::WORLD), Action::Done] if fields.len() == 1)
    );
    let actions = first_turn(&[two, three, Card::EMPRESS, Card::EMPEROR]);
    let couple = [Action::Pick(Card::EMPRESS), Action::Pick(Card::EMPEROR), Action::Done];
    assert!(
        matches!(actions[0], Action::Engage(fields) if fields.len() == 2) && actions[1..] == couple,
        "{actions:?}"
    );
}

#[test]
fn weak_cards_wait_and_the_least_one_goes() {
    let hand = [9, 2].map(|value| numeric(Field::Swords, value));
    let actions = first_turn(&[hand[0], hand[1], Card::LOVERS, Card::DEATH]);
    assert_eq!(actions, [Action::Discard(Card::DEATH)]);
}

#[test]
fn majors_that_give_more_are_played_first() {
    let [two, nine] = [2, 9].map(|value| numeric(Field::Swords, value));
    for major in [
        Card::DEVIL,
        Card::STRENGTH,
        Card::JUSTICE,
        Card::HERMIT,
        Card::PRIESTESS,
        Card::HIEROPHANT,
    ] {
        assert_eq!(first_turn(&[two, nine, Card::DEATH, major]), [Action::Play(major)]);
    }
}
