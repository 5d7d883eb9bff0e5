"""A bot program that makes other processes, one way or another; test_processes.py runs each way in an interpreter of its own.

    python process_program.py TARGET WAY

Each way first calls the service, so that there is a channel, then makes children that call too, then calls again. It ends with
the line "all answered"; what hangs is ended from outside.
"""

import faulthandler
import multiprocessing
import os
import subprocess
import sys
import threading

import hierophant

# Five interpreters that import what a bot needs take a few seconds alone, and a minute on a machine that runs everything else
# at the same time. What hangs does so for ever.
SECONDS_MAX = 240
CHILDREN = 4
ROUNDS = 5


def calls(connection):
    """Two calls and their right answers: one without a seat, on a channel that a child makes itself."""
    for _ in range(2):
        assert [ruleset.id for ruleset in connection.rulesets()].count("arcanum") == 1


def looks(seat):
    """A call from the seat's chair."""
    assert seat.view().seat == seat.number


def open_game(connection):
    return connection.create_game("arcanum", seats=[hierophant.OPEN] * 4)


def end_well(processes):
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0, f"a child ended with {process.exitcode}"


def children(method, connection, seat):
    context = multiprocessing.get_context(method)
    for _ in range(ROUNDS if method == "fork" else 1):
        end_well([context.Process(target=calls, args=(connection,)) for _ in range(CHILDREN // 2)])
        end_well([context.Process(target=looks, args=(seat,)) for _ in range(CHILDREN // 2)])
        # The parent's side of the fork goes on.
        calls(connection)
        looks(seat)


def fork_while_threads_call(connection, seat):
    """Calls of other threads are cut off by the fork and sent again; none may fail."""
    stop = threading.Event()
    failures = []

    def keep_calling():
        while not stop.is_set():
            try:
                looks(seat)
            except BaseException as error:
                failures.append(error)
                raise

    threads = [threading.Thread(target=keep_calling) for _ in range(3)]
    for thread in threads:
        thread.start()
    children("fork", connection, seat)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures, failures


def fork_while_a_thread_waits(connection, seat):
    """A long poll that a fork interrupts goes on waiting on the parent's side, and ends by its own time."""
    # With its own answers given and nobody else at the table, a seat waits in vain.
    waiting = open_game(connection).seats[0]
    while decision := waiting.decision(wait_s=0):
        waiting.submit(decision, decision.actions[0])
    answers = []
    thread = threading.Thread(target=lambda: answers.append(waiting.decision(wait_s=3)))
    thread.start()
    children("fork", connection, seat)
    thread.join()
    assert len(answers) == 1 and not answers[0] and not answers[0].is_over, answers


def grandchildren(connection, seat):
    def child():
        children("fork", connection, seat)

    end_well([multiprocessing.get_context("fork").Process(target=child)])
    calls(connection)


def pool(connection, seat):
    with multiprocessing.get_context("fork").Pool(CHILDREN) as workers:
        workers.map(looks, [seat] * 4 * CHILDREN)
    looks(seat)


def bare_fork(connection, seat):
    for _ in range(ROUNDS):
        child = os.fork()
        if child == 0:
            calls(connection)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        looks(seat)


def outside_program(connection, seat):
    """A bot that asks another program, an engine say."""
    for _ in range(ROUNDS):
        assert subprocess.run([sys.executable, "-c", "print(1)"], stdout=subprocess.PIPE).stdout.strip() == b"1"
        # With a preexec_fn Python really forks.
        subprocess.run([sys.executable, "-c", ""], check=True, preexec_fn=os.getpid)
        looks(seat)


WAYS = {
    "fork": lambda connection, seat: children("fork", connection, seat),
    "spawn": lambda connection, seat: children("spawn", connection, seat),
    "fork_while_threads_call": fork_while_threads_call,
    "fork_while_a_thread_waits": fork_while_a_thread_waits,
    "grandchildren": grandchildren,
    "pool": pool,
    "bare_fork": bare_fork,
    "outside_program": outside_program,
}


def main(target, way):
    # Where it hangs, should it hang.
    faulthandler.dump_traceback_later(SECONDS_MAX, exit=True)
    with hierophant.connect(target) as connection:
        seat = open_game(connection).seats[2]
        calls(connection)
        WAYS[way](connection, seat)
        calls(connection)
    print("all answered")


if __name__ == "__main__":
    main(*sys.argv[1:])
