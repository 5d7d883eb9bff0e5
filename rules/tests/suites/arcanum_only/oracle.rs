//! A second statement of which answers are legal, from the rulebook and our rulings, by brute
//! force: all complete choices are listed, and an answer is legal if it continues one of them.
//! Written independently of the implementation.

use super::oracle_choices::{Choices, next_of};
use crate::play::{Table, chance, seed};
use hierophant_rules::arcanum::agenda::Step;
use hierophant_rules::arcanum::{
    Action, Arcanum, Card, CardSet, Edition, Figure, House, Kind, Location, Majors, View,
};
use hierophant_rules::testing::{Inspect, Testable};
use hierophant_rules::{Ruleset, Seat, ToAct, Viewer};
use std::collections::BTreeSet;

/// Cards that a hand keeps after a draw.
const HAND_LIMIT: u8 = 7;

/// T28, T29: at every decision of some hundred games the legal list is the oracle's.
#[test]
fn the_oracle_agrees_with_every_legal_list() {
    let (mut kinds, mut bound_by_duty, mut covered, mut idle) = ([0; 24], 0, 0, 0);
    for (case, setup) in (0..).zip(Arcanum::setups().into_iter().cycle().take(540)) {
        let mut rng = chance(9, case);
        let mut table = Table::<Arcanum>::deal(&setup, &seed(case));
        while let Some(answer) = table.choose(&mut rng) {
            let ToAct::Seats(seats) = Arcanum::to_act(&table.state) else {
                unreachable!("a seat has just answered")
            };
            for seat in seats.iter() {
                let view = Arcanum::view(&table.state, Viewer::Seat(seat));
                let kind = check(&view, &table);
                kinds[Arcanum::kind_number(kind)] += 1;
                bound_by_duty +=
                    usize::from(legal(&view, kind) != legal(&without_duty(&view), kind));
                covered += usize::from(view.public.tower.is_some());
                let minors = view.own.hand.minors();
                idle += usize::from(
                    kind == Kind::Play
                        && !minors.is_empty()
                        && !minors.iter().any(|card| moves(&view, card)),
                );
            }
            table.answer(answer);
        }
    }
    println!(
        "agreed by kind {kinds:?}; the duty bound {bound_by_duty}; under a Tower {covered}; no Minor moved {idle}"
    );
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    assert!(bound_by_duty > 100 && covered > 1000 && idle > 10, "{bound_by_duty} {covered} {idle}");
}

fn check(view: &View, table: &Table<Arcanum>) -> Kind {
    let kind = view.decision().expect("the seat is asked").kind;
    let by_rules: Vec<Action> = legal(view, kind).into_iter().collect();
    let answers = table.answers.len();
    assert_eq!(
        view.legal(),
        by_rules,
        "{kind:?} after {answers} answers: left the ruleset, right the oracle; hand {:?} row {:?} answer {:?} {:?}",
        view.own.hand,
        view.own.row,
        view.answer,
        view.public
    );
    kind
}

/// The same view, had its seat played a Minor already.
fn without_duty(view: &View) -> View {
    let mut free = view.clone();
    free.public.minor_played |= view.asked_kind() != Some(Kind::Play);
    free
}

/// The legal answers of the viewer, by the rules.
pub(super) fn legal(view: &View, kind: Kind) -> BTreeSet<Action> {
    match kind {
        Kind::Play => play(view),
        Kind::Draw | Kind::Artisan => draw(view),
        Kind::Harbour => [Action::DrawMinors, Action::Pass].into(),
        Kind::Fields => [Action::Raise, Action::Lower, Action::Pass].into(),
        Kind::RaiseHouse => House::ALL.map(Action::House).into(),
        Kind::LowerHouse => {
            let Some(Step::LowerHouse { not }) = view.public.agenda.next() else {
                panic!("that is another step")
            };
            House::ALL.into_iter().filter(|house| *house != not).map(Action::House).collect()
        }
        Kind::FoolHouse => fool_house(view),
        Kind::ChooseFigure => choose_figure(view),
        Kind::ChooseLocation => choose_location(view),
        Kind::ReturnFigure => return_figure(view),
        Kind::LayTower => view.setup.board.placements.iter().copied().map(Action::Cover).collect(),
        Kind::RemoveFigures => remove_figures(view),
        Kind::HideOne
        | Kind::DiscardToLimit
        | Kind::Market
        | Kind::Cathedral
        | Kind::MayHide
        | Kind::DiscardOne
        | Kind::HideSome
        | Kind::GiveTwo
        | Kind::Death
        | Kind::Exchange
        | Kind::TurnUp => next_of(view, &choices(view, kind)),
    }
}

/// Whether the game has Majors to draw in this turn.
fn has_majors(view: &View) -> bool {
    match view.setup.majors {
        Majors::Full => true,
        Majors::FromTurn3 => view.public.turn >= 3,
        Majors::None => false,
    }
}

/// A choice of drawing Majors isn't offered while they are out of the game.
fn draw(view: &View) -> BTreeSet<Action> {
    let mut legal = BTreeSet::from([Action::DrawMinors]);
    if has_majors(view) {
        legal.insert(Action::DrawMajor);
    }
    legal
}

/// Whether the Tower leaves this location open.
fn is_open(view: &View, location: Location) -> bool {
    !view.public.tower.is_some_and(|tower| tower.covered.contains(location))
}

/// Where a figure stands if it may leave its place: on the board, not under the Tower.
fn leaves(view: &View, figure: Figure) -> Option<Location> {
    view.public.figures[figure.index()].filter(|&place| is_open(view, place))
}

/// Whether the figure may move there.
fn may_move(view: &View, figure: Figure, to: Location) -> bool {
    leaves(view, figure).is_some_and(|from| from != to) && is_open(view, to)
}

/// The moves that a Minor allows.
fn moves_of(view: &View, minor: Card) -> Vec<(Figure, Location)> {
    let figures = Figure::all().filter(|&figure| match minor.figure() {
        Some(named) => figure == named,
        None => Some(figure.house()) == minor.house(),
    });
    let targets =
        |_: &Figure| Location::all().filter(|&to| minor.location().is_none_or(|named| named == to));
    let pairs = figures.flat_map(|figure| targets(&figure).map(move |to| (figure, to)));
    pairs.filter(|&(figure, to)| may_move(view, figure, to)).collect()
}

fn moves(view: &View, minor: Card) -> bool {
    !moves_of(view, minor).is_empty()
}

/// One Minor, one Major, in either order; a Minor that moves something if there is one in hand.
fn play(view: &View) -> BTreeSet<Action> {
    let mut legal = BTreeSet::new();
    let minors = view.own.hand.minors();
    if !view.public.minor_played {
        let some_move = minors.iter().any(|card| moves(view, card));
        legal.extend(
            minors.iter().filter(|&card| moves(view, card) || !some_move).map(Action::Play),
        );
    }
    if !view.public.major_played {
        legal.extend(view.own.hand.majors().iter().map(Action::Play));
        if view.own.hand.contains(Card::FOOL) {
            legal.insert(Action::HideFool);
        }
    }
    if view.public.minor_played || minors.is_empty() {
        legal.insert(Action::End);
    }
    legal
}

/// The Minor in play moves a figure of its suit to its location; a joker move any figure, or none.
fn choose_figure(view: &View) -> BTreeSet<Action> {
    match view.public.playing.filter(|card| card.is_minor()) {
        Some(minor) => {
            moves_of(view, minor).into_iter().map(|(figure, _)| Action::Figure(figure)).collect()
        }
        None => {
            let goes = |figure: &Figure| Location::all().any(|to| may_move(view, *figure, to));
            Figure::all().filter(goes).map(Action::Figure).chain([Action::Pass]).collect()
        }
    }
}

fn choose_location(view: &View) -> BTreeSet<Action> {
    let by_card = view.public.playing.and_then(Card::figure);
    let figure = by_card.or(view.answer.figures.first()).expect("a figure is on its way");
    Location::all().filter(|&to| may_move(view, figure, to)).map(Action::Location).collect()
}

/// Anywhere uncovered but where another of the same Judgement has just come back.
fn return_figure(view: &View) -> BTreeSet<Action> {
    let Some(Step::ReturnFigures { taken }) = view.public.agenda.next() else {
        panic!("that is another step")
    };
    let is_free = |place: &Location| is_open(view, *place) && taken >> place.index() & 1 == 0;
    Location::all().filter(is_free).map(Action::Location).collect()
}

/// Three figures that the Tower doesn't hold, or all if there are fewer; named in canonical order.
fn remove_figures(view: &View) -> BTreeSet<Action> {
    let there: Vec<Figure> =
        Figure::all().filter(|&figure| leaves(view, figure).is_some()).collect();
    let wanted = there.len().min(3);
    let picked: Vec<Figure> = view.answer.figures.iter().collect();
    let mut legal = BTreeSet::new();
    for bits in 0..1_u32 << there.len() {
        if bits.count_ones() as usize == wanted {
            let choice: Vec<Figure> =
                (0..there.len()).filter(|i| bits >> i & 1 == 1).map(|i| there[i]).collect();
            if choice.starts_with(&picked) {
                legal.extend(choice.get(picked.len()).map(|figure| Action::Figure(*figure)));
            }
        }
    }
    legal
}

/// House by House its owner says now or waits; in the other editions it names any House once all is
/// revealed.
fn fool_house(view: &View) -> BTreeSet<Action> {
    if view.setup.edition != Edition::English {
        return House::ALL.map(Action::House).into();
    }
    let Some(Step::FoolHouse { next, .. }) = view.public.agenda.next() else {
        panic!("that is another step")
    };
    let mut order: Vec<House> = House::ALL.to_vec();
    order.sort_by_key(|house| (-i32::from(view.public.prestige[house.index()]), house.index()));
    [Action::House(order[usize::from(next)]), Action::Pass].into()
}

/// The duty: the viewer is active and hasn't played a Minor yet.
fn has_duty(view: &View) -> bool {
    view.public.active == Some(viewer(view)) && !view.public.minor_played
}

fn viewer(view: &View) -> Seat {
    view.viewer.seat().expect("spectators aren't asked")
}

/// All complete choices of cards.
fn choices(view: &View, kind: Kind) -> Choices {
    let (hand, minors) = (view.own.hand, view.own.hand.minors());
    let is_active = view.public.active == Some(viewer(view));
    let keeps_minor =
        |gone: CardSet| !has_duty(view) || minors.is_empty() || !minors.minus(gone).is_empty();
    match kind {
        Kind::HideOne if minors.is_empty() => Choices::of(Action::Hide, minors, 0..=0),
        Kind::HideOne => Choices::of(Action::Hide, minors, 1..=1),
        Kind::DiscardToLimit => {
            let excess = hand.len() - HAND_LIMIT;
            Choices::of(Action::Discard, hand, excess..=excess).preferring(keeps_minor)
        }
        Kind::Market => Choices::of(Action::Discard, hand, 0..=1).only(keeps_minor),
        Kind::Cathedral => {
            Choices::of(Action::Hide, minors, 0..=1).only(keeps_minor).or(Action::DrawMinors)
        }
        Kind::MayHide => Choices::of(Action::Hide, minors, 0..=1).only(keeps_minor),
        Kind::DiscardOne => Choices::of(Action::Discard, hand, 1..=1),
        Kind::HideSome => {
            Choices::of(Action::Hide, minors, 0..=if is_active { 2 } else { 1 }).only(keeps_minor)
        }
        Kind::GiveTwo => {
            let count = hand.len().min(2);
            Choices::of(Action::Give, hand, count..=count).preferring(keeps_minor)
        }
        Kind::Death => {
            Choices::of(Action::Discard, minors, 1..=2).only(keeps_minor).or_nothing_if_none()
        }
        Kind::Exchange => {
            let exchangeable = if view.setup.edition == Edition::English {
                CardSet::MINORS
            } else {
                CardSet::MINORS.union(CardSet::FOOL)
            };
            let row = view.own.row.union(view.public.open[viewer(view).index()]);
            let after = |taken: CardSet, put: CardSet| minors.minus(put).union(taken.minors());
            let keeps = |taken: CardSet, put: CardSet| {
                !has_duty(view) || minors.is_empty() || !after(taken, put).is_empty()
            };
            Choices::exchanges(row.and(exchangeable), hand.and(exchangeable), keeps)
        }
        _ => {
            let count = view.own.row.len().min(3);
            Choices::of(Action::TurnUp, view.own.row, count..=count)
        }
    }
}
