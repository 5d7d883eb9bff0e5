"""Calls to a service: one channel per process, made at the first call; retries; forks. Knows nothing of games.

grpc doesn't survive a fork while it has a channel: a child's calls hang, and the fork support that it offers fails when other
threads are calling. What works with every release is to have no channel at that moment. So before each fork (`os.fork`,
multiprocessing's "fork") calls that wait are cut off, others come to their end, all channels of this module are closed and
dropped, and on both sides the next call makes a new one. What was cut off is sent again: all calls of this service can be
repeated.
"""

from __future__ import annotations

import gc
import os
import threading
import time
import weakref
from typing import Any, Callable, Iterator, Optional

import grpc

from hierophant.address import Address
from hierophant.errors import HierophantError, error_of, from_rpc_error, unreachable
from hierophant.retry import Outage, Retry, RetryState, Timeout, passes
from hierophant.steps import Ask, Pause, Step, Steps, T, run, settled_here
from hierophant.tls import Trust
from hierophant.v1 import agent_service_pb2_grpc, game_service_pb2_grpc, tournament_service_pb2_grpc
from hierophant.watching import STREAM_S_MAX

# A fork waits no longer than this for the calls of other threads to end.
FORK_WAIT_S_MAX = 5.0
# And no longer than this for grpc to end its own threads, which takes longer on a machine that is busy. A program that uses
# grpc by itself as well waits for it in vain: the first time so long, and from then on no longer than the second.
REST_WAIT_S_MAX = 5.0
REST_WAIT_AGAIN_S_MAX = 1.0
REST_POLL_S = 0.002


class Channel:
    """A way to the service at a target. May be used from many threads; may be sent to other processes."""

    def __init__(
        self,
        address: Address,
        trusted: Optional[Trust] = None,
        retry: Retry = Retry(),
        timeout: Timeout = Timeout(),
    ) -> None:
        self.address = address
        self.state = RetryState(address, retry)
        self.timeout = timeout
        self._trusted = trusted
        self._prepare()

    @property
    def target(self) -> str:
        """The service's address, as it was given."""
        return self.address.text

    def _prepare(self) -> None:
        self._closed = False
        self._grpc: Any = None
        self._stub: Any = None
        _gate.join(self)

    def __getstate__(self) -> dict[str, Any]:
        return {"address": self.address, "trusted": self._trusted, "state": self.state, "timeout": self.timeout}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.address = state["address"]
        self.state = state["state"]
        self.timeout = state["timeout"]
        self._trusted = state["trusted"]
        self._prepare()

    def run(self, steps: Steps[T]) -> T:
        """Carries a plan out."""
        return run(steps, self.perform)

    def perform(self, step: Step) -> Any:
        """Carries a step out."""
        if isinstance(step, Ask):
            return settled_here(step.what())
        if isinstance(step, Pause):
            return time.sleep(step.seconds)
        method, request, token, wait_s, collects = step
        if collects:
            return self.collect(method, request, token)
        return self.wait(method, request, token, wait_s) if wait_s > 0 else self.call(method, request, token)

    def call(self, method: str, request: Any, token: str) -> Any:
        """Calls a unary method. Raises HierophantError. Without a token no credential is sent."""
        options = call_options(token, self.timeout.call_s)
        return self._with_retries(lambda stub: getattr(stub, method)(request, **options))

    def wait(
        self, method: str, request: Any, token: str, wait_s: float, opened: Callable[[Any], None] = lambda _: None
    ) -> Any:
        """The same for a call that is answered when something happens, after `wait_s` at most: a fork doesn't wait for it.

        `opened` is given what can be cancelled.
        """
        options = call_options(token, wait_s + self.timeout.call_s)

        def call(stub: Any) -> Any:
            future = getattr(stub, method).future(request, **options)
            opened(future)
            return _gate.await_answer(future)

        return self._with_retries(call)

    def collect(self, method: str, request: Any, token: str) -> list[Any]:
        """Calls a streaming method, to the stream's end, and gives all its messages."""
        options = call_options(token, self.timeout.replay_s)
        messages: list[Any] = self._with_retries(lambda stub: list(getattr(stub, method)(request, **options)))
        return messages

    def stream(
        self, method: str, request: Any, token: str, timeout_s: float, opened: Callable[[Any], None] = lambda _: None
    ) -> Iterator[Any]:
        """Calls a streaming method once, and gives its messages as they come; `request` may be an iterator of what is said.

        `opened` is given what can be cancelled. Raises HierophantError; a stream that a fork cuts off fails with CANCELLED.
        """
        stub, _ = _gate.enter(self)
        try:
            stream = _Stream(getattr(stub, method)(request, **call_options(token, timeout_s)))
        finally:
            del stub
            _gate.leave()
        opened(stream)
        try:
            while True:
                try:
                    message = _gate.await_message(stream)
                except grpc.RpcError as error:
                    raise unreachable(from_rpc_error(error), self.address) from None
                except StopIteration:
                    return
                self.state.reached()
                yield message
        finally:
            stream.drop()

    def follow(self, following: Any, token: str) -> Iterator[Any]:
        """The news of one stream after another; see `watching`."""
        while True:
            following.begin()
            failure: Optional[HierophantError] = None
            try:
                for message in self.stream(following.method, following.request, token, STREAM_S_MAX):
                    news = following.hear(message)
                    if news is not None:
                        yield news
                    if following.is_end(message):
                        return
            except HierophantError as error:
                failure = error
            time.sleep(following.pause_s(failure))

    def close(self) -> None:
        """Ends the channel; calls under way fail, and later ones too."""
        with _gate.lock:
            self._closed = True
            self._drop()

    def _with_retries(self, call: Callable[[Any], Any]) -> Any:
        outage = Outage()
        while True:
            try:
                answer = self._try(call)
            except HierophantError as error:
                failure = error
            else:
                self.state.reached()
                return answer
            if not passes(failure):
                raise failure
            time.sleep(self.state.pause_s(outage, failure))

    def _try(self, call: Callable[[Any], Any]) -> Any:
        """One try, counted anew when a fork cuts it off."""
        while True:
            stub, forks = _gate.enter(self)
            try:
                return call(stub)
            except grpc.RpcError as error:
                failure = unreachable(from_rpc_error(error), self.address)
            except (grpc.FutureCancelledError, ValueError) as error:
                # What grpc says when a wait was cut off, and to a call on a channel that was closed just before.
                failure = error_of(grpc.StatusCode.CANCELLED, str(error))
            finally:
                # Nothing may hold on to the channel while a fork waits for this.
                del stub
                _gate.leave()
            cut_off = failure.code is grpc.StatusCode.CANCELLED and _gate.forks != forks
            if not cut_off:
                raise failure

    def _open(self) -> Any:
        """The stub, for a caller that holds the gate."""
        if self._closed:
            raise error_of(grpc.StatusCode.CANCELLED, "the connection is closed")
        if self._stub is None:
            target, options = self.address.target, self.address.options
            if self._trusted is None:
                self._grpc = grpc.insecure_channel(target, options=options)
            else:
                self._grpc = grpc.secure_channel(target, self._trusted.credentials(), options=options)
            self._stub = Stub(self._grpc)
        return self._stub

    def _drop(self) -> bool:
        """Closes the channel, if there is one."""
        channel, self._grpc, self._stub = self._grpc, None, None
        if channel is not None:
            channel.close()
        return channel is not None


class Stub:
    """The methods of all services; no two of them are called alike."""

    def __init__(self, channel: Any) -> None:
        arenas = tournament_service_pb2_grpc.TournamentServiceStub(channel)  # type: ignore[no-untyped-call]
        games = game_service_pb2_grpc.GameServiceStub(channel)  # type: ignore[no-untyped-call]
        agents = agent_service_pb2_grpc.AgentServiceStub(channel)  # type: ignore[no-untyped-call]
        self.__dict__.update(vars(arenas))
        self.__dict__.update(vars(agents))
        self.__dict__.update(vars(games))


class _Stream:
    """A stream that is open, until a fork or its reader drops it."""

    def __init__(self, call: Any) -> None:
        self.call = call
        _gate.keep(self)

    def drop(self) -> None:
        call, self.call = self.call, None
        if call is not None:
            call.cancel()

    cancel = drop


def call_options(token: str, timeout_s: float) -> dict[str, Any]:
    return {"timeout": timeout_s, "metadata": (("authorization", f"Bearer {token}"),) if token else ()}


# Where Linux tells the threads of this process, and how those that grpc starts are called, from the oldest release on.
_TASKS = "/proc/self/task"
_GRPC_THREADS = ("grpc_", "event_engine", "timer_manager", "lifeguard", "default-executo", "resolver-execut")


_rest_wait_s = REST_WAIT_S_MAX


def _await_rest() -> None:
    """Waits until grpc has ended its threads, which it does a little after the last channel is gone."""
    global _rest_wait_s
    end = time.monotonic() + _rest_wait_s
    while _grpc_runs():
        if time.monotonic() > end:
            _rest_wait_s = REST_WAIT_AGAIN_S_MAX
            return
        # Something may still hold a channel in a cycle, an exception that somebody keeps, say.
        gc.collect()
        time.sleep(REST_POLL_S)


def _grpc_runs() -> bool:
    try:
        tasks = os.listdir(_TASKS)
    except OSError:
        return False  # Not Linux: there is no telling.
    return any(_task_name(task).startswith(_GRPC_THREADS) for task in tasks)


def _task_name(task: str) -> str:
    try:
        with open(f"{_TASKS}/{task}/comm", encoding="utf-8", errors="replace") as comm:
            return comm.read()
    except OSError:
        return ""  # It has ended meanwhile.


class _Gate:
    """Keeps calls and forks apart: while a process forks no call is under way."""

    def __init__(self) -> None:
        self._channels: weakref.WeakSet[Channel] = weakref.WeakSet()
        self._streams: weakref.WeakSet[_Stream] = weakref.WeakSet()
        self._reset()

    def _reset(self) -> None:
        # Reentrant, since a collected garbage cycle may close a channel at any moment.
        # Taken on every call, and so without the condition's own methods.
        self.lock = threading.RLock()
        self.condition = threading.Condition(self.lock)
        self.forks = 0
        self._forking = False
        self._calls = 0
        self._waits: set[Any] = set()

    def join(self, channel: Channel) -> None:
        with self.lock:
            self._channels.add(channel)

    def enter(self, channel: Channel) -> tuple[Any, int]:
        with self.lock:
            if self._forking:
                self._await_fork()
            stub = channel._open()
            self._calls += 1
            return stub, self.forks

    def leave(self) -> None:
        with self.lock:
            self._calls -= 1
            if self._forking:
                self._tell_fork()

    def _await_fork(self) -> None:
        """Waits, holding the lock, until no fork is under way."""
        self.condition.wait_for(lambda: not self._forking)

    def _tell_fork(self) -> None:
        """Wakes a fork that waits for calls to end; nobody else waits for that."""
        self.condition.notify_all()

    def await_answer(self, future: Any) -> Any:
        """The answer of a call that waits, unless a fork cuts it off."""
        with self.lock:
            self._waits.add(future)
            if self._forking:
                future.cancel()
        try:
            return future.result()
        finally:
            future.cancel()  # An interrupted wait leaves nothing behind.
            with self.lock:
                self._waits.discard(future)

    def keep(self, stream: _Stream) -> None:
        with self.lock:
            self._streams.add(stream)

    def await_message(self, stream: _Stream) -> Any:
        """The next message of a stream, unless a fork has cut it off or does so now. Raises StopIteration at its end."""
        with self.lock:
            if self._forking:
                self._await_fork()
            call = stream.call
            if call is None:
                raise error_of(grpc.StatusCode.CANCELLED, "the stream was cut off")
            self._calls += 1
            self._waits.add(call)
        try:
            return next(call)
        finally:
            with self.lock:
                self._waits.discard(call)
                # Nothing may hold on to the channel while a fork waits for this.
                del call
                self._calls -= 1
                if self._forking:
                    self._tell_fork()

    def before_fork(self) -> None:
        # Held until after the fork, so that no thread begins a call in between.
        self.condition.acquire()
        self.condition.wait_for(lambda: not self._forking)
        self._forking = True
        self.forks += 1
        for wait in list(self._waits):
            wait.cancel()
        # Closing a channel under a call makes some releases crash; it is done to those only that take too long.
        self.condition.wait_for(lambda: self._calls == 0, FORK_WAIT_S_MAX)
        for stream in list(self._streams):
            stream.drop()
        # Others' channels are their own business: without one of ours there is nothing to wait for.
        if any([channel._drop() for channel in list(self._channels)]):
            _await_rest()

    def after_fork_in_parent(self) -> None:
        self._forking = False
        self.condition.notify_all()
        self.condition.release()

    def after_fork_in_child(self) -> None:
        # The threads that waited here exist in the parent only.
        self._reset()


_gate = _Gate()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_gate.before_fork,
        after_in_parent=_gate.after_fork_in_parent,
        after_in_child=_gate.after_fork_in_child,
    )
