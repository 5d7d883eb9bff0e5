//! The memory that a batch writes, which belongs to its caller.

/// Observations.
#[derive(Debug)]
pub enum Numbers<'a> {
    /// As they are.
    Bytes(&'a mut [u8]),
    /// Divided by their scales.
    Floats(&'a mut [f32]),
}

/// Which actions are legal.
#[derive(Debug)]
pub enum Mask<'a> {
    /// One entry for each code.
    Bools(&'a mut [bool]),
    /// One bit for each code, the lowest first.
    Bits(&'a mut [u8]),
    /// Not wanted.
    None,
}

/// All buffers: row by row, one for each game.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// What the seat that is asked may know.
    pub obs: Numbers<'a>,
    /// Its legal actions.
    pub mask: Mask<'a>,
    /// Their codes, ascending, then -1.
    pub legal: &'a mut [i16],
    /// Their number.
    pub legal_n: &'a mut [i16],
    /// The seat that is asked.
    pub seat: &'a mut [i8],
    /// The player that it decides for.
    pub actor: &'a mut [i8],
    /// The kind of decision.
    pub kind: &'a mut [i8],
    /// By seat, what the game that has just ended came to.
    pub rewards: &'a mut [f32],
    /// A game was played to its end in this step.
    pub terminated: &'a mut [bool],
    /// A game was cut off in this step.
    pub truncated: &'a mut [bool],
    /// The game's number.
    pub episode: &'a mut [i64],
    /// The last observation of the game that ended last.
    pub final_obs: Numbers<'a>,
    /// Its number.
    pub final_episode: &'a mut [i64],
    /// The answers that it had.
    pub length: &'a mut [i32],
}

/// One game's part of the buffers. Few steps touch all of them, so that each is found when it is
/// wanted.
#[derive(Debug)]
pub(crate) struct Row<'a, 'b> {
    pub(crate) all: &'b mut Buffers<'a>,
    pub(crate) index: usize,
    widths: Widths,
}

impl Row<'_, '_> {
    /// No game has ended in this step, as yet.
    pub(crate) fn clear_end(&mut self) {
        self.rewards().fill(0.0);
        self.all.terminated[self.index] = false;
        self.all.truncated[self.index] = false;
    }

    pub(crate) fn obs(&mut self) -> Numbers<'_> {
        self.all.obs.row(self.index, self.widths.obs)
    }

    pub(crate) fn final_obs(&mut self) -> Numbers<'_> {
        self.all.final_obs.row(self.index, self.widths.obs)
    }

    pub(crate) fn mask(&mut self) -> Mask<'_> {
        self.all.mask.row(self.index, self.widths.mask)
    }

    pub(crate) fn legal(&mut self) -> &mut [i16] {
        row_of(self.all.legal, self.index, self.widths.legal)
    }

    pub(crate) fn rewards(&mut self) -> &mut [f32] {
        row_of(self.all.rewards, self.index, self.widths.rewards)
    }
}

/// The entries of row `index`, each of so many.
fn row_of<T>(all: &mut [T], index: usize, width: usize) -> &mut [T] {
    &mut all[index * width..(index + 1) * width]
}

/// Entries of one row, by buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    obs: usize,
    mask: usize,
    legal: usize,
    rewards: usize,
}

fn halves<T>(all: &mut [T], first: usize, rows: usize) -> (&mut [T], &mut [T]) {
    let width = all.len() / rows;
    all.split_at_mut(first * width)
}

impl<'a> Numbers<'a> {
    fn len(&self) -> usize {
        match self {
            Numbers::Bytes(all) => all.len(),
            Numbers::Floats(all) => all.len(),
        }
    }

    fn row(&mut self, index: usize, width: usize) -> Numbers<'_> {
        match self {
            Numbers::Bytes(all) => Numbers::Bytes(row_of(all, index, width)),
            Numbers::Floats(all) => Numbers::Floats(row_of(all, index, width)),
        }
    }

    fn split(self, first: usize, rows: usize) -> (Numbers<'a>, Numbers<'a>) {
        match self {
            Numbers::Bytes(all) => {
                let (one, other) = halves(all, first, rows);
                (Numbers::Bytes(one), Numbers::Bytes(other))
            }
            Numbers::Floats(all) => {
                let (one, other) = halves(all, first, rows);
                (Numbers::Floats(one), Numbers::Floats(other))
            }
        }
    }
}

impl<'a> Mask<'a> {
    fn len(&self) -> usize {
        match self {
            Mask::Bools(all) => all.len(),
            Mask::Bits(all) => all.len(),
            Mask::None => 0,
        }
    }

    fn row(&mut self, index: usize, width: usize) -> Mask<'_> {
        match self {
            Mask::Bools(all) => Mask::Bools(row_of(all, index, width)),
            Mask::Bits(all) => Mask::Bits(row_of(all, index, width)),
            Mask::None => Mask::None,
        }
    }

    fn split(self, first: usize, rows: usize) -> (Mask<'a>, Mask<'a>) {
        match self {
            Mask::Bools(all) => {
                let (one, other) = halves(all, first, rows);
                (Mask::Bools(one), Mask::Bools(other))
            }
            Mask::Bits(all) => {
                let (one, other) = halves(all, first, rows);
                (Mask::Bits(one), Mask::Bits(other))
            }
            Mask::None => (Mask::None, Mask::None),
        }
    }
}

impl<'a> Buffers<'a> {
    /// Entries of one game.
    pub(crate) fn widths(&self) -> Widths {
        let rows = self.seat.len().max(1);
        Widths {
            obs: self.obs.len() / rows,
            mask: self.mask.len() / rows,
            legal: self.legal.len() / rows,
            rewards: self.rewards.len() / rows,
        }
    }

    /// One game's part.
    pub(crate) fn row(&mut self, index: usize, widths: Widths) -> Row<'a, '_> {
        Row { all: self, index, widths }
    }

    /// The first so many rows, and the others.
    pub(crate) fn split_at(self, first: usize) -> (Buffers<'a>, Buffers<'a>) {
        let rows = self.seat.len();
        let (obs, more_obs) = self.obs.split(first, rows);
        let (mask, more_mask) = self.mask.split(first, rows);
        let (legal, more_legal) = halves(self.legal, first, rows);
        let (legal_n, more_legal_n) = self.legal_n.split_at_mut(first);
        let (seat, more_seat) = self.seat.split_at_mut(first);
        let (actor, more_actor) = self.actor.split_at_mut(first);
        let (kind, more_kind) = self.kind.split_at_mut(first);
        let (rewards, more_rewards) = halves(self.rewards, first, rows);
        let (terminated, more_terminated) = self.terminated.split_at_mut(first);
        let (truncated, more_truncated) = self.truncated.split_at_mut(first);
        let (episode, more_episode) = self.episode.split_at_mut(first);
        let (final_obs, more_final_obs) = self.final_obs.split(first, rows);
        let (final_episode, more_final_episode) = self.final_episode.split_at_mut(first);
        let (length, more_length) = self.length.split_at_mut(first);
        let one = Buffers {
            obs,
            mask,
            legal,
            legal_n,
            seat,
            actor,
            kind,
            rewards,
            terminated,
            truncated,
            episode,
            final_obs,
            final_episode,
            length,
        };
        let other = Buffers {
            obs: more_obs,
            mask: more_mask,
            legal: more_legal,
            legal_n: more_legal_n,
            seat: more_seat,
            actor: more_actor,
            kind: more_kind,
            rewards: more_rewards,
            terminated: more_terminated,
            truncated: more_truncated,
            episode: more_episode,
            final_obs: more_final_obs,
            final_episode: more_final_episode,
            length: more_length,
        };
        (one, other)
    }
}
