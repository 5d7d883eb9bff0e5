//! Mixes, stated once more: the set of all amounts that are legal as a whole, and what is asked
//! about it.

use hierophant_rules::res_arcana::action::PAIRS;
use hierophant_rules::res_arcana::cards::Price;
use hierophant_rules::res_arcana::{Action, Amount, Essence, PendingAnswer, Types};
use std::collections::BTreeSet;

/// Amounts that are legal as a whole.
pub(super) type Set = BTreeSet<[u8; 5]>;

/// All ways to take `count` things from bins of these sizes.
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

/// Every amount of `count` essences out of `held`.
pub(super) fn out_of(count: u8, held: Amount) -> Set {
    ways(&held.0, count).into_iter().map(|way| way.try_into().expect("five types")).collect()
}

/// Every amount of `count` essences of these types.
pub(super) fn of_types(count: u8, types: Types) -> Set {
    out_of(
        count,
        Amount(Essence::ALL.map(|essence| if types.contains(essence) { count } else { 0 })),
    )
}

/// The legal payments of a price at so many units less: exactly so many units are removed, coloured
/// or wild, never gold, and all that is left is paid.
pub(super) fn payments(price: Price, less: u8, held: Amount) -> Set {
    let Price { fixed: Amount([elan, life, calm, death, gold]), wild } = price;
    let reducible = [elan, life, calm, death, wild];
    let removed = less.min(reducible.iter().sum());
    let mut all = Set::new();
    for way in ways(&reducible, removed) {
        let left = [elan - way[0], life - way[1], calm - way[2], death - way[3], gold];
        if left.iter().zip(held.0).all(|(left, held)| *left <= held) {
            let rest: Vec<u8> = held.0.iter().zip(left).map(|(held, left)| held - left).collect();
            all.extend(
                ways(&rest, wild - way[4])
                    .into_iter()
                    .map(|free| core::array::from_fn(|i| left[i] + free[i])),
            );
        }
    }
    all
}

/// The answers to what is asked about the set, given what has been picked.
pub(super) fn asked(set: &Set, answer: &PendingAnswer) -> Vec<Action> {
    let least: [u8; 5] =
        core::array::from_fn(|i| set.iter().map(|amount| amount[i]).min().expect("it can be paid"));
    let sum = |amount: &[u8; 5]| amount.iter().map(|&count| u16::from(count)).sum::<u16>();
    let free = set.first().map_or(0, sum) - sum(&least);
    let with = |added: &[Essence]| {
        let mut amount = least;
        added.iter().for_each(|&essence| amount[essence as usize] += 1);
        set.contains(&amount)
    };
    match free {
        0 => vec![],
        1 => Essence::ALL
            .into_iter()
            .filter(|&essence| with(&[essence]))
            .map(Action::Essence)
            .collect(),
        2 => (0..15)
            .filter(|&pair| with(&<[Essence; 2]>::from(PAIRS[usize::from(pair)])))
            .map(Action::Pair)
            .collect(),
        _ => amounts(set, answer),
    }
}

/// The values of the first type, in order, that has several in the members which agree with what
/// has been picked.
fn amounts(set: &Set, answer: &PendingAnswer) -> Vec<Action> {
    let decided = usize::from(answer.decided);
    let agreeing: Vec<_> =
        set.iter().filter(|amount| amount[..decided] == answer.amount.0[..decided]).collect();
    let values =
        |index: usize| agreeing.iter().map(|amount| amount[index]).collect::<BTreeSet<u8>>();
    let open = (decided..5)
        .map(values)
        .find(|values| values.len() > 1)
        .expect("a chain ends when all is clear");
    open.into_iter().map(Action::Amount).collect()
}
