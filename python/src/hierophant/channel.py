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
import random
import threading
import time
import weakref
from typing import Any, Callable, Iterator, NamedTuple, Optional, Union

import grpc

from hierophant.errors import HierophantError, from_rpc_error
from hierophant.v1 import agent_service_pb2_grpc, game_service_pb2_grpc

# A call that the service could not take (UNAVAILABLE, or too many in a short time) is sent again, so many times at most,
# after so long.
TRIES_MAX = 8
RETRY_FIRST_S = 0.1
RETRY_LONGEST_S = 5.0
# A fork waits no longer than this for the calls of other threads to end.
FORK_WAIT_S_MAX = 5.0
# And no longer than this for grpc to end its own threads, which takes longer on a machine that is busy. A program that uses
# grpc by itself as well waits for it in vain: the first time so long, and from then on no longer than the second.
REST_WAIT_S_MAX = 5.0
REST_WAIT_AGAIN_S_MAX = 1.0
REST_POLL_S = 0.002

# What the names of limits end with that pass by themselves.
_PACE_SUFFIX = "_per_second_max"

_OPTIONS = [
    # Else a child would be given its parent's connections.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
]
# grpc would name the socket's path as the host, which is no host by the rules of HTTP.
_UNIX_OPTIONS = [("grpc.default_authority", "localhost")]


PathLike = Union[str, "os.PathLike[str]"]

_SECURE = "https://"
_PLAIN = "http://"


class Trust(NamedTuple):
    """What is believed over TLS, and what is shown: all in PEM form."""

    ca: Optional[bytes]
    certificate: Optional[bytes]
    key: Optional[bytes]


def trust(
    target: str, ca: Optional[PathLike], certificate: Optional[PathLike], key: Optional[PathLike]
) -> Optional[Trust]:
    """Reads the files; None for a target without TLS."""
    if not target.startswith(_SECURE):
        if ca or certificate or key:
            raise ValueError(f"certificates are for targets that begin with {_SECURE}")
        return None
    if bool(certificate) != bool(key):
        raise ValueError("a certificate and its key belong together")
    return Trust(_read(ca), _read(certificate), _read(key))


def _read(path: Optional[PathLike]) -> Optional[bytes]:
    if path is None:
        return None
    with open(path, "rb") as file:
        return file.read()


class Channel:
    """A way to the service at a target. May be used from many threads; may be sent to other processes."""

    def __init__(self, target: str, trusted: Optional[Trust] = None) -> None:
        self.target = target
        self._trusted = trusted
        self._prepare()

    def _prepare(self) -> None:
        self._closed = False
        self._grpc: Any = None
        self._stub: Any = None
        _gate.join(self)

    def __getstate__(self) -> dict[str, Any]:
        return {"target": self.target, "trusted": self._trusted}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.target = state["target"]
        self._trusted = state["trusted"]
        self._prepare()

    def call(self, method: str, request: Any, token: str, timeout_s: float) -> Any:
        """Calls a unary method of GameService.

        Raises HierophantError. Without a token no credential is sent.
        """
        return self._with_retries(lambda stub: getattr(stub, method)(request, **_how(token, timeout_s)))

    def wait(self, method: str, request: Any, token: str, timeout_s: float) -> Any:
        """The same for a call that is answered when something happens: a fork doesn't wait for it."""
        return self._with_retries(
            lambda stub: _gate.await_answer(getattr(stub, method).future(request, **_how(token, timeout_s)))
        )

    def collect(self, method: str, request: Any, token: str, timeout_s: float) -> list[Any]:
        """Calls a streaming method of GameService, to the stream's end, and gives all its messages."""
        messages: list[Any] = self._with_retries(
            lambda stub: list(getattr(stub, method)(request, **_how(token, timeout_s)))
        )
        return messages

    def stream(self, method: str, request: Any, token: str, timeout_s: float) -> Iterator[Any]:
        """Calls a streaming method once, and gives its messages as they come; `request` may be an iterator of what is said.

        Raises HierophantError; a stream that a fork cuts off fails with CANCELLED.
        """
        stub, _ = _gate.enter(self)
        try:
            stream = _Stream(getattr(stub, method)(request, **_how(token, timeout_s)))
        finally:
            del stub
            _gate.leave()
        try:
            while True:
                try:
                    message = _gate.await_message(stream)
                except grpc.RpcError as error:
                    raise from_rpc_error(error) from None
                except StopIteration:
                    return
                yield message
        finally:
            stream.drop()

    def close(self) -> None:
        """Ends the channel; calls under way fail, and later ones too."""
        with _gate.condition:
            self._closed = True
            self._drop()

    def _with_retries(self, call: Callable[[Any], Any]) -> Any:
        tries = 1
        while True:
            try:
                return self._try(call)
            except HierophantError as error:
                if not _passes(error) or tries == TRIES_MAX:
                    raise
                wait_before(tries, error.retry_after_s)
                tries += 1

    def _try(self, call: Callable[[Any], Any]) -> Any:
        """One try, counted anew when a fork cuts it off."""
        while True:
            stub, forks = _gate.enter(self)
            try:
                return call(stub)
            except grpc.RpcError as error:
                failure = from_rpc_error(error)
            except (grpc.FutureCancelledError, ValueError) as error:
                # What grpc says when a wait was cut off, and to a call on a channel that was closed just before.
                failure = HierophantError(grpc.StatusCode.CANCELLED, str(error))
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
            raise HierophantError(grpc.StatusCode.CANCELLED, "the connection is closed")
        if self._stub is None:
            options = [*_OPTIONS, *(_UNIX_OPTIONS if self.target.startswith("unix") else [])]
            if self._trusted is None:
                self._grpc = grpc.insecure_channel(_without(_PLAIN, self.target), options=options)
            else:
                ca, certificate, key = self._trusted
                credentials = grpc.ssl_channel_credentials(ca, key, certificate)
                self._grpc = grpc.secure_channel(_without(_SECURE, self.target), credentials, options=options)
            self._stub = _Stub(self._grpc)
        return self._stub

    def _drop(self) -> None:
        if self._grpc is not None:
            self._grpc.close()
        self._grpc = None
        self._stub = None


class _Stub:
    """The methods of all services; no two of them are called alike."""

    def __init__(self, channel: Any) -> None:
        games = game_service_pb2_grpc.GameServiceStub(channel)  # type: ignore[no-untyped-call]
        agents = agent_service_pb2_grpc.AgentServiceStub(channel)  # type: ignore[no-untyped-call]
        self.__dict__.update(vars(agents))
        self.__dict__.update(vars(games))


def _without(scheme: str, target: str) -> str:
    return target[len(scheme) :] if target.startswith(scheme) else target


def _passes(error: HierophantError) -> bool:
    """Whether the same call may succeed a little later."""
    too_fast = error.metadata.get("limit", "").endswith(_PACE_SUFFIX)
    return error.code is grpc.StatusCode.UNAVAILABLE or too_fast


class _Stream:
    """A stream that is open, until a fork or its reader drops it."""

    def __init__(self, call: Any) -> None:
        self.call = call
        _gate.keep(self)

    def drop(self) -> None:
        call, self.call = self.call, None
        if call is not None:
            call.cancel()


def _how(token: str, timeout_s: float) -> dict[str, Any]:
    return {"timeout": timeout_s, "metadata": (("authorization", f"Bearer {token}"),) if token else ()}


def wait_before(tries: int, asked_s: float | None) -> None:
    longest = min(RETRY_FIRST_S * 2**tries, RETRY_LONGEST_S)
    # Spread, so that the clients of a service that comes back don't all come at once.
    time.sleep(max(random.uniform(longest / 2, longest), min(asked_s or 0.0, RETRY_LONGEST_S)))


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
        self.condition = threading.Condition(threading.RLock())
        self.forks = 0
        self._forking = False
        self._calls = 0
        self._waits: set[Any] = set()

    def join(self, channel: Channel) -> None:
        with self.condition:
            self._channels.add(channel)

    def enter(self, channel: Channel) -> tuple[Any, int]:
        with self.condition:
            self.condition.wait_for(lambda: not self._forking)
            stub = channel._open()
            self._calls += 1
            return stub, self.forks

    def leave(self) -> None:
        with self.condition:
            self._calls -= 1
            self.condition.notify_all()

    def await_answer(self, future: Any) -> Any:
        """The answer of a call that waits, unless a fork cuts it off."""
        with self.condition:
            self._waits.add(future)
            if self._forking:
                future.cancel()
        try:
            return future.result()
        finally:
            future.cancel()  # An interrupted wait leaves nothing behind.
            with self.condition:
                self._waits.discard(future)

    def keep(self, stream: _Stream) -> None:
        with self.condition:
            self._streams.add(stream)

    def await_message(self, stream: _Stream) -> Any:
        """The next message of a stream, unless a fork has cut it off or does so now. Raises StopIteration at its end."""
        with self.condition:
            self.condition.wait_for(lambda: not self._forking)
            call = stream.call
            if call is None:
                raise HierophantError(grpc.StatusCode.CANCELLED, "the stream was cut off")
            self._calls += 1
            self._waits.add(call)
        try:
            return next(call)
        finally:
            with self.condition:
                self._waits.discard(call)
                # Nothing may hold on to the channel while a fork waits for this.
                del call
                self._calls -= 1
                self.condition.notify_all()

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
        for channel in list(self._channels):
            channel._drop()
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
