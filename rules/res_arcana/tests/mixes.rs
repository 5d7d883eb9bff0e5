//! Mixes against a second statement of the rules: units are removed in all ways, and the rest is
//! paid in all ways.

use crate::res_arcana::cards::{HELD_MAX, Price};
use crate::res_arcana::mix::{Form, Mix};
use crate::res_arcana::{Amount, Essence};
use crate::{Rng, Seed, bounded};
use alloc::{collections::BTreeSet, vec, vec::Vec};

/// All ways to take `count` units from bins of these sizes.
fn ways(sizes: &[u8], count: u8) -> Vec<Vec<u8>> {
    let Some((first, rest)) = sizes.split_first() else {
        return if count == 0 { vec![vec![]] } else { vec![] };
    };
    let mut all = Vec::new();
    for taken in 0..=count.min(*first) {
        for mut way in ways(rest, count - taken) {
            way.insert(0, taken);
            all.push(way);
        }
    }
    all
}

/// The legal payments by removing exactly the reduced units, coloured or wild, and paying all that
/// is left.
fn payments(price: Price, less: u8, held: [u8; 5]) -> BTreeSet<[u8; 5]> {
    let Price { fixed: Amount([e, l, c, d, g]), wild } = price;
    let reducible = [e, l, c, d, wild];
    let removed = less.min(reducible.iter().sum());
    let mut all = BTreeSet::new();
    for way in ways(&reducible, removed) {
        let left = [e - way[0], l - way[1], c - way[2], d - way[3], g];
        if left.iter().zip(held).any(|(left, held)| *left > held) {
            continue;
        }
        let rest: Vec<u8> = held.iter().zip(left).map(|(held, left)| held - left).collect();
        for free in ways(&rest, wild - way[4]) {
            all.insert(core::array::from_fn(|i| left[i] + free[i]));
        }
    }
    all
}

/// Every amount that can be reached by answers to what is asked.
fn asked(mix: &Mix) -> BTreeSet<[u8; 5]> {
    let mut reached = BTreeSet::new();
    let least = mix.least();
    let with = |added: &[Essence]| {
        let mut amount = least;
        added.iter().for_each(|&essence| amount.0[essence as usize] += 1);
        amount
    };
    match mix.form(Amount::NOTHING, 0) {
        Form::Clear(amount) => {
            reached.insert(amount.0);
        }
        Form::Essence => {
            let ones = Essence::ALL.map(|one| with(&[one]));
            reached
                .extend(ones.iter().filter(|amount| mix.allows(**amount)).map(|amount| amount.0));
        }
        Form::Pair => {
            for one in Essence::ALL {
                let pairs = Essence::ALL.map(|other| with(&[one, other]));
                reached.extend(
                    pairs.iter().filter(|amount| mix.allows(**amount)).map(|amount| amount.0),
                );
            }
        }
        Form::Amount(..) => type_by_type(mix, Amount::NOTHING, 0, &mut reached),
    }
    reached
}

fn type_by_type(mix: &Mix, picked: Amount, decided: u8, reached: &mut BTreeSet<[u8; 5]>) {
    match mix.form(picked, decided) {
        Form::Amount(_, least, most) => {
            assert!(least < most, "a type with one value is not asked");
            for count in least..=most {
                let (amount, decided) = mix.pick(picked, decided, count);
                type_by_type(mix, amount, decided, reached);
            }
        }
        Form::Clear(amount) => {
            assert!(mix.allows(amount), "{mix:?}: {amount:?} is a dead end");
            reached.insert(amount.0);
        }
        form => panic!("{form:?} in a chain"),
    }
}

#[test]
fn what_is_asked_reaches_exactly_the_legal_payments() {
    let mut rng = Seed::new([3; 32]).at(0, 0);
    let mut any = |bound: u32| bounded(&mut rng, bound) as u8;
    let mut found = 0;
    for _ in 0..20_000 {
        let fixed = Amount(core::array::from_fn(|i| {
            if any(2) == 0 { 0 } else { any(if i == 4 { 3 } else { 5 }) }
        }));
        let price = Price { fixed, wild: any(5) };
        let held: [u8; 5] = core::array::from_fn(|_| any(6));
        let less = if any(2) == 0 { 0 } else { any(8) };
        let expected = payments(price, less, held);
        let mix = Mix::payment(price, less, Amount(held));
        assert_eq!(mix.exists(), !expected.is_empty(), "{price:?} at {less} less of {held:?}");
        if mix.exists() {
            found += 1;
            assert_eq!(asked(&mix), expected, "{price:?} at {less} less of {held:?}");
        }
    }
    assert!(found > 5_000);
}

#[test]
fn amounts_stay_within_their_limit() {
    let full = Amount([HELD_MAX; 5]);
    assert_eq!(Amount([9; 5]).fitting(full), Amount::NOTHING);
    let mut rng = Seed::new([4; 32]).at(0, 0);
    for _ in 0..100 {
        let amount = Amount(core::array::from_fn(|_| (rng.next_u32() % 100) as u8));
        let gained = Amount([50; 5]).fitting(amount);
        assert!(amount.plus(gained).0.iter().all(|&count| count <= HELD_MAX));
    }
}
