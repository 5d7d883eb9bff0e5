"""Finds the types of a ruleset: each has a module of its own, named after its field in the protocol's oneofs."""

from __future__ import annotations

import functools
import importlib
from types import ModuleType
from typing import TYPE_CHECKING

from hierophant.actions import Action
from hierophant.decision import Decision, NoDecision
from hierophant.view import View

if TYPE_CHECKING:
    from hierophant.v1 import view_pb2


@functools.cache
def _module(ruleset: str) -> ModuleType | None:
    """None for a ruleset that is newer than this client."""
    return importlib.import_module(f"hierophant.{ruleset}") if ruleset else None


def view_of(proto: view_pb2.View) -> View:
    """The view with the types of its ruleset."""
    module = _module(proto.WhichOneof("ruleset") or "")
    view: View = View(proto) if module is None else module.View(proto)
    return view


def decision_of(proto: view_pb2.View) -> Decision | NoDecision:
    """The decision that is open in this view, or why there is none."""
    if not proto.HasField("decision"):
        return NoDecision(view_of(proto))
    module = _module(proto.WhichOneof("ruleset") or "")
    decision: Decision = Decision(proto) if module is None else module.Decision(proto)
    return decision


def action_of(ruleset: str, code: int) -> Action:
    """The action of a ruleset with a code, also of one that is newer than this client."""
    try:
        module = _module(ruleset)
    except ModuleNotFoundError:
        module = None
    try:
        action: Action = Action(code, f"action {code}") if module is None else module.ACTIONS[code]
    except IndexError:
        action = Action(code, f"action {code}")
    return action
