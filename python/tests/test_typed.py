"""What bots get instead of numbers: cards in every part of a view, kinds that are checked, seats and errors in words, times with a zone."""

import ast
import datetime
import pathlib
import random
import uuid

import pytest
from clients import KINDS, opened

import hierophant
from hierophant import arcana, arcanoid, arcanum, res_arcana
from hierophant.arcana.v1 import arcana_pb2
from hierophant.arcanoid.v1 import arcanoid_pb2
from hierophant.arcanum.v1 import arcanum_pb2
from hierophant.res_arcana.v1 import res_arcana_pb2
from hierophant.v1 import game_pb2, view_pb2

SOURCES = pathlib.Path(hierophant.__file__).resolve().parent
HOUSE = ["random"] * 3


@pytest.fixture(params=KINDS)
def either(request, target):
    """A connection of each client."""
    with opened(request.param, target) as connection:
        yield connection


def masked(mask):
    """The numbers in a set of cards, by the words of the protocol's comment."""
    words = (mask.low, mask.middle, mask.high)
    return tuple(32 * place + bit for place, word in enumerate(words) for bit in range(32) if word >> bit & 1)


# Not every game shows an answer that is not complete, or an engagement.
GAMES_MAX = 8


def numbers(cards):
    assert all(isinstance(card, (arcanum.Card, arcanoid.Card)) for card in cards)
    return tuple(card.number for card in cards)


def test_cards_of_arcana_are_cards_wherever_they_are_named():
    message = arcana_pb2.View(
        piles=[{"stake": 36, "size": 12, "cycled": [128]}],
        rows=[{"zone": 1, "owner": 0, "card": 134}, {"zone": 1, "owner": 2, "operative": 0}],
        players=[{"guild": arcana_pb2.GUILD_THIEVES, "hidden": [18], "resources": [75]}],
        own={"hand": [0, 73], "covers": [{"number": 0, "card": 1}]},
        knowledge={"hands": [18], "covers": [{"cards": [18]}]},
    )
    view = arcana.View(view_pb2.View(arcana=message))
    cards = arcana.CARDS
    assert [str(cards[number]) for number in (0, 73, 134)] == ["Sellsword", "Treasure (Blades)", "Night Watch"]
    assert (view.piles[0].stake, view.piles[0].cycled) == (cards[36], (cards[128],))
    assert [slot.card for slot in view.rows] == [cards[134], None] and view.rows[1].operative == 0
    assert (view.players[0].guild, view.players[0].resources) == (arcana.Guild.THIEVES, (cards[75],))
    assert view.own.hand == (cards[0], cards[73]) and view.own.covers[0].card == cards[1]
    assert view.knowledge.hands == (cards[18],) and view.knowledge.covers[0].cards == (cards[18],)
    assert arcana.ACTIONS[64].card == cards[0] and arcana.ACTIONS[200].text == "place Sellsword"


@pytest.mark.parametrize("ruleset", [arcanum, arcanoid], ids=["arcanum", "arcanoid"])
def test_whatever_a_view_says_of_cards_is_said_by_cards(either, ruleset):
    seen = set()
    chance = random.Random(3)

    def policy(decision):
        view = decision.view
        raw = getattr(view.proto, ruleset.RULESET)
        assert numbers(view.my_hand) == tuple(raw.hand)
        knowledge = view.knowledge
        assert [numbers(hand) for hand in knowledge.hands] == [masked(mask) for mask in raw.knowledge.hands]
        assert knowledge.hands[0] == () and not set(view.my_hand) & set(knowledge.hands[1])
        if ruleset is arcanum:
            assert numbers(knowledge.piles) == masked(raw.knowledge.piles)
            assert knowledge.hand_minors_most == tuple(raw.knowledge.hand_minors_most)
        else:
            assert numbers(knowledge.stock) == masked(raw.knowledge.stock)
            for engagement, told in zip(view.engagements, raw.engagements, strict=True):
                assert numbers(engagement.cards) == tuple(told.cards)
                assert isinstance(engagement.battlefield, arcanoid.Battlefield) and engagement.player == told.player
                seen.add("engagement")
        assert [step.kind for step in view.agenda] == [step.kind for step in raw.agenda]
        seen.update(name for name in ("answer", "declared", "tower") if getattr(view, name, None) is not None)
        return chance.choice(decision.actions)

    for deal in range(GAMES_MAX):
        either.create_game(ruleset.RULESET, [hierophant.OPEN, *HOUSE], seed=deal).seats[0].play(policy)
        if {"answer", "engagement"} <= seen | ({"engagement"} if ruleset is arcanum else set()):
            break
    assert "answer" in seen and ("engagement" in seen) == (ruleset is arcanoid)


def test_parts_of_a_view_have_types_and_say_what_is_absent():
    picks = arcanoid_pb2.Answer(cards=[0, 77], battlefields=[2], reserve=True)
    to = arcanoid_pb2.DrawTo(pool={})
    message = arcanoid_pb2.View(
        answer=picks,
        declared={"engager": 1, "owner": 2, "cards": [56]},
        chariot={"owner": 3, "reserve": [4]},
        agenda=[{"kind": 15, "to": to, "left": 2}, {"kind": 7, "on": 0}],
        knowledge={"stock": {"low": 1, "middle": 2, "high": 1 << 13}},
        results=[{"cups": 0}],
    )
    view = arcanoid.View(view_pb2.View(arcanoid=message))
    assert view.answer == arcanoid.Answer(
        battlefields=(arcanoid.Battlefield.STAVES,),
        adding=False,
        reserve=True,
        cards=(arcanoid.CARDS[0], arcanoid.CARDS[77]),
        thief=None,
        complete=False,
    )
    assert view.declared.cards == (arcanoid.CARDS[56],) and view.declared.cards[0].is_fool
    assert view.chariot.reserve == (arcanoid.CARDS[4],)
    drawing, extending = view.agenda
    assert (drawing.kind, drawing.left, drawing.to.pool, drawing.to.hand) == (arcanoid.StepKind.DRAW, 2, True, None)
    assert (extending.on, extending.to) == (0, None)
    assert view.knowledge.stock == tuple(arcanoid.CARDS[number] for number in (0, 33, 77))
    assert view.knowledge.buried == () and view.results[0].cups == 0 and view.results[0].swords is None
    assert "XXI World" in repr(view.answer)
    assert arcanoid.View(view_pb2.View(arcanoid=arcanoid_pb2.View())).knowledge is None
    figures = arcanum_pb2.View(removed=[{"seat": 1, "figures": [5]}], open=[{"seat": 2, "cards": [9]}])
    view = arcanum.View(view_pb2.View(arcanum=figures))
    assert view.removed[0].figures == (arcanum.FIGURES[5],) and view.open[0].cards == (arcanum.CARDS[9],)


def test_faces_of_res_arcana_are_faces_wherever_they_are_named():
    message = res_arcana_pb2.View(
        play=[{"faces": [0, 77]}],
        stores=[{"face": 1, "amount": {"gold": 2}}],
        display=[58],
        agenda=[{"kind": res_arcana_pb2.STEP_KIND_POWER, "power": {"face": 5, "card": 3}}],
        knowledge={"hands": [{"low": 1, "middle": 2, "high": 1 << 13}], "boxed": {"low": 4}},
    )
    view = res_arcana.View(view_pb2.View(res_arcana=message))
    faces = res_arcana.FACES
    assert [str(faces[number]) for number in (0, 40, 77)] == ["Athanor", "Alchemist", "Sorcerer's Bestiary"]
    assert view.play[0].faces == (faces[0], faces[77]) and view.display == (faces[58],)
    assert (view.stores[0].face, view.stores[0].amount.gold) == (faces[1], 2)
    assert (view.agenda[0].power.face, view.agenda[0].power.card) == (faces[5], faces[3])
    assert view.knowledge.hands == ((faces[0], faces[33], faces[77]),) and view.knowledge.boxed == (faces[2],)
    assert res_arcana.ACTIONS[168].face == faces[0] and res_arcana.ACTIONS[248].text == "place Athanor"


@pytest.mark.parametrize(
    "ruleset", [arcanum, arcanoid, res_arcana, arcana], ids=["arcanum", "arcanoid", "res_arcana", "arcana"]
)
def test_a_kind_that_there_is_not_is_told_with_those_that_there_are(ruleset):
    actions = ruleset.Actions((0, 1), ruleset.ACTIONS.__getitem__)
    assert set(ruleset.KINDS) == {
        ruleset.ACTIONS[code].kind for code in range(len(ruleset.ACTIONS)) if has(ruleset, code)
    }
    for kind in ruleset.KINDS:
        assert all(action.kind == kind for action in actions.of(kind))
    with pytest.raises(ValueError) as raised:
        actions.of("pikc")
    assert f"'pikc' is no kind of action of {ruleset.RULESET}" in str(raised.value)
    assert all(kind in str(raised.value) for kind in ruleset.KINDS)


def has(ruleset, code):
    try:
        return bool(ruleset.ACTIONS[code])
    except IndexError:
        return False


def test_a_decision_of_a_real_game_checks_kinds(either):
    seat = either.create_game("arcanum", [hierophant.OPEN, *HOUSE]).seats[0]
    with pytest.raises(ValueError, match="turn_up"):
        seat.decision().actions.of("plya")


def test_a_seat_that_somebody_else_plays_says_so(either):
    game = either.create_game("arcanum", ["greedy", hierophant.OPEN, "random", hierophant.OPEN])
    assert list(game.seats) == [1, 3] and 0 not in game.seats and game.seats.get(0) is None
    with pytest.raises(KeyError, match=r"seat 0 is not open, 'greedy' plays it; .* by number: \[1, 3\]"):
        game.seats[0]
    with pytest.raises(KeyError, match="the game has no seat 4"):
        game.seats[4]


def test_an_invalid_field_is_told_once(either):
    with pytest.raises(hierophant.HierophantError) as raised:
        either.create_game("arcanum", [hierophant.OPEN, "random"])
    assert raised.value.fields and str(raised.value).count("seats") == 1


def test_records_know_their_zone_and_who_played(either):
    name = f"agent-{uuid.uuid4().hex}"
    agent = either.agent(either.register_agent(name))
    seats = [
        hierophant.Player(display_name="Ada", player_ref="account-7"),
        hierophant.Player(agent=name),
        "greedy",
        hierophant.Player(built_in="random", display_name="House"),
    ]
    began = datetime.datetime.now(datetime.timezone.utc)
    game = either.create_game("arcanum", seats)
    player = game.seats[0]
    while decision := player.decision(wait_s=0):
        player.submit(decision, decision.actions[0])
    player.resign()
    assert next(agent.serve(lambda: lambda decision: decision.actions[0])).game == game.name
    records = player.replay().to_records()
    who = {record["seat"]: (record["player"], record["agent"], record["player_ref"]) for record in records}
    assert who[0] == ("Ada", "", "account-7")
    assert who[1][1:] == (name, "") and who[2][1:] == ("greedy", "") and who[3] == ("House", "random", "")
    # The service's clock is this machine's.
    assert all(began <= record["at"] <= datetime.datetime.now(datetime.timezone.utc) for record in records)


def test_records_of_a_replay_without_its_seats_do_no_harm():
    assert hierophant.Replay(hierophant.v1.replay_pb2.ReplayHeader(game=game_pb2.Game()), ()).to_records() == []


def annotated():
    """The names that stand in signatures of the public classes."""
    for file in ("client.py", "seat.py", "agent.py"):
        for node in ast.walk(ast.parse((SOURCES / file).read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                        arguments = [*method.args.args, *method.args.kwonlyargs]
                        for part in [*(a.annotation for a in arguments if a.annotation), method.returns]:
                            yield from (name.id for name in ast.walk(part) if isinstance(name, ast.Name))


def test_every_name_in_a_signature_is_documented():
    pages = pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference" / "python"
    if not pages.exists():
        pytest.skip("the documentation is in the repository alone")
    text = "\n".join(page.read_text("utf-8") for page in pages.glob("*.md"))
    names = {name for name in annotated() if name[0].isupper() and len(name) > 1}
    names -= {"Any", "AsyncIterator", "Iterable", "Iterator", "Mapping", "Optional", "Sequence"}
    assert {"SetupLike", "OnIllegal", "GameNews"} <= names
    for name in sorted(names):
        assert f"## {name}\n" in text or f"| `{name}` |" in text, name
        assert name in hierophant.__all__ or name in vars(hierophant.tournaments), name
