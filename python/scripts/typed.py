#!/usr/bin/env python3
"""Generates the typed layer: `hierophant/<ruleset>/__init__.py`, the tables of actions beside it, and `hierophant/enums.py`.

    python python/scripts/typed.py            write them
    python python/scripts/typed.py --check    fail if the committed ones differ

Classes and their documentation come from the protos, codes and words of actions from the rules (`action_table.rs`, run by
cargo). A new ruleset needs no line here; one of a tarot deck says in CARDS which of its numbers are cards.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Any, Iterator, NamedTuple

import regenerate

PYTHON = regenerate.PYTHON
SOURCES = regenerate.SOURCES
LINE_MAX = 120


class Numbers(NamedTuple):
    """Which numbers of a ruleset stand for cards, and which for other things with names.

    A field of Action or View goes by its name, one of another message by "Message.field".
    """

    suit: str
    cards: tuple[str, ...]
    things: dict[str, tuple[str, ...]]
    # In the view: what belongs to the viewer.
    own: tuple[str, ...]
    # Names of things that no action names; their numbers follow on those of the others.
    unnamed: tuple[str, ...] = ()


# Arcana's militia is drawn and placed without its cards being named.
MILITIA = ("Heavy Watch", "Tax Guard", "Temple Guard", "Patrol", "Investigators", "Night Watch")
CARDS = {
    "arcanum": Numbers(
        suit="House",
        cards=(
            *("play", "hide", "discard", "give", "take", "put", "turn_up", "hand", "row", "discards", "playing"),
            *("OpenCards.cards", "Answer.cards", "Answer.put"),
        ),
        things={"figure": ("figure", "RemovedFigures.figures", "Answer.figures")},
        own=("hand", "row"),
    ),
    "arcanoid": Numbers(
        suit="Battlefield",
        cards=(
            *("play", "discard", "pick", "call", "hand", "discards", "playing", "pool", "annex", "devil_hand"),
            *("Engagement.cards", "DeclaredEngagement.cards", "Chariot.reserve", "Answer.cards"),
        ),
        things={},
        own=("hand",),
    ),
    "res_arcana": Numbers(
        suit="",
        cards=(),
        things={
            "face": (
                *("choose", "place", "discard", "claim_monument", "claim_place", "face"),
                *("turned", "display", "places", "items", "open"),
                *("Store.face", "FaceList.faces", "Answer.cards", "KnownOrder.cards"),
                *("Step.face", "PowerInUse.face", "PowerInUse.card"),
            )
        },
        own=(),
    ),
    "arcana": Numbers(
        suit="",
        cards=(),
        things={
            "card": (
                *("discard", "place", "bribe", "muster", "enact", "pick", "in_use", "set_aside"),
                *("Cards.cards", "Pile.stake", "Pile.cycled", "Slot.card", "OwnCover.card", "KnownMilitia.card"),
                *("Answer.place", "Answer.bribe", "Answer.enact", "Answer.picks"),
                *("Player.hidden", "Player.resources", "Player.base", "Own.hand", "Own.draw_pile", "Own.mustered"),
                *("Knowledge.hands", "Knowledge.draw_piles"),
            )
        },
        own=(),
        unnamed=MILITIA,
    ),
}
NO_NUMBERS = Numbers("", (), {}, ())
# Messages of a set: one bit for each member, in words of 32 bits; and the class of a member.
MASKS = {"CardMask": "Card", "FaceMask": "Face"}
# Words that cannot be attributes.
KEYWORDS = {"from", "pass"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if the committed files differ")
    check = parser.parse_args().check
    generator = regenerate.generator()
    if pathlib.Path(sys.executable) != generator:
        # The generator's environment has the runtime that reads descriptors.
        return subprocess.run([str(generator), *sys.argv]).returncode
    stale = []
    files = generated()
    for path, text in files.items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale.append(path)
        if not check:
            path.write_text(text, "utf-8")
            print(path.relative_to(regenerate.REPOSITORY))
    if check and stale:
        print(
            f"stale: {[str(path) for path in stale]}; write them anew: python python/scripts/typed.py", file=sys.stderr
        )
        return 1
    print(f"{len(files)} typed modules are up to date")
    return 0


def generated() -> dict[pathlib.Path, str]:
    """The text of each file."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    with tempfile.TemporaryDirectory() as scratch:
        described = pathlib.Path(scratch) / "protos"
        protos = sorted(path for path in (regenerate.REPOSITORY / "proto").rglob("*.proto"))
        names = [path.relative_to(regenerate.REPOSITORY / "proto").as_posix() for path in protos]
        protoc = [sys.executable, "-m", "grpc_tools.protoc", f"-I{regenerate.REPOSITORY / 'proto'}"]
        subprocess.run([*protoc, "--include_source_info", "--include_imports", f"-o{described}", *names], check=True)
        files = descriptor_pb2.FileDescriptorSet.FromString(described.read_bytes()).file
    packages = {
        file.package: File(file) for file in files if re.fullmatch(r"hierophant\.(?!log\.)\w+\.v1", file.package)
    }
    shared = [File(file) for file in files if file.package == "hierophant.v1"]
    made = {SOURCES / "hierophant" / "enums.py": enums_module(shared)}
    pool = descriptor_pool.DescriptorPool()
    for file in files:
        pool.Add(file)
    envelope = message_factory.GetMessageClass(pool.FindMessageTypeByName("hierophant.v1.Action"))
    sizes, table = rows()
    for package, file in sorted(packages.items()):
        ruleset = package.split(".")[1]
        folder = SOURCES / "hierophant" / ruleset
        actions = [
            (code, getattr(envelope.FromString(message), ruleset), words) for code, message, words in table[ruleset]
        ]
        module = Module(ruleset, file, sizes[ruleset], actions, CARDS.get(ruleset, NO_NUMBERS))
        made[folder / "__init__.py"] = module.text()
        made[folder / "_rows.py"] = module.rows_text()
    return made


Row = tuple[int, bytes, str]


def rows() -> tuple[dict[str, int], dict[str, list[Row]]]:
    """By ruleset: the size of its action space; and code, message and words of every action."""
    cargo = os.environ.get("CARGO", "cargo")
    command = [cargo, "run", "--quiet", "--locked", "-p", "hierophant-client", "--example", "action_table"]
    text = subprocess.run(command, cwd=regenerate.REPOSITORY, check=True, stdout=subprocess.PIPE, text=True).stdout
    sizes: dict[str, int] = {}
    found: dict[str, list[Row]] = {}
    for line in text.splitlines():
        ruleset, number, *action = line.split("\t")
        if action:
            found[ruleset].append((int(number), bytes.fromhex(action[0]), action[1]))
        else:
            sizes[ruleset], found[ruleset] = int(number), []
    return sizes, found


class File:
    """A proto file with its comments."""

    def __init__(self, proto: Any) -> None:
        self.proto = proto
        self._comments = {
            tuple(location.path): location.leading_comments for location in proto.source_code_info.location
        }
        self.messages = {message.name: (number, message) for number, message in enumerate(proto.message_type)}
        self.enums = {enum.name: (number, enum) for number, enum in enumerate(proto.enum_type)}

    def comment(self, *path: int) -> str:
        text = self._comments.get(path, "")
        return " ".join(line.strip() for line in text.strip().splitlines()).replace("\\", "")


def titled(ruleset: str) -> str:
    """The name for people: `Res Arcana`."""
    return ruleset.replace("_", " ").title()


def wrapped(indent: str, text: str) -> Iterator[str]:
    """A docstring."""
    lines, line = [], '"""'
    for word in text.replace('"""', "'''").split():
        longer = line + ("" if line.endswith('"""') else " ") + word
        if len(indent + longer) > LINE_MAX - 3 and line != '"""':
            lines.append(line)
            line = word
        else:
            line = longer
    if line.endswith('"'):
        line += " "
    lines.append(line + '"""' if not lines else line)
    if len(lines) > 1:
        lines.append('"""')
    return (indent + line for line in lines)


def title(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def prefix(enum: Any) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", enum.name).upper() + "_"


def enum_class(file: File, number: int, enum: Any) -> Iterator[str]:
    yield f"class {enum.name}(OpenEnum):"
    yield from wrapped("    ", file.comment(5, number) or enum.name)
    yield ""
    for index, value in enumerate(enum.value):
        yield f"    {value.name.removeprefix(prefix(enum))} = {value.number}"
        yield from wrapped("    ", file.comment(5, number, 2, index) or value.name)


def enums_module(files: list[File]) -> str:
    lines = [
        '"""Generated by scripts/typed.py: the enums of the protocol."""',
        "",
        "from __future__ import annotations",
        "",
        "from hierophant.values import OpenEnum",
    ]
    for file in files:
        for number, enum in file.enums.values():
            lines += ["", "", *enum_class(file, number, enum)]
    return "\n".join(lines) + "\n"


class Module:
    """The module of a ruleset."""

    def __init__(
        self, ruleset: str, file: File, size: int, actions: list[tuple[int, Any, str]], numbers: Numbers
    ) -> None:
        self.ruleset, self.file, self.numbers = ruleset, file, numbers
        self.pb = f"{ruleset}_pb2"
        self.actions = actions
        self.size = size
        self.simple = self._enum("SimpleAction")
        self.kinds: list[Kind] = list(self._kinds())
        # The messages that a view is made of, but for sets of cards and those that say nothing but that they are there.
        self.parts = [name for name in self.file.messages if name in set(self._below("View")) and self._is_part(name)]

    def _below(self, message: str) -> Iterator[str]:
        for field in self.file.messages[message][1].field:
            if field.type == field.TYPE_MESSAGE:
                name = field.type_name.rpartition(".")[2]
                yield name
                yield from self._below(name)

    def _is_part(self, name: str) -> bool:
        return name not in MASKS and bool(self.file.messages[name][1].field)

    def _enum(self, name: str) -> dict[int, str]:
        if name not in self.file.enums:
            return {}
        enum = self.file.enums[name][1]
        return {value.number: value.name.removeprefix(prefix(enum)).lower() for value in enum.value}

    def _kinds(self) -> Iterator[Kind]:
        number, action = self.file.messages["Action"]
        for index, field in enumerate(action.field):
            comment = self.file.comment(4, number, 2, index)
            if field.type_name.endswith(".SimpleAction"):
                _, enum = self.file.enums["SimpleAction"]
                at = self.file.enums["SimpleAction"][0]
                for entry, value in enumerate(enum.value):
                    if value.number:
                        yield Kind(
                            self.simple[value.number], field.name, [], self.file.comment(5, at, 2, entry), value.number
                        )
                continue
            yield Kind(field.name, field.name, list(self._attributes(field)), comment, None)

    def _attributes(self, field: Any) -> Iterator[Attribute]:
        """What an action of this field of the oneof has."""
        if field.type == field.TYPE_MESSAGE:
            number, message = self.file.messages[field.type_name.rpartition(".")[2]]
            for index, inner in enumerate(message.field):
                yield self._attribute(
                    inner, inner.name, f"{field.name}.{inner.name}", self.file.comment(4, number, 2, index)
                )
            return
        yield self._attribute(field, "", field.name, "")

    def _attribute(self, field: Any, name: str, path: str, comment: str, key: str = "") -> Attribute:
        many = field.label == field.LABEL_REPEATED
        key = key or field.name
        if field.type == field.TYPE_ENUM:
            kind = field.type_name.rpartition(".")[2]
            return Attribute(name or kind.lower(), kind, many, path, kind, comment or "Which one.")
        if key in self.numbers.cards:
            return Attribute("cards" if many else "card", "Card", many, path, "CARDS", comment or "Which card.")
        for thing, fields in self.numbers.things.items():
            if key in fields:
                return Attribute(name or thing, title(thing), many, path, f"{thing.upper()}S", comment or "Which one.")
        return Attribute(name or field.name, "int", many, path, "", comment or "Its number.")

    def _names(self, fields: tuple[str, ...]) -> dict[int, str]:
        """The names of cards or things: what the words of actions have after their common beginning."""
        best: dict[int, str] = {}
        for field in fields:
            texts = {
                getattr(action, field): words
                for _, action, words in self.actions
                if action.WhichOneof("action") == field
            }
            if len(texts) > len(best):
                common = os.path.commonprefix(list(texts.values())).rfind(" ") + 1
                best = {number: words[common:] for number, words in texts.items()}
        return best | dict(enumerate(self.numbers.unnamed, start=len(best)))

    def text(self) -> str:
        return (
            "\n".join(
                [
                    *self._head(),
                    *self._enums(),
                    *self._values(),
                    *self._actions(),
                    *self._parts(),
                    *self._view(),
                    *self._foot(),
                ]
            )
            + "\n"
        )

    def _head(self) -> Iterator[str]:
        name = titled(self.ruleset)
        yield f'"""Generated by scripts/typed.py: {name} with its own types."""'
        yield ""
        yield "from __future__ import annotations"
        yield ""
        yield "import dataclasses"
        yield "from typing import Any, Callable, ClassVar, Final, Literal, overload"
        yield ""
        yield "from hierophant import actions as _actions"
        yield "from hierophant import bot as _bot"
        yield "from hierophant import decision as _decision"
        yield "from hierophant import view as _view"
        yield f"from hierophant.{self.ruleset}.v1 import {self.pb}"
        yield (
            f"from hierophant.{self.ruleset}.v1.{self.pb} import Board, Setup"
            if "Board" in self.file.messages
            else (f"from hierophant.{self.ruleset}.v1.{self.pb} import Setup")
        )
        yield f"from hierophant.values import OpenEnum, {'TarotCard, ' if self.numbers.suit else ''}lazy_property"
        yield ""
        yield f'RULESET: Final = "{self.ruleset}"'
        yield '"""The id of the ruleset."""'

    def _enums(self) -> Iterator[str]:
        for number, enum in self.file.enums.values():
            if enum.name != "SimpleAction":
                yield from ("", "", *enum_class(self.file, number, enum))

    def _values(self) -> Iterator[str]:
        if self.numbers.suit:
            names = self._names(self.numbers.cards)
            suits = self.numbers.suit
            yield from ("", "", f"class Card(TarotCard[{suits}]):", '    """A card of the 78."""', "")
            yield "    __slots__ = ()"
            yield from ("", "", "CARDS: Final[tuple[Card, ...]] = (")
            for number in range(78):
                suit = f"{suits}({number // 14 + 1})" if number < 56 else "None"
                rank = number % 14 + 1 if number < 56 else number - 56
                yield f'    Card({number}, "{names[number]}", {suit}, {rank}),'
            yield from (")", '"""All cards by number."""')
        for thing, fields in self.numbers.things.items():
            yield from ("", "", "@dataclasses.dataclass(frozen=True, order=True, slots=True)", f"class {title(thing)}:")
            yield from (f'    """A {thing}."""', "", "    number: int", '    """Its number on the wire."""')
            yield from ("    name: str", '    """Its name in the ruleset."""', "", "    def __str__(self) -> str:")
            yield from ("        return self.name", "", "", f"{thing.upper()}S: Final[tuple[{title(thing)}, ...]] = (")
            for number, name in sorted(self._names(fields).items()):
                yield f'    {title(thing)}({number}, "{name}"),'
            yield from (")", f'"""All {thing}s by number."""')

    def _actions(self) -> Iterator[str]:
        yield from ("", "", "class Action(_actions.Action):")
        yield f'    """An answer to a decision of {titled(self.ruleset)}. Each kind of action has a subclass."""'
        yield from ("", "    __slots__ = ()", "", "    ruleset: ClassVar[str] = RULESET")
        for kind in self.kinds:
            yield from ("", "", "@dataclasses.dataclass(frozen=True, slots=True)", f"class {kind.cls}(Action):")
            yield from wrapped("    ", kind.comment)
            yield from ("", f'    kind: ClassVar[str] = "{kind.name}"')
            for attribute in kind.attributes:
                yield f"    {attribute.name}: {attribute.type}"
                yield from wrapped("    ", attribute.comment)
            yield from ("", "    def _fields(self) -> dict[str, Any]:", f"        return {self._message(kind)}")
        yield from ("", "", "_MAKE: dict[str, Callable[..., Action]] = {")
        for kind in self.kinds:
            if not kind.attributes:
                yield f'    "{kind.name}": {kind.cls},'
                continue
            given = ", ".join(f"a{n}" for n in range(len(kind.attributes)))
            made = ", ".join(attribute.made(f"a{n}") for n, attribute in enumerate(kind.attributes))
            yield f'    "{kind.name}": lambda code, text, {given}: {kind.cls}(code, text, {made}),'
        yield from ("}", "", "KINDS: Final = (", *(f'    "{kind.name}",' for kind in self.kinds), ")")
        yield '"""All kinds of action: what `Actions.of` takes."""'
        yield from ("", "", "def _make(code: int) -> Action:")
        yield f"    from hierophant.{self.ruleset}._rows import ROWS"
        yield ""
        yield "    row = ROWS.get(code)"
        yield "    if row is None:"
        yield '        raise IndexError(f"no action of {RULESET} has the code {code}")'
        yield "    return _MAKE[row[0]](code, *row[1:])"
        yield from ("", "", f"ACTIONS: Final = _actions.ActionTable[Action](RULESET, {self.size}, _make)")
        yield '"""All actions by code."""'
        yield from (
            "",
            "",
            "class Actions(_actions.Actions[Action]):",
            '    """The legal actions of a decision."""',
            "",
        )
        yield from ("    __slots__ = ()", "", "    ruleset: ClassVar[str] = RULESET")
        yield from ("    kinds: ClassVar[tuple[str, ...]] = KINDS", "")
        for kind in self.kinds:
            yield "    @overload"
            yield f'    def of(self, kind: Literal["{kind.name}"]) -> tuple[{kind.cls}, ...]: ...'
        yield "    @overload"
        yield "    def of(self, kind: str) -> tuple[Action, ...]: ..."
        yield "    def of(self, kind: str) -> tuple[Action, ...]:"
        yield '        """The legal actions of a kind, e.g. `of("play")`, none if there are none. Raises ValueError for what is no kind."""'
        yield "        return super().of(kind)"

    def _message(self, kind: Kind) -> str:
        """The fields of the message."""
        if kind.simple is not None:
            return f'{{"{kind.field}": {kind.simple}}}'
        inner = {attribute.path: attribute.sent() for attribute in kind.attributes}
        if kind.field in inner:
            return f'{{"{kind.field}": {inner[kind.field]}}}'
        fields = ", ".join(f'"{path.partition(".")[2]}": {value}' for path, value in inner.items())
        return f'{{"{kind.field}": {{{fields}}}}}'

    def _view(self) -> Iterator[str]:
        number, view = self.file.messages["View"]
        yield from (
            "",
            "",
            "class View(_view.View):",
            f'    """What one viewer may know of a game of {titled(self.ruleset)}."""',
            "",
        )
        yield from ("    __slots__ = ()", "", "    ruleset: ClassVar[str] = RULESET")
        for index, field in enumerate(view.field):
            name = f"my_{field.name}" if field.name in self.numbers.own else field.name
            kind, body = self._property(field)
            yield from ("", "    @property", f"    def {name}(self) -> {kind}:")
            yield from wrapped("        ", self.file.comment(4, number, 2, index))
            yield f"        {body}"

    def _property(self, field: Any) -> tuple[str, str]:
        kind, value = self._read("", field, f"self.proto.{self.ruleset}")
        return kind, f"return {value}"

    def _parts(self) -> Iterator[str]:
        """A class for each message that a view is made of."""
        for mask, member in self._masks().items():
            each = member.lower()
            yield from ("", "", f"def _{each}s(mask: {self.pb}.{mask}) -> tuple[{member}, ...]:")
            words = [field.name for field in self.file.messages[mask][1].field]
            bits = " | ".join(
                f"mask.{word} << {32 * index}" if index else f"mask.{word}" for index, word in enumerate(words)
            )
            yield f"    bits = {bits}"
            yield f"    return tuple({each} for {each} in {each.upper()}S if bits >> {each}.number & 1)"
        for name in self.parts:
            number, message = self.file.messages[name]
            yield from ("", "", "@dataclasses.dataclass(frozen=True, slots=True)", f"class {name}:")
            yield from wrapped("    ", self.file.comment(4, number) or name)
            yield ""
            fields = [(field.name, *self._read(name, field, "proto")) for field in message.field]
            for index, (attribute, kind, _) in enumerate(fields):
                yield f"    {attribute}: {kind}"
                yield from wrapped("    ", self.file.comment(4, number, 2, index))
            yield from ("", "    @classmethod", f"    def _of(cls, proto: {self.pb}.{name}) -> {name}:")
            yield from ("        return cls(", *(f"            {value}," for _, _, value in fields), "        )")

    def _masks(self) -> dict[str, str]:
        """The masks that a view has, of members that have a class."""
        below = set(self._below("View"))
        known = {*(["Card"] if self.numbers.suit else []), *map(title, self.numbers.things)}
        return {mask: member for mask, member in MASKS.items() if mask in below and member in known}

    def _read(self, message: str, field: Any, here: str) -> tuple[str, str]:
        """The type of a field with types, and what reads it. The fields of the view itself belong to no `message`."""
        value = f"{here}.{field.name}"
        has = f'{here}.HasField("{field.name}")'
        is_many = field.label == field.LABEL_REPEATED
        may_lack = field.proto3_optional or field.HasField("oneof_index")
        if field.type == field.TYPE_MESSAGE:
            name = field.type_name.rpartition(".")[2]
            if name in MASKS:
                # Without a mask there is no member.
                may_lack = False
                member = self._masks().get(name)
                kind, each = (
                    (f"tuple[{member}, ...]", f"_{member.lower()}s({{}})") if member else (f"{self.pb}.{name}", "{}")
                )
            elif not self._is_part(name):
                return "bool", has
            else:
                may_lack = True
                kind, each = name, f"{name}._of({{}})"
        else:
            path = f"{message}.{field.name}" if message else field.name
            attribute = self._attribute(field, "", path, "", key=path)
            kind = attribute.kind if attribute.table else "bool" if field.type == field.TYPE_BOOL else "int"
            each = attribute._replace(many=False).made("{}")
        if not is_many:
            one = each.format(value)
            return (f"{kind} | None", f"{one} if {has} else None") if may_lack else (kind, one)
        made = f"tuple({value})" if each == "{}" else f"tuple({each.format('n')} for n in {value})"
        return f"tuple[{kind}, ...]", made

    def _foot(self) -> Iterator[str]:
        kinds = f"self.proto.{self.ruleset}"
        yield from (
            "",
            "",
            "class Decision(_decision.Decision):",
            f'    """A question put to one seat of a game of {titled(self.ruleset)}."""',
        )
        yield from (
            "",
            "    ruleset: ClassVar[str] = RULESET",
            "    _table: ClassVar[_actions.ActionTable[Any] | None] = ACTIONS",
            "",
        )
        yield from (
            "    @property",
            "    def kind(self) -> DecisionKind:",
            '        """What is asked."""',
            f"        return DecisionKind({kinds})",
            "",
        )
        yield from (
            "    @lazy_property",
            "    def view(self) -> View:",
            '        """Everything that the seat may know now."""',
            "        return View(self._view)",
            "",
        )
        yield from (
            "    @lazy_property",
            "    def actions(self) -> Actions:",
            '        """All legal actions, ascending by code, never empty."""',
        )
        yield from ("        return Actions(self.legal_codes, ACTIONS.at)", "")
        yield from (
            "    def action(self, code: int) -> Action:",
            '        """The action with a code, legal or not. Raises IndexError if there is no such code."""',
        )
        yield "        return ACTIONS[int(code)]"
        yield from (
            "",
            "",
            "class Bot(_bot.BotFor[Decision]):",
            f'    """A player of one game of {titled(self.ruleset)}; see `hierophant.Bot`."""',
        )
        names = [enum for enum in self.file.enums if enum != "SimpleAction"]
        names += [kind.cls for kind in self.kinds] + [
            *self.parts,
            "ACTIONS",
            "Action",
            "Actions",
            "Bot",
            "Decision",
            "KINDS",
            "RULESET",
            "Setup",
            "View",
        ]
        names += ["CARDS", "Card"] if self.numbers.suit else []
        names += ["Board"] if "Board" in self.file.messages else []
        for thing in self.numbers.things:
            names += [f"{thing.upper()}S", title(thing)]
        yield from ("", "", "__all__ = [")
        for name in sorted(names):
            yield f'    "{name}",'
        yield "]"

    def rows_text(self) -> str:
        lines = [
            f'"""Generated by scripts/typed.py: kind, words and numbers of every action of {titled(self.ruleset)}, by code."""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import Any, Final",
            "",
            "ROWS: Final[dict[int, tuple[Any, ...]]] = {",
        ]
        by_field = {kind.field: kind for kind in self.kinds}
        for code, action, words in self.actions:
            field = action.WhichOneof("action")
            kind = by_field[field]
            if kind.simple is not None:
                lines.append(f'    {code}: ("{self.simple[action.simple]}", "{words}"),')
                continue
            numbers = ", ".join(attribute.number(action) for attribute in kind.attributes)
            lines.append(f'    {code}: ("{kind.name}", "{words}", {numbers}),')
        return "\n".join([*lines, "}"]) + "\n"


class Attribute(NamedTuple):
    """An attribute of an action."""

    name: str
    kind: str
    many: bool
    # Where it is in the message.
    path: str
    # What makes it of a number: an enum, a tuple, or nothing for a number.
    table: str
    comment: str

    @property
    def type(self) -> str:
        return f"tuple[{self.kind}, ...]" if self.many else self.kind

    def made(self, number: str) -> str:
        if not self.table:
            return f"tuple({number})" if self.many else number
        is_tuple = self.table.isupper()
        if self.many:
            return f"tuple({self.table}[n] for n in {number})" if is_tuple else f"tuple(map({self.table}, {number}))"
        return f"{self.table}[{number}]" if is_tuple else f"{self.table}({number})"

    def sent(self) -> str:
        """The value that the message takes."""
        value = f"self.{self.name}"
        if self.table.isupper():
            return f"[n.number for n in {value}]" if self.many else f"{value}.number"
        return value

    def number(self, action: Any) -> str:
        value = action
        for part in self.path.split("."):
            value = getattr(value, part)
        return repr(tuple(value)) if self.many else repr(int(value))


class Kind(NamedTuple):
    """A kind of action."""

    name: str
    # The field of the oneof.
    field: str
    attributes: list[Attribute]
    comment: str
    # The value of SimpleAction.
    simple: int | None

    @property
    def cls(self) -> str:
        return f"{title(self.name)}Action"


if __name__ == "__main__":
    sys.exit(main())
