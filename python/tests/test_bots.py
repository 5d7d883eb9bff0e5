"""Bots by both clients: what they are told, what becomes of their answers, many games, replays, a tournament."""

import asyncio
import html
import random
import threading
import uuid

import pytest
from clients import KINDS, opened

import hierophant
from hierophant import IllegalAction, Replay, arcanum
from hierophant.v1 import agent_pb2, game_pb2, tournament_pb2

HOUSE = ["random"] * 3
SECONDS_MAX = 60


@pytest.fixture(params=KINDS)
def either(request, target):
    """A connection of each client."""
    with opened(request.param, target) as connection:
        yield connection


class Told(arcanum.Bot):
    """Keeps all that it is told."""

    def __init__(self):
        self.infos, self.decisions, self.results = [], [], []

    def start(self, info):
        assert not self.decisions
        self.infos.append(info)

    def choose(self, decision):
        assert len(self.infos) == 1 and not self.results
        self.decisions.append(decision)
        return random.choice(decision.actions)

    def end(self, result):
        self.results.append(result)


class ToldLater(Told):
    """The same by coroutines."""

    async def start(self, info):
        await asyncio.sleep(0)
        super().start(info)

    async def choose(self, decision):
        await asyncio.sleep(0)
        return super().choose(decision)

    async def end(self, result):
        await asyncio.sleep(0)
        super().end(result)


@pytest.mark.parametrize("new_bot", [Told, ToldLater])
def test_a_bot_is_told_of_the_game_its_decisions_and_the_end(either, new_bot):
    seats = [hierophant.Player(display_name="Ada"), *HOUSE]
    clock = game_pb2.TimeControl(decision_ms=50_000, bank_ms=10_000)
    game = either.create_game("arcanum", seats, time_control=clock, labels={"event": "test"})
    bot = new_bot()
    result = game.seats[0].play(bot)
    (info,) = bot.infos
    assert (info.game, info.seat, info.ruleset, info.tournament) == (game.name, 0, "arcanum", None)
    assert info.names[0] == "Ada" and len(info.names) == 4 and all(info.names)
    assert info.clock.decision_ms == 50_000 and info.labels["event"] == "test"
    assert bot.results == [result] and result.game == game.name and result.standing.rank >= 1
    assert all(isinstance(decision, arcanum.Decision) for decision in bot.decisions)
    first = bot.decisions[0]
    # The bank comes on top, and the time goes on.
    left = first.time_left_s
    assert left is not None and first.time_left_s < left < 61
    assert 0 < first.view.bank_left_s <= 10
    assert isinstance(first.view, arcanum.View) and first.view is first.view and first.actions is first.actions


def test_without_a_clock_there_is_no_time_left_to_tell(either):
    decision = either.create_game("arcanum", [hierophant.OPEN, *HOUSE]).seats[0].decision()
    assert decision.time_left_s is None and decision.view.bank_left_s is None


def test_a_notebook_shows_a_view_as_text(either):
    view = either.create_game("arcanum", [hierophant.OPEN, *HOUSE]).seats[0].view(include_text=True)
    assert view._repr_html_() == f"<pre>{html.escape(view.text)}</pre>" and len(view.text.splitlines()) > 5


def illegal(decision):
    return decision.action(next(code for code in range(128, 206) if code not in decision.legal_codes))


def test_an_illegal_action_is_raised_with_its_place_and_rule(either):
    game = either.create_game("arcanum", [hierophant.OPEN, *HOUSE])
    with pytest.raises(IllegalAction) as raised:
        game.seats[0].play(illegal)
    error = raised.value
    assert (error.game, error.seat, error.decision_id) == (game.name, 0, 1) and error.rule
    assert f"{game.name} seat 0, decision 1: ILLEGAL_ACTION" in str(error)


def test_an_author_who_is_asked_may_answer_again(either):
    seen, told = {}, []

    def policy(decision):
        seen[decision.decision_id] = decision
        return illegal(decision) if len(told) < 3 else decision.actions[0]

    def on_illegal(error):
        told.append(error)
        return seen[error.decision_id].actions[0]

    game = either.create_game("arcanum", [hierophant.OPEN, *HOUSE])
    assert game.seats[0].play(policy, on_illegal=on_illegal).standing.ending == hierophant.SeatEnding.PLAYED
    assert [type(error) for error in told] == [IllegalAction] * 3 and told[0].seat == 0


def first(decision):
    return decision.actions[0]


def test_many_games_have_their_results_in_order_and_their_deals_by_seed(either):
    seats = [hierophant.OPEN, "random", hierophant.OPEN, "random"]
    results = either.play_many(lambda: first, arcanum.Setup(), seats, games=3, at_once=3, seed=7)
    assert [result.seat for result in results] == [0, 2] * 3
    assert len({result.game for result in results}) == 3
    seeds = [either.replay(result.game, result.token).header.seed for result in results[::2]]
    again = either.play_many(lambda: first, arcanum.Setup(), seats, games=3, at_once=1, seed=7)
    assert seeds == [either.replay(result.game, result.token).header.seed for result in again[::2]]
    assert len(set(seeds)) == 3


def test_the_first_failure_ends_many_games(either):
    class Broken(hierophant.Bot):
        def choose(self, decision):
            raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError, match="a bug"):
        either.play_many(Broken, "arcanum", games=3)
    with pytest.raises(ValueError, match="at least 1"):
        either.play_many(Broken, "arcanum", games=3, at_once=0)


def test_a_replay_is_the_same_from_its_file(either, tmp_path):
    seat = either.create_game("arcanum", [hierophant.OPEN, *HOUSE]).seats[0]
    result = seat.play(first)
    replay = seat.replay()
    path = tmp_path / "a.replay"
    replay.save(path)
    loaded = Replay.load(path)
    assert loaded.header == replay.header and loaded.entries == replay.entries
    records = loaded.to_records()
    assert records == replay.to_records() and [record["number"] for record in records] == list(range(len(records)))
    mine = [record for record in records if record["seat"] == 0]
    for record in mine:
        action = arcanum.ACTIONS[record["code"]]
        assert (record["kind"], record["text"]) == (action.kind, action.text) and record["text"]
        assert (record["rank"], record["victory_points"]) == (result.standing.rank, result.standing.victory_points)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="copied in full"):
        Replay.load(path)


def test_the_moments_of_a_game_are_those_that_the_seat_was_shown(either):
    seat = either.create_game("arcanum", [hierophant.OPEN, *HOUSE], seed=11).seats[0]
    seen = {}

    def noting(decision):
        seen[decision.decision_id] = [action.code for action in decision.actions]
        return first(decision)

    seat.play(noting)
    replay = seat.replay()
    index = either.replay_index(seat.game, seat.token)
    frames = either.replay_frames(seat.game, seat.token, [0, "spectator"], include_text=True)
    assert len(frames) == len(replay.entries) == index.step_count == len(index.steps) > 100
    asked = {}
    for frame in frames:
        for question in frame.decisions:
            asked[question.decision.decision_id] = list(question.decision.legal_codes)
            assert question.seat == 0 and question.action_code in question.decision.legal_codes
    assert asked == seen
    some = either.replay_frames(seat.game, seat.token, [0, "spectator"], first_step=90, count=20, include_text=True)
    assert some == frames[90:110]


def test_a_registered_agent_plays_a_tournament(either, target):
    name = f"agent-{uuid.uuid4().hex}"
    token = either.register_agent(name)
    infos = []

    class Bot(hierophant.Bot):
        def start(self, info):
            infos.append(info)

        def choose(self, decision):
            return random.choice(decision.actions)

    def serve():
        with hierophant.connect(target) as server:
            for _ in server.agent(token).serve(Bot, games_at_once=4):
                if is_over.is_set():
                    break

    is_over = threading.Event()
    threading.Thread(target=serve, daemon=True).start()
    while not either.registered_agent(name).connected:
        threading.Event().wait(0.05)
    validation = either.validate_agent(name, "arcanum")
    assert validation.state == agent_pb2.VALIDATION_STATE_PASSED, validation
    entrants = [tournament_pb2.Entrant(name="mine", agent=name)]
    entrants += [tournament_pb2.Entrant(name=f"house-{number}", built_in_agent="random") for number in range(3)]
    clock = game_pb2.TimeControl(decision_ms=20_000)
    config = tournament_pb2.TournamentConfig(
        entrants=entrants, round_robin=tournament_pb2.RoundRobin(), deals=1, time_control=clock
    )
    config.setup.arcanum.SetInParent()
    made = either.create_tournament(config)
    *_, last = either.watch_tournament(made.name)
    is_over.set()
    assert last.status == hierophant.enums.TournamentStatus.COMPLETE
    games = either.tournament_games(made.name, entrant="mine")
    assert [game.slot for game in games] == [result.slot for result in either.results(made.name)]
    assert either.tournament_games(made.name, live=True) == either.tournament_games(made.name, failed=True) == []
    with pytest.raises(ValueError, match="has no entrant 'yours': mine, house-0, house-1, house-2"):
        either.tournament_games(made.name, entrant="yours")
    told = either.standings_with_intervals(made.name)
    assert (told.games, len(told.entrants), len(told.pairs)) == (len(games), 4, 6)
    assert sum(row.win_share.mean for row in told.entrants) == pytest.approx(1)
    standings = either.standings(made.name)
    assert {standing.entrant for standing in standings} == {entrant.name for entrant in entrants}
    assert [standing.mean_rank for standing in standings] == sorted(standing.mean_rank for standing in standings)
    rows = either.result_records(made.name)
    assert len(rows) == 4 * last.slots_total == sum(standing.games for standing in standings)
    assert {row["entrant"] for row in rows} == {entrant.name for entrant in entrants}
    for row in rows:
        assert (row["ending"], row["failure"]) == ("PLAYED", "") and row["rank"] >= 1 and row["decisions"] > 0
    # The tournament's games and the validation's, which belongs to none.
    assert {info.tournament for info in infos} >= {made.name.removeprefix("tournaments/")}
