//! The queue of a live game's task. It is nearly always empty, and then takes a few bytes: a
//! channel of tokio would keep a kilobyte for each game.

use super::command::Command;
use crate::config::SEAT_QUEUE_ANSWERS_MAX;
use hierophant_rules::Seat;
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;

/// The commands that wait for a game's task. Each seat has its own part of the queue, and so have
/// the game's creator and operators together.
pub(super) struct CommandQueue {
    waiting: Mutex<Waiting>,
    /// Wakes the task.
    added: Notify,
    /// Wakes callers that wait until the queue is closed.
    closed: Notify,
}

struct Waiting {
    /// In order, each with the index of its sender.
    commands: VecDeque<(u8, Command)>,
    /// By sender: seats, then the creator and operators; how many of the commands are its own.
    counts: Box<[u8]>,
    is_closed: bool,
}

/// Why a command was not queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotQueued {
    /// The sender's part of the queue is full.
    Full {
        /// The limit's name.
        limit: &'static str,
    },
    /// The task has ended.
    Closed,
}

// A count of a sender's commands never overflows.
const _: () = assert!(SEAT_QUEUE_ANSWERS_MAX <= u8::MAX as usize);

impl CommandQueue {
    /// The queue of a game with `seats` seats.
    pub(super) fn new(seats: u8) -> CommandQueue {
        let counts = vec![0; usize::from(seats) + 1].into();
        let waiting = Waiting { commands: VecDeque::new(), counts, is_closed: false };
        CommandQueue { waiting: Mutex::new(waiting), added: Notify::new(), closed: Notify::new() }
    }

    /// Adds a command of `seat`; without a seat, one of the game's creator or an operator.
    ///
    /// # Errors
    /// `Full` if too many commands of the sender wait, `Closed` if the task has ended.
    pub(super) fn add(&self, seat: Option<Seat>, command: Command) -> Result<(), NotQueued> {
        let mut waiting = self.waiting();
        if waiting.is_closed {
            return Err(NotQueued::Closed);
        }
        let creator = waiting.counts.len() - 1;
        let (sender, limit) = match seat {
            Some(seat) => (seat.index().min(creator), "seat_queue_answers_max"),
            None => (creator, "game_queue_answers_max"),
        };
        if usize::from(waiting.counts[sender]) >= SEAT_QUEUE_ANSWERS_MAX {
            return Err(NotQueued::Full { limit });
        }
        waiting.counts[sender] += 1;
        waiting.commands.push_back((sender as u8, command));
        drop(waiting);
        self.added.notify_one();
        Ok(())
    }

    /// Takes the first command out; `None` if none waits.
    pub(super) fn take(&self) -> Option<Command> {
        let mut waiting = self.waiting();
        let (sender, command) = waiting.commands.pop_front()?;
        waiting.counts[usize::from(sender)] -= 1;
        if waiting.commands.is_empty() {
            // A game may be idle for weeks.
            waiting.commands = VecDeque::new();
        }
        Some(command)
    }

    /// Waits for a command and takes it out. Only the game's task calls it.
    pub(super) async fn next(&self) -> Command {
        loop {
            if let Some(command) = self.take() {
                return command;
            }
            // What was added meanwhile has left a permit.
            self.added.notified().await;
        }
    }

    /// Refuses commands from now on. Those that wait stay.
    pub(super) fn close(&self) {
        self.waiting().is_closed = true;
        self.closed.notify_waiters();
    }

    /// Waits until the queue is closed.
    pub(super) async fn until_closed(&self) {
        // Before the look: it is woken by whatever happens from here on.
        let closed = self.closed.notified();
        if !self.waiting().is_closed {
            closed.await;
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant_rules::Seat;
    use std::sync::Arc;
    use tokio::sync::oneshot;

    fn attend(seat: Seat) -> Command {
        Command::Attend { seat, reply: oneshot::channel().0 }
    }

    fn seat(command: &Command) -> Option<Seat> {
        match command {
            Command::Attend { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    #[tokio::test]
    async fn commands_are_taken_in_order_also_by_a_task_that_waits() {
        let queue = Arc::new(CommandQueue::new(2));
        let seats: Vec<Seat> = Seat::all(2).collect();
        let task = tokio::spawn({
            let queue = queue.clone();
            async move { [queue.next().await, queue.next().await].map(|command| seat(&command)) }
        });
        tokio::task::yield_now().await;
        for &seat in &seats {
            assert_eq!(queue.add(Some(seat), attend(seat)), Ok(()));
        }
        assert_eq!(task.await.expect("it ends"), [Some(seats[0]), Some(seats[1])]);
        assert!(queue.take().is_none());
    }

    #[tokio::test]
    async fn a_closed_queue_refuses_and_keeps_what_waits() {
        let queue = Arc::new(CommandQueue::new(2));
        let seats: Vec<Seat> = Seat::all(2).collect();
        queue.add(Some(seats[0]), attend(seats[0])).expect("there is room");
        let end = tokio::spawn({
            let queue = queue.clone();
            async move { queue.until_closed().await }
        });
        tokio::task::yield_now().await;
        queue.close();
        end.await.expect("it ends");
        queue.until_closed().await;
        assert_eq!(queue.add(None, attend(seats[1])), Err(NotQueued::Closed));
        assert!(queue.take().is_some());
        assert!(queue.take().is_none());
    }
}
