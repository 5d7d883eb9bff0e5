//! What tensors say, and what they may not say.

use hierophant_native::batch::{Autoreset, OnIllegal, Options, batch};
use hierophant_native::tensors::{Layout, Tensors, digest, encode};
use hierophant_native::{Buffers, Mask, Numbers, seeds};
use hierophant_rules::testing::Testable;
use hierophant_rules::{Rng, Seat, SeatSet, Seed, ToAct, Viewer, bounded};

trait Both: Testable + Tensors {}
impl<R: Testable + Tensors> Both for R {}

fn chance(purpose: u32, case: u32) -> impl Rng {
    Seed::new([0x7E; 32]).at(purpose, case)
}

/// Plays random games of all setups, and shows every position.
fn play<R: Both>(games: u32, mut look: impl FnMut(&R::Setup, &R::State, &mut dyn Rng)) {
    let setups = R::setups();
    for case in 0..games {
        let setup = &setups[case as usize * 37 % setups.len()];
        let mut rng = chance(1, case);
        let mut state =
            R::start(setup, &seeds::of_episode(1, case.into()), &mut Vec::new()).expect("sound");
        let mut legal = Vec::new();
        while let ToAct::Seats(seats) = R::to_act(&state) {
            look(setup, &state, &mut rng);
            let seat = seats.iter().nth(bounded(&mut rng, seats.len() as u32) as usize);
            let seat = seat.expect("a live game waits for a seat");
            R::legal(&state, seat, &mut legal);
            let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
            R::apply_quietly(&mut state, seat, action).expect("it is legal");
        }
        look(setup, &state, &mut rng);
    }
}

/// What a seat is shown: its tensor, its mask, its decision.
type Shown = (Vec<u8>, Vec<u32>, Option<u8>);

fn shown<R: Both>(layout: &Layout, state: &R::State, seat: Seat) -> Shown {
    let view = R::view(state, Viewer::Seat(seat));
    let mut tensor = vec![0xAA; layout.length()];
    encode::<R>(layout, &view, &mut tensor);
    let legal = <R as Tensors>::legal_in(&view).into_iter().map(|action| R::code(action).0);
    let decision = <R as Tensors>::decision_in(&view);
    (tensor, legal.collect(), decision.map(|decision| <R as Tensors>::kind_number(decision.kind)))
}

/// Everything hidden from a seat drawn anew changes nothing that `shown` shows it.
fn interferes<R: Both>(
    games: u32,
    shown: impl Fn(&Layout, &R::State, Seat) -> Shown,
) -> Option<String> {
    let mut found = None;
    let mut changed = 0;
    play::<R>(games, |setup, state, rng| {
        if found.is_some() || bounded(rng, 4) != 0 {
            return;
        }
        let layout = Layout::new::<R>(R::seats(setup));
        for seat in Seat::all(R::seats(setup)) {
            let other = R::redraw(state, Viewer::Seat(seat), rng);
            changed += usize::from(R::places_of_cards(state) != R::places_of_cards(&other));
            let (one, two) = (shown(&layout, state, seat), shown(&layout, &other, seat));
            if one != two {
                let differ = |field: &&hierophant_native::tensors::Placed| {
                    one.0[field.from..field.to] != two.0[field.from..field.to]
                };
                let field = layout.fields().iter().find(differ).map(|field| field.name);
                found = Some(format!("{seat} sees {field:?} change"));
            }
        }
    });
    assert!(found.is_some() || changed > 100, "hidden cards have changed {changed} times");
    found
}

fn nothing_hidden_shows<R: Both>() {
    assert_eq!(interferes::<R>(60, shown::<R>), None);
    let plant = |leak: fn(&R::State, Seat) -> u8| {
        interferes::<R>(40, move |layout, state, seat| {
            let mut shown = shown::<R>(layout, state, seat);
            shown.0[0] ^= leak(state, seat);
            shown
        })
    };
    let next =
        |seat: Seat| if seat == Seat::FIRST { Seat::new(1).expect("small") } else { Seat::FIRST };
    let planted: [(&str, Option<String>); 3] = [
        ("the seed", plant(|state, _| R::seed_byte(state, 3))),
        (
            "what another seat holds",
            interferes::<R>(40, move |layout, state, seat| {
                let mut shown = shown::<R>(layout, state, seat);
                shown.0[0] ^= R::secret_count(state, next(seat));
                shown
            }),
        ),
        (
            "another seat's tensor",
            interferes::<R>(40, move |layout, state, seat| {
                (shown::<R>(layout, state, next(seat)).0, Vec::new(), None)
            }),
        ),
    ];
    for (leak, found) in planted {
        assert!(found.is_some(), "{leak} was overlooked");
    }
    let mask = interferes::<R>(40, move |layout, state, seat| {
        (shown::<R>(layout, state, seat).0, shown::<R>(layout, state, next(seat)).1, None)
    });
    assert!(mask.is_some(), "another seat's mask was overlooked");
}

#[test]
fn what_a_seat_may_not_know_changes_no_byte() {
    nothing_hidden_shows::<hierophant_rules::arcanum::Arcanum>();
    nothing_hidden_shows::<hierophant_rules::arcanoid::Arcanoid>();
    nothing_hidden_shows::<hierophant_rules::res_arcana::ResArcana>();
    nothing_hidden_shows::<hierophant_rules::arcana::Arcana>();
}

/// Every field takes several values, and no number is ever cut off at 255.
fn every_field_is_used<R: Both>(games: u32) {
    let most = Layout::new::<R>(R::SEATS.1);
    let mut values: Vec<(u8, u8)> = vec![(u8::MAX, 0); most.fields().len()];
    play::<R>(games, |setup, state, _| {
        let layout = Layout::new::<R>(R::seats(setup));
        for seat in Seat::all(R::seats(setup)).take(2) {
            let (tensor, _, _) = shown::<R>(&layout, state, seat);
            for (field, (least, most)) in layout.fields().iter().zip(&mut values) {
                for &number in &tensor[field.from..field.to] {
                    (*least, *most) = ((*least).min(number), (*most).max(number));
                }
            }
        }
    });
    for (field, (least, most)) in most.fields().iter().zip(values) {
        assert!(least < most, "{} is always {least}", field.name);
        assert!(most < u8::MAX, "{} reaches {most}", field.name);
        assert!(field.scale > 1 || most == 1, "{} reaches {most}", field.name);
    }
}

#[test]
fn every_field_takes_several_values() {
    every_field_is_used::<hierophant_rules::arcanum::Arcanum>(400);
    every_field_is_used::<hierophant_rules::arcanoid::Arcanoid>(200);
    every_field_is_used::<hierophant_rules::res_arcana::ResArcana>(200);
    every_field_is_used::<hierophant_rules::arcana::Arcana>(200);
}

/// A digest of the tensors of some games: a table whose bytes have changed needs a new number.
fn bytes_of<R: Both>() -> u64 {
    let mut digest = 0xCBF2_9CE4_8422_2325_u64;
    play::<R>(8, |setup, state, _| {
        let layout = Layout::new::<R>(R::seats(setup));
        for seat in Seat::all(R::seats(setup)) {
            for byte in shown::<R>(&layout, state, seat).0 {
                digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
        }
    });
    digest
}

#[test]
fn a_table_that_has_changed_gets_a_new_number() {
    fn state<R: Both>() -> (&'static str, String, u64) {
        (R::TABLE_VERSION, digest::<R>(), bytes_of::<R>())
    }
    let known = [
        ("arcanum-obs-1", "396ec9b7513d0100", 16_534_351_550_559_350_746),
        ("arcanoid-obs-1", "7eff98627e7fe1ea", 7_564_758_808_282_251_695),
        ("res_arcana-obs-1", "ad83f741d24f293b", 8_297_699_192_851_172_782),
        ("arcana-obs-1", "475c1da9213b651a", 14_534_677_872_152_048_808),
    ];
    let now = [
        state::<hierophant_rules::arcanum::Arcanum>(),
        state::<hierophant_rules::arcanoid::Arcanoid>(),
        state::<hierophant_rules::res_arcana::ResArcana>(),
        state::<hierophant_rules::arcana::Arcana>(),
    ];
    assert_eq!(
        now.each_ref().map(|(version, table, bytes)| (*version, table.as_str(), *bytes)),
        known
    );
}

/// The buffers of a batch.
struct Memory {
    obs: Vec<u8>,
    floats: Vec<f32>,
    mask: Vec<bool>,
    legal: Vec<i16>,
    legal_n: Vec<i16>,
    small: [Vec<i8>; 3],
    rewards: Vec<f32>,
    ends: [Vec<bool>; 2],
    episodes: [Vec<i64>; 2],
    length: Vec<i32>,
}

impl Memory {
    fn new(
        games: usize,
        observation: usize,
        ruleset: hierophant_rules::catalog::RulesetInfo,
        players: usize,
    ) -> Memory {
        Memory {
            obs: vec![0; games * observation],
            floats: vec![0.0; games * observation],
            mask: vec![false; games * ruleset.action_space as usize],
            legal: vec![-1; games * ruleset.legal_max],
            legal_n: vec![0; games],
            small: [vec![0; games], vec![0; games], vec![0; games]],
            rewards: vec![0.0; games * players],
            ends: [vec![false; games], vec![false; games]],
            episodes: [vec![0; games], vec![0; games]],
            length: vec![0; games],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        let [seat, actor, kind] = &mut self.small;
        let [terminated, truncated] = &mut self.ends;
        let [episode, final_episode] = &mut self.episodes;
        Buffers {
            obs: Numbers::Bytes(&mut self.obs),
            mask: Mask::Bools(&mut self.mask),
            legal: &mut self.legal,
            legal_n: &mut self.legal_n,
            seat,
            actor,
            kind,
            rewards: &mut self.rewards,
            terminated,
            truncated,
            episode,
            final_obs: Numbers::Floats(&mut self.floats),
            final_episode,
            length: &mut self.length,
        }
    }
}

/// Steps a batch at random; what its buffers held, digested.
fn stepped<R: Both>(
    players: u8,
    threads: usize,
    options: impl Fn(u8) -> Options,
    steps: usize,
) -> (u64, usize) {
    const GAMES: usize = 13;
    let setup = R::into_any_setup(<R as Tensors>::setup(Some(players)));
    let mut games = batch(&setup, GAMES, 5, options(players)).expect("the default setup");
    let layout = games.layout().clone();
    let info = setup.ruleset().info();
    let mut memory = Memory::new(GAMES, layout.length(), info, players.into());
    games.reset(Some(5), memory.buffers(), threads);
    let (mut rng, mut digest, mut ended) = (chance(2, players.into()), 0_u64, 0);
    let mut codes = [0_i64; GAMES];
    for _ in 0..steps {
        for (row, code) in codes.iter_mut().enumerate() {
            let legal = &memory.legal[row * info.legal_max..][..memory.legal_n[row] as usize];
            let marked = memory.mask[row * info.action_space as usize..]
                [..info.action_space as usize]
                .iter()
                .enumerate()
                .filter_map(|(code, &is_legal)| is_legal.then_some(code as i16));
            assert!(marked.eq(legal.iter().copied()), "mask and list agree");
            *code = if legal.is_empty() {
                -1
            } else {
                legal[bounded(&mut rng, legal.len() as u32) as usize].into()
            };
        }
        games.step(&codes, memory.buffers(), threads).expect("what is listed is legal");
        ended += memory.ends[0].iter().filter(|&&ended| ended).count();
        for row in 0..GAMES {
            let rewards = &memory.rewards[row * usize::from(players)..][..usize::from(players)];
            assert!(rewards.iter().sum::<f32>().abs() < 1e-5, "rewards sum to 0: {rewards:?}");
        }
        let all = memory.obs.iter().copied().chain(memory.small.iter().flatten().map(|&n| n as u8));
        let all = all.chain(memory.episodes.iter().flatten().map(|&n| n as u8));
        let all = all.chain(memory.rewards.iter().map(|&n| (n * 100.0) as i32 as u8));
        for byte in all {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    (digest, ended)
}

fn alone(players: u8) -> Options {
    Options {
        seats: SeatSet::first(players),
        opponents: vec![None; players.into()],
        skip_forced: false,
        illegal: OnIllegal::Refuse,
        autoreset: Autoreset::SameStep,
        answers_max: u32::MAX,
    }
}

fn against(players: u8) -> Options {
    let others = (0..players).map(|seat| (seat != 1).then(|| "greedy".to_owned())).collect();
    let own = SeatSet::only(Seat::new(1).expect("small"));
    Options {
        seats: own,
        opponents: others,
        skip_forced: true,
        autoreset: Autoreset::NextStep,
        ..alone(players)
    }
}

/// With as many steps as a game of the smallest table takes.
fn threads_change_nothing<R: Both>(steps: usize) {
    for (players, steps) in [(R::SEATS.0, steps), (R::SEATS.1, 60)] {
        let (one, ended) = stepped::<R>(players, 1, alone, steps);
        assert!(ended > 0 || players > R::SEATS.0, "games end");
        assert_eq!(one, stepped::<R>(players, 4, alone, steps).0);
        let (one, ended) = stepped::<R>(players, 1, against, steps / 2);
        assert!(ended > 0 || players > R::SEATS.0, "games end");
        assert_eq!(one, stepped::<R>(players, 4, against, steps / 2).0);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    threads_change_nothing::<hierophant_rules::arcanum::Arcanum>(300);
    threads_change_nothing::<hierophant_rules::arcanoid::Arcanoid>(300);
    threads_change_nothing::<hierophant_rules::res_arcana::ResArcana>(300);
    threads_change_nothing::<hierophant_rules::arcana::Arcana>(900);
}

#[test]
fn an_illegal_action_is_refused_before_any_game_moves() {
    let setup = hierophant_rules::catalog::Setup::Arcanum(Default::default());
    let mut games = batch(&setup, 4, 1, alone(4)).expect("the default setup");
    let (length, info) = (games.layout().length(), setup.ruleset().info());
    let mut memory = Memory::new(4, length, info, 4);
    games.open(memory.buffers(), 1);
    let before = (memory.obs.clone(), memory.legal.clone());
    let first = |memory: &Memory, row: usize| i64::from(memory.legal[row * info.legal_max]);
    let mut codes: Vec<i64> = (0..4).map(|row| first(&memory, row)).collect();
    for (wrong, rule) in [(1, "NOT_AN_ANSWER"), (-7, "NO_SUCH_ACTION"), (1 << 40, "NO_SUCH_ACTION")]
    {
        codes[2] = wrong;
        let refused = games.step(&codes, memory.buffers(), 1).expect_err("it is illegal");
        assert_eq!((refused.row, refused.code, refused.seat), (2, wrong, Some(0)));
        let hierophant_native::game::Problem::Illegal { rule: named, .. } = refused.problem else {
            panic!("{:?}", refused.problem)
        };
        if rule == "NO_SUCH_ACTION" {
            assert_eq!(named, rule);
        }
        assert_eq!((&memory.obs, &memory.legal), (&before.0, &before.1));
    }
    codes[2] = first(&memory, 2);
    games.step(&codes, memory.buffers(), 1).expect("all are legal");
}

#[test]
fn a_batch_opens_with_the_games_that_a_reset_by_its_seed_deals() {
    let setup = hierophant_rules::catalog::Setup::Arcanum(Default::default());
    let (mut opened, mut reset) = (
        batch(&setup, 4, 7, alone(4)).expect("sound"),
        batch(&setup, 4, 8, alone(4)).expect("sound"),
    );
    let (length, info) = (opened.layout().length(), setup.ruleset().info());
    let [mut one, mut other] = [(); 2].map(|()| Memory::new(4, length, info, 4));
    opened.open(one.buffers(), 1);
    reset.reset(Some(7), other.buffers(), 1);
    assert_eq!((&one.obs, &one.legal), (&other.obs, &other.legal));
    reset.reset(Some(8), other.buffers(), 1);
    assert_ne!(one.obs, other.obs);
}

#[test]
fn built_in_policies_say_what_they_would_answer_whatever_the_threads() {
    let setup = hierophant_rules::catalog::Setup::Arcanoid(Default::default());
    let mut games = batch(&setup, 7, 3, alone(4)).expect("the default setup");
    let (length, info) = (games.layout().length(), setup.ruleset().info());
    let mut memory = Memory::new(7, length, info, 4);
    games.open(memory.buffers(), 1);
    for _ in 0..40 {
        let mut codes = [[0; 7]; 3];
        for (threads, codes) in [1, 3, 64].into_iter().zip(&mut codes) {
            assert!(games.answers("random", codes, threads));
            assert!(!games.answers("nobody", &mut [0; 7], threads));
        }
        assert!(codes[0] == codes[1] && codes[0] == codes[2]);
        games.step(&codes[0], memory.buffers(), 2).expect("policies answer what is legal");
    }
}
