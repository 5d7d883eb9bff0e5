//! The worked examples of payments.

use super::notation::{amount, face};
use crate::res_arcana::Amount;
use crate::res_arcana::mix::{Form, Mix};
use alloc::vec::Vec;

/// Every amount of at most `held` that the payment allows.
fn all_legal(mix: &Mix, held: [u8; 5]) -> Vec<Amount> {
    let mut legal = Vec::new();
    let mut amount = [0; 5];
    loop {
        if mix.allows(Amount(amount)) {
            legal.push(Amount(amount));
        }
        let Some(index) = (0..5).find(|&index| amount[index] < held[index]) else { return legal };
        amount[..index].fill(0);
        amount[index] += 1;
    }
}

fn payment(id: &str, less: u8, held: [u8; 5]) -> Mix {
    Mix::payment(face(id).data().price, less, Amount(held))
}

#[track_caller]
fn pays(id: &str, less: u8, held: [u8; 5], count: usize, form: Form) {
    let mix = payment(id, less, held);
    assert!(mix.exists());
    assert_eq!(all_legal(&mix, held).len(), count, "{id} at {less} less");
    assert_eq!(mix.form(Amount::NOTHING, 0), form);
}

/// The form after `decided` types of `text` have been picked.
fn then(id: &str, less: u8, held: [u8; 5], text: &str, decided: u8) -> Form {
    payment(id, less, held).form(amount(text), decided)
}

#[test]
fn vault() {
    pays("vault", 0, [1; 5], 4, Form::Essence);
    assert_eq!(payment("vault", 0, [1; 5]).least(), amount("1G"));
    pays("vault", 1, [1; 5], 1, Form::Clear(amount("1G")));
}

#[test]
fn dragons() {
    use crate::res_arcana::Essence::{Calm, Death, Elan, Life};
    pays("fire_dragon", 3, [3, 0, 0, 0, 0], 1, Form::Clear(amount("3E")));
    pays("sea_serpent", 3, [0, 3, 6, 0, 0], 4, Form::Amount(Life, 0, 3));
    let wind = [2, 0, 5, 1, 1];
    pays("wind_dragon", 4, wind, 12, Form::Amount(Elan, 0, 2));
    assert_eq!(then("wind_dragon", 4, wind, "2E", 1), Form::Amount(Calm, 0, 2));
    assert_eq!(then("wind_dragon", 4, wind, "2E", 3), Form::Clear(amount("2E+1D+1G")));
    pays("wind_dragon", 0, wind, 4, Form::Amount(Elan, 1, 2));
    assert_eq!(payment("wind_dragon", 0, wind).least(), amount("1E+4C"));
    assert_eq!(then("wind_dragon", 0, wind, "2E", 1), Form::Amount(Calm, 4, 5));
    assert_eq!(then("wind_dragon", 0, wind, "2E+5C", 3), Form::Amount(Death, 0, 1));
    pays("bone_dragon", 10, [0; 5], 1, Form::Clear(Amount::NOTHING));
    pays("bone_dragon", 10, [9; 5], 1, Form::Clear(Amount::NOTHING));
}

#[test]
fn other_artefacts() {
    pays("elemental_spring", 1, [2, 1, 1, 0, 0], 3, Form::Pair);
    assert_eq!(payment("elemental_spring", 1, [2, 1, 1, 0, 0]).least(), amount("1E"));
    assert!(!payment("horn_of_plenty", 1, [9, 9, 9, 9, 1]).exists(), "gold is never reduced");
    pays("crypt", 1, [1, 1, 1, 3, 1], 14, Form::Amount(crate::res_arcana::Essence::Elan, 0, 1));
    let crypt = payment("crypt", 1, [1, 1, 1, 3, 1]);
    assert!(
        all_legal(&crypt, [1, 1, 1, 3, 1]).iter().all(|paid| paid.sum() == 4 && paid.0[3] >= 1)
    );
    pays("corrupt_altar", 2, [1, 0, 0, 2, 1], 3, Form::Pair);
    assert_eq!(payment("corrupt_altar", 2, [1, 0, 0, 2, 1]).least(), amount("1D"));
}
