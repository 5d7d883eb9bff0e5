//! A few things in a row, kept in place.

use core::fmt;
use core::ops::{Deref, DerefMut};

/// At most `MAX` things in order; to be read as a slice. `MAX` is below 256.
#[derive(Clone, Copy)]
pub struct List<T, const MAX: usize> {
    len: u8,
    /// Those, then fillers.
    items: [T; MAX],
}

impl<T: Copy, const MAX: usize> List<T, MAX> {
    /// Nothing. The filler, any value, fills the places that hold nothing.
    pub const fn empty(filler: T) -> Self {
        List { len: 0, items: [filler; MAX] }
    }

    /// These things; `None` if there are too many.
    pub fn of(items: &[T], filler: T) -> Option<Self> {
        let mut list = Self::empty(filler);
        list.items.get_mut(..items.len())?.copy_from_slice(items);
        list.len = items.len() as u8;
        Some(list)
    }

    /// Adds something at the end. What comes beyond the last place would be lost; the caller knows
    /// that there is room.
    pub(crate) fn push(&mut self, item: T) {
        debug_assert!((self.len as usize) < MAX, "a list of {MAX} overflows");
        if let Some(free) = self.items.get_mut(self.len as usize) {
            *free = item;
            self.len += 1;
        }
    }

    /// Takes the last one off.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let last = self.last().copied()?;
        self.len -= 1;
        Some(last)
    }

    /// Takes the one at this index out; those after it move up.
    pub(crate) fn remove(&mut self, index: usize) -> Option<T> {
        let item = self.get(index).copied()?;
        self.items.copy_within(index + 1..usize::from(self.len), index);
        self.len -= 1;
        Some(item)
    }

    /// Takes all out that don't stay.
    pub(crate) fn retain(&mut self, mut stays: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for index in 0..usize::from(self.len) {
            if stays(&self.items[index]) {
                self.items[kept] = self.items[index];
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
}

impl<T, const MAX: usize> Deref for List<T, MAX> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const MAX: usize> DerefMut for List<T, MAX> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: PartialEq, const MAX: usize> PartialEq for List<T, MAX> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const MAX: usize> Eq for List<T, MAX> {}

impl<T: fmt::Debug, const MAX: usize> fmt::Debug for List<T, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
