"""Hierophant's games as environments for learning. Needs hierophant-native: `pip install ./python/native` in a checkout.

`Game` is one game, `VecGame` many that step together; `gym`, `pettingzoo` and `openspiel` adapt them to those interfaces.
"""

from __future__ import annotations

import importlib
from types import ModuleType

import hierophant

try:
    import hierophant_native
except ImportError as error:
    raise ImportError(
        "hierophant.env needs the package hierophant-native: pip install ./python/native in a checkout of Hierophant, with Rust"
    ) from error
if hierophant.__version__ not in ("0", hierophant_native.__version__):
    raise ImportError(
        f"hierophant {hierophant.__version__} needs hierophant-native {hierophant.__version__}, "
        f"and {hierophant_native.__version__} is installed"
    )

from hierophant_native import RULESETS, Encoder, Game, IllegalAction, VecGame, action_text, seed_bytes

from hierophant.env.live import live
from hierophant.env.policy import Batch, Played, Policy, play, random_policy
from hierophant.env.spec import Field, Spec, spec

# Each needs a package of its own.
_ADAPTERS = ("gym", "openspiel", "pettingzoo")

__all__ = [
    "RULESETS",
    "Batch",
    "Encoder",
    "Field",
    "Game",
    "IllegalAction",
    "Played",
    "Policy",
    "Spec",
    "VecGame",
    "action_text",
    "live",
    "play",
    "random_policy",
    "seed_bytes",
    "spec",
]


def __getattr__(name: str) -> ModuleType:
    if name in _ADAPTERS:
        return importlib.import_module(f"hierophant.env.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
