"""F25, F24, F09: everything that the service can do, from both clients; seeds by number; answers in words."""

import asyncio
import hashlib
import inspect
import random
import uuid

import pytest
from clients import KINDS, opened

import hierophant
from hierophant import BotError, HierophantError, NoDecision, aio
from hierophant.v1 import (
    agent_pb2,
    agent_service_pb2,
    game_pb2,
    game_service_pb2,
    tournament_pb2,
    tournament_service_pb2,
)

SECONDS_MAX = 60
SERVICES = (game_service_pb2, agent_service_pb2, tournament_service_pb2)
METHODS = {
    method.name
    for file in SERVICES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
BOTH = pytest.mark.parametrize("kind", KINDS)


def some(decision):
    return random.choice(decision.actions)


def tournament():
    entrants = [tournament_pb2.Entrant(name=name, built_in_agent="random") for name in "abcd"]
    config = tournament_pb2.TournamentConfig(entrants=entrants, deals=1, ladder=tournament_pb2.Ladder(rounds=40))
    config.setup.arcanum.SetInParent()
    return config


@BOTH
def test_f25_every_call_can_be_made(kind, target, monkeypatch):
    called = set()

    def noting(made):
        def call(stub, channel):
            made(stub, channel)
            for name in METHODS:
                inner = getattr(stub, name)
                stub.__dict__[name] = _Noted(name, inner, called)

        return call

    monkeypatch.setattr("hierophant.channel.Stub.__init__", noting(hierophant.channel.Stub.__init__))
    with opened(kind, target) as server:
        games(server)
        agents(server)
        tournaments(server)
    assert called == METHODS


class _Noted:
    def __init__(self, name, inner, called):
        self._name, self._inner, self._called = name, inner, called

    def __call__(self, *args, **kwargs):
        self._called.add(self._name)
        return self._inner(*args, **kwargs)

    def future(self, *args, **kwargs):
        self._called.add(self._name)
        return self._inner.future(*args, **kwargs)


def games(server):
    assert server.rulesets()
    versions = server.ruleset("arcanum").versions
    assert server.service_info().role == game_service_pb2.CALLER_ROLE_OPERATOR
    label = {"test": uuid.uuid4().hex}
    seats = [hierophant.OPEN, "random", "random", "random"]
    game = server.create_game("arcanum", seats, labels=label, rules_version=versions[-1], seed=hierophant.seed(7))
    with pytest.raises(HierophantError) as raised:
        server.create_game("arcanum", rules_version=10_000)
    assert raised.value.reason != ""
    other = server.create_game("arcanum", labels=label)
    assert {found.name for found in server.games(labels=label)} == {game.name, other.name}
    aborted = server.abort_game(other.name, "a test")
    assert aborted.outcome.ending == game_pb2.GAME_ENDING_ABORTED
    assert [found.name for found in server.games(labels=label, status=game_pb2.GAME_STATUS_LIVE)] == [game.name]
    assert server.game(game.name).rules_version == versions[-1]
    seat = game.seats[0]
    old = seat.token
    assert seat.rotate_token() == seat.token != old
    assert server.seat(game.name, server.rotate_token(game.name, seat=0)).number == 0
    spectators = server.rotate_token(game.name, spectators=True)
    seat = server.seat(game.name, server.rotate_token(game.name, 0), 0)
    assert seat.game_info().name == game.name
    seat.decision(wait_s=1)
    result = seat.play(some)
    assert result.standing.ending == hierophant.SeatEnding.PLAYED
    *_, last = server.spectator(game.name, spectators).watch()
    assert isinstance(last, hierophant.Ended)
    assert server.spectator(game.name, spectators).replay().header.seed == hierophant.seed(7)
    assert seat.replay().game.name == game.name
    index = server.replay_index(game.name, seat.token)
    (frame,) = server.replay_frames(game.name, seat.token, ["spectator"], first_step=index.step_count - 1)
    assert frame.views[0].view.outcome == index.game.outcome
    with pytest.raises(TypeError, match="a list of numbers of seats"):
        server.replay_frames(game.name, seat.token, "spectator")
    with pytest.raises(ValueError, match="not 'spectators'"):
        server.replay_frames(game.name, seat.token, [0, "spectators"])
    resigned = server.create_game("arcanum").seats[2]
    assert resigned.resign() == hierophant.SeatEnding.RESIGNED


def agents(server):
    name = f"agent-{uuid.uuid4().hex}"
    token = server.register_agent(name)
    token = server.rotate_agent_token(name)
    agent = server.agent(token)
    agent.rotate_token(name)
    assert not server.registered_agent(name).connected
    assert name in server.agents()
    terms = agent_pb2.ServingTerms(games_at_once_max=4)
    game = server.create_game("arcanum", [hierophant.Player(agent=name)] * 4)
    (asked, *_) = agent.poll_decisions(terms).decisions
    decision = asked.view.decision
    answer = agent_service_pb2.AgentAnswer(
        game=asked.game, seat=asked.seat, decision_id=decision.decision_id, action_code=decision.legal_codes[0]
    )
    (told,) = agent.submit_actions([answer])
    assert told.taken.game == game.name
    assert next(agent.serve(lambda: some)).game == game.name
    absent = f"agent-{uuid.uuid4().hex}"
    server.register_agent(absent)
    assert server.validate_agent(absent, "arcanum").state == agent_pb2.VALIDATION_STATE_UNDECIDED
    assert server.retire_agent(name).HasField("retired_at")


def tournaments(server):
    made = server.create_tournament(tournament(), seed=hierophant.seed(1))
    name = made.name
    server.pause_tournament(name)
    entrant = tournament_pb2.Entrant(name="e", built_in_agent="random")
    assert len(server.add_entrant(name, entrant).config.entrants) == 5
    server.remove_entrant(name, "e")
    server.resume_tournament(name)
    assert name in {found.name for found in server.tournaments()}
    *_, last = watched = list(server.watch_tournament(name))
    results = [result for news in watched for result in news.results]
    assert last.name == name and last.status == hierophant.enums.TournamentStatus.COMPLETE
    assert last.slots_done == last.slots_total == len(results)
    # "e" was an entrant for a moment, in which a round may have begun.
    names = {entrant.name for entrant in made.config.entrants} | {"e"}
    for result in results:
        assert {seat.entrant for seat in result.seats} <= names and not result.void_reason
        assert min(seat.rank for seat in result.seats) == 1
    assert server.tournament(name).status == tournament_pb2.TOURNAMENT_STATUS_COMPLETE
    assert sorted(result.slot for result in results) == sorted(result.slot for result in server.results(name))
    assert [game.slot for game in server.tournament_games(name)] == sorted(result.slot for result in results)
    assert server.standings_with_intervals(name).games == len(results)
    assert server.cancel_tournament(name).status == tournament_pb2.TOURNAMENT_STATUS_COMPLETE


@pytest.mark.parametrize("name", ["Connection", "Seat", "Spectator", "Agent"])
def test_f25_both_clients_have_the_same_names(name):
    def methods(of):
        public = {method: getattr(of, method) for method in dir(of) if not method.startswith("_")}
        return {method: list(inspect.signature(found).parameters) for method, found in public.items() if callable(found)}

    expected, twin = methods(getattr(hierophant, name)), methods(getattr(aio, name))
    assert twin == expected


@BOTH
def test_f25_no_decision_says_why_and_has_the_view(kind, target):
    with opened(kind, target) as server:
        seat = server.create_game("arcanum").seats[2]
        while decision := seat.decision(wait_s=0):
            seat.submit(decision, decision.actions[0])
        assert isinstance(decision, NoDecision)
        assert not decision.is_over and decision.view.seat == 2
        game = server.create_game("arcanum", [hierophant.OPEN, "random", "random", "random"])
        game.seats[0].play(some)
        over = game.seats[0].decision()
        assert not over and over.is_over and over.view.proto.outcome.standings


@BOTH
def test_f25_actions_are_there_without_being_asked_for(kind, target):
    with opened(kind, target) as server:
        seat = server.create_game("arcanum", [hierophant.OPEN, "random", "random", "random"]).seats[0]
        decision = seat.decision()
        assert [action.code for action in decision.actions] == list(decision.legal_codes)
        assert sum(decision.mask_bytes()) == len(decision.legal_codes)


@BOTH
def test_f09_every_legal_answer_has_its_words(kind, target):
    with opened(kind, target) as server:
        seat = server.create_game("arcanum", [hierophant.OPEN, "random", "random", "random"]).seats[0]
        decision = seat.decision(include_text=True)
        assert decision.text.endswith("?") and decision.text in decision.view.text
        texts = [action.text for action in decision.actions]
        assert texts == list(decision.proto.legal_texts) and len(set(texts)) == len(texts) and all(texts)
        assert all(f"{code}: {text}" in decision.view.text for code, text in zip(decision.legal_codes, texts))
        with pytest.raises(IndexError, match="no code of arcanum"):
            decision.action(4_000_000_000)


@BOTH
def test_a_whole_choice_is_checked_before_it_is_made(kind, target):
    """Arcanoid: an engagement is begun, cards are picked one by one, and Done completes it."""
    with opened(kind, target) as server:
        seat = server.create_game("arcanoid", [hierophant.OPEN, "random", "random", "random"], seed=3).seats[0]
        checked = None
        while decision := seat.decision():
            # The last engagement in the list is begun; the first legal action is taken where there is none.
            picks = list(decision.actions.of("engage")[-1:] or decision.actions[:1])
            checked = seat.check(decision, picks)
            while not checked.is_complete:
                picks.append(checked.actions[-1])
                checked = seat.check(decision, picks)
            assert checked.legal_codes == () and len(checked.actions) == 0
            with pytest.raises(hierophant.HierophantError) as raised:
                seat.check(decision, [*picks, picks[0]])
            assert raised.value.reason == "INVALID_FIELD"
            assert list(raised.value.fields) == [f"following_codes[{len(picks) - 1}]"]
            if len(picks) > 1:
                with pytest.raises(hierophant.IllegalAction) as raised:
                    seat.check(decision, [picks[0], picks[0]])
                assert raised.value.rule and list(raised.value.fields) == ["following_codes[0]"]
            # It is made as it was checked.
            for pick in picks:
                assert pick.code in decision.legal_codes
                seat.submit(decision, pick)
                decision = seat.decision() if pick is not picks[-1] else decision
            if len(picks) > 1:
                break
        assert checked is not None and len(picks) > 1
        with pytest.raises(ValueError, match="no action"):
            seat.check(decision, [])


def test_f24_a_number_stands_for_the_same_seed_as_in_the_commands():
    assert hierophant.seed(7).hex() == "958bf0d47c8bfa05d520e305b0b73f8d597176883b17c05e8fbf398df1b6414b"
    assert hierophant.seed(2**64 - 1) == hashlib.sha256(b"hierophant seed v1\x0018446744073709551615").digest()
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match="a seed's number"):
            hierophant.seed(wrong)


@pytest.mark.parametrize("unary", [False, True], ids=["stream", "unary"])
def test_f25_policies_for_asyncio_may_be_coroutines_and_their_mistakes_are_told(target, unary):
    async def story():
        async with aio.connect(target) as server:
            name = f"agent-{uuid.uuid4().hex}"
            agent = server.agent(await server.register_agent(name))
            seats = [hierophant.Player(agent=name)] + ["random"] * 3
            bad, good = [await server.create_game("arcanum", seats) for _ in range(2)]

            class Careful(hierophant.Bot):
                async def start(self, info):
                    self.game = info.game

                async def choose(self, decision):
                    await asyncio.sleep(0)
                    return "no answer" if self.game == bad.name else random.choice(decision.actions)

            with pytest.raises(BotError) as raised:
                async for _ in agent.serve(Careful, unary=unary):
                    pass
            assert raised.value.game == bad.name and isinstance(raised.value.__cause__, TypeError)
            standing = (await server.game(good.name)).outcome.standings[0]
            assert standing.ending == game_pb2.SEAT_ENDING_PLAYED

    asyncio.run(asyncio.wait_for(story(), SECONDS_MAX))
