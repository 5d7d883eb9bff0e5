//! Mixes: amounts whose types are chosen, as payments with wild or reduced units, gains and losses
//! of several types.
//!
//! All of them are one problem. Of a price `fixed + wild` the units in `reduction` are taken off,
//! coloured or wild as suits the payer, but never gold; what is left is paid from `held`. A gain of
//! n of some types is a payment of n wild units from a pool that holds n of each.

use super::action::{Action, PAIRS};
use super::cards::{Amount, Essence, Price, Types};

/// Amounts that are legal as a whole; all of them have the same sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    fixed: [i16; 5],
    held: [i16; 5],
    due: i16,
    reduction: i16,
}

const GOLD: usize = Essence::Gold as usize;

/// How a mix is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// There is one amount.
    Clear(Amount),
    /// All but one essence is clear: which one.
    Essence,
    /// All but two essences are clear: which two.
    Pair,
    /// Type by type: so much of this one, least and most.
    Amount(Essence, u8, u8),
}

impl Mix {
    /// A payment of `price`, reduced by up to `less` units, from `held`.
    pub(super) fn payment(price: Price, less: u8, held: Amount) -> Mix {
        let fixed = price.fixed.0.map(i16::from);
        let reducible = fixed[..GOLD].iter().sum::<i16>() + i16::from(price.wild);
        let reduction = i16::from(less).min(reducible);
        let due = reducible + fixed[GOLD] - reduction;
        Mix { fixed, held: held.0.map(i16::from), due, reduction }
    }

    /// So many essences of these types.
    pub(super) fn gain(count: u8, types: Types) -> Mix {
        let price = Price { fixed: Amount::NOTHING, wild: count };
        Mix::payment(price, 0, Amount::of_each(count, types))
    }

    /// So many essences of what is held, of any types.
    pub(super) fn loss(count: u8, held: Amount) -> Mix {
        Mix::payment(Price { fixed: Amount::NOTHING, wild: count }, 0, held)
    }

    fn lacking(&self, index: usize) -> i16 {
        (self.fixed[index] - self.held[index]).max(0)
    }

    /// Whether any amount is legal.
    pub(super) fn exists(&self) -> bool {
        let lacking: i16 = (0..5).map(|index| self.lacking(index)).sum();
        self.held.iter().sum::<i16>() >= self.due
            && self.held[GOLD] >= self.fixed[GOLD]
            && lacking <= self.reduction
    }

    /// Whether this amount is legal as a whole.
    pub(super) fn allows(&self, amount: Amount) -> bool {
        let amount = amount.0.map(i16::from);
        let removed: i16 = (0..5).map(|index| (self.fixed[index] - amount[index]).max(0)).sum();
        amount.iter().sum::<i16>() == self.due
            && amount.iter().zip(self.held).all(|(&count, held)| count <= held)
            && amount[GOLD] >= self.fixed[GOLD]
            && removed <= self.reduction
    }

    /// What all legal amounts have at least.
    pub(super) fn least(&self) -> Amount {
        let lacking: i16 = (0..5).map(|index| self.lacking(index)).sum();
        let held: i16 = self.held.iter().sum();
        Amount(core::array::from_fn(|index| {
            let others_lack = lacking - self.lacking(index);
            let gold = if index == GOLD { self.fixed[GOLD] } else { 0 };
            let least = (self.fixed[index] - self.reduction + others_lack)
                .max(self.due - held + self.held[index]);
            least.max(gold).max(0) as u8
        }))
    }

    /// How many units are not clear.
    pub(super) fn free(&self) -> u16 {
        (self.due as u16).saturating_sub(self.least().sum())
    }

    /// The values that a type can have after legal `amount`s of the types before it, least and
    /// most.
    fn values(&self, amount: [i16; 5], index: usize) -> Option<(i16, i16)> {
        let (before, later) = (0..index, index + 1..5);
        let due = self.due - amount[before.clone()].iter().sum::<i16>();
        let removed: i16 = before.map(|index| (self.fixed[index] - amount[index]).max(0)).sum();
        let lacking: i16 = later.clone().map(|index| self.lacking(index)).sum();
        let (fixed, held) =
            (self.fixed[later.clone()].iter().sum::<i16>(), self.held[later].iter().sum::<i16>());
        let reduction = self.reduction - removed;
        let (gold, gold_later) =
            if index == GOLD { (self.fixed[GOLD], 0) } else { (0, self.fixed[GOLD]) };
        // What types to come can't pay, and what the reduction can't take off.
        let least = (due - held).max(self.fixed[index] - (reduction - lacking)).max(gold).max(0);
        // What types to come must pay.
        let most = self.held[index].min(due - gold_later).min(due + reduction - fixed);
        (lacking <= reduction && self.held[GOLD] >= self.fixed[GOLD] && least <= most)
            .then_some((least, most))
    }

    /// The types of which one unit makes the least amount a legal one.
    pub(super) fn singles(&self) -> Types {
        let least = self.least();
        let fits = |&essence: &Essence| self.allows(least.plus(Amount::of(1, essence)));
        Essence::ALL.into_iter().filter(fits).collect()
    }

    /// The numbers of the pairs of which one makes the least amount a legal one.
    pub(super) fn pairs(&self) -> impl Iterator<Item = u8> {
        let least = self.least();
        let fits = move |pair: &u8| self.allows(least.plus(Action::Pair(*pair).amount()));
        (0..PAIRS.len() as u8).filter(fits)
    }

    /// What is asked next, when the amounts of the first `decided` types have been picked.
    pub(super) fn form(&self, picked: Amount, decided: u8) -> Form {
        if decided == 0 {
            match self.free() {
                0 => return Form::Clear(self.least()),
                1 => return Form::Essence,
                2 => return Form::Pair,
                _ => {}
            }
        }
        let mut amount = picked.0.map(i16::from);
        for essence in &Essence::ALL[usize::from(decided)..] {
            let index = *essence as usize;
            // No prefix that was offered leads into a dead end.
            let (least, most) = self.values(amount, index).unwrap_or_default();
            if least < most {
                return Form::Amount(*essence, least as u8, most as u8);
            }
            amount[index] = least;
        }
        Form::Clear(Amount(amount.map(|count| count as u8)))
    }

    /// The picks with `count` of the type that is asked about: the amount with what is clear filled
    /// in, and how many types are decided.
    pub(super) fn pick(&self, picked: Amount, decided: u8, count: u8) -> (Amount, u8) {
        let Form::Amount(essence, ..) = self.form(picked, decided) else {
            return (picked, decided);
        };
        let mut amount = picked.0.map(i16::from);
        for index in usize::from(decided)..essence as usize {
            amount[index] = self.values(amount, index).unwrap_or_default().0;
        }
        amount[essence as usize] = i16::from(count);
        (Amount(amount.map(|count| count as u8)), essence as u8 + 1)
    }

    /// The whole amount that an answer to the open question makes; `None` if more is to be picked.
    pub(super) fn whole(&self, picked: Amount, decided: u8, action: Action) -> Option<Amount> {
        let Action::Amount(count) = action else {
            return Some(self.least().plus(action.amount()));
        };
        let (picked, decided) = self.pick(picked, decided, count);
        match self.form(picked, decided) {
            Form::Clear(whole) => Some(whole),
            _ => None,
        }
    }
}
