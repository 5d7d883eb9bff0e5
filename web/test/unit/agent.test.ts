// What the page of an agent makes of the service's games.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { GameSchema, GameStatus, SeatEnding } from "../../gen/hierophant/v1/game_pb.js";
import { hasFailure, isLive, isSealed, newestFirst, ownSeats } from "../../src/agent/model.js";

function game(fields: MessageInitShape<typeof GameSchema>) {
  return create(GameSchema, fields);
}

const SEATS = ["ann", "", "ann", "bob"].map((agent, seat) => ({ seat, agent }));

test("an agent's seats are told by their agent, with how each ended", () => {
  const endings = [
    SeatEnding.PLAYED,
    SeatEnding.RESIGNED,
    SeatEnding.ILLEGAL_ANSWERS,
    SeatEnding.TIMED_OUT,
  ];
  const standings = endings.map((ending, seat) => ({ ending, rank: seat + 1 }));
  const ended = game({ seats: SEATS, status: GameStatus.ENDED, outcome: { standings } });
  const own = ownSeats(ended, "ann");
  assert.deepEqual(own, [
    { seat: 0, ending: SeatEnding.PLAYED, rank: 1 },
    { seat: 2, ending: SeatEnding.ILLEGAL_ANSWERS, rank: 3 },
  ]);
  assert.deepEqual(own.map(hasFailure), [false, true]);
  assert.ok(!isLive(ended) && !isSealed(ended));
});

test("of a live game and of a sealed one only the own seat is known", () => {
  const seats = [{ seat: 2, agent: "ann" }];
  const live = game({ seats, status: GameStatus.LIVE });
  const sealed = game({ seats, status: GameStatus.ENDED });
  assert.deepEqual([isLive(live), isSealed(live)], [true, false]);
  assert.deepEqual([isLive(sealed), isSealed(sealed)], [false, true]);
  assert.deepEqual(ownSeats(live, "ann"), [{ seat: 2, ending: SeatEnding.UNSPECIFIED, rank: 0 }]);
  assert.ok(!ownSeats(live, "ann").some(hasFailure));
});

test("what was read last is shown first", () => {
  const games = ["a", "b", "c"].map((name) => game({ name }));
  assert.deepEqual(newestFirst(games).map(({ name }) => name), ["c", "b", "a"]);
  assert.equal(games[0]?.name, "a");
});
