// Recorded games, step by step, and what a board draws of them.
import { fromBinary } from "@bufbuild/protobuf";
import { sizeDelimitedDecodeStream } from "@bufbuild/protobuf/wire";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { renderToString } from "preact-render-to-string";
import type { Game } from "../../gen/hierophant/v1/game_pb.js";
import {
  GetGameResponseSchema,
  type WatchGameResponse,
  WatchGameResponseSchema,
} from "../../gen/hierophant/v1/game_service_pb.js";
import type { View } from "../../gen/hierophant/v1/view_pb.js";
import { answersOf } from "../../src/game/choice.js";
import { GameModel } from "../../src/game/model.js";
import {
  NO_TARGETS,
  NOTHING_CHANGED,
  type PieceProps,
  type RulesetUi,
} from "../../src/rulesets/contract.js";

export async function recorded(
  ruleset: string,
): Promise<{ game: Game; messages: WatchGameResponse[] }> {
  const bytes = gunzipSync(readFileSync(path.resolve(`test/unit/recorded/${ruleset}.bin.gz`)));
  // The first record is the game in its public form.
  let length = 0;
  let at = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  const { game } = fromBinary(GetGameResponseSchema, bytes.subarray(at, at + length));
  assert.ok(game);
  const messages: WatchGameResponse[] = [];
  async function* rest() {
    yield bytes.subarray(at + length);
  }
  for await (const message of sizeDelimitedDecodeStream(WatchGameResponseSchema, rest()))
    messages.push(message);
  return { game, messages };
}

/** The views of the recording, in order, each with its step's events. */
export async function* steps(ruleset: string) {
  const { game, messages } = await recorded(ruleset);
  const model = new GameModel("gap");
  for (const { message } of messages) {
    if (message.case === "snapshot") model.snapshot(message.value);
    else if (message.case === "update") model.update(message.value);
    else if (message.case === "ended" && message.value.view) model.snapshot(message.value.view);
    else continue;
    const view = model.view.value;
    assert.ok(view);
    yield { game, view, model, events: model.changed.value };
  }
}

export function drawn(
  ui: RulesetUi,
  view: View,
  game: Game,
  targets = NO_TARGETS,
  changed = NOTHING_CHANGED,
  open: Pick<PieceProps, "others" | "theirs"> = {},
): string {
  const props = {
    ...open,
    view,
    game,
    targets,
    changed,
    names: game.seats.map((seat) => seat.displayName),
    answer: () => {},
  };
  const { Board, Hand } = ui;
  assert.ok(Hand);
  const hand = view.viewer.case === "seat" ? renderToString(<Hand {...props} />) : "";
  const html = renderToString(<Board {...props} />) + hand;
  assert.ok(!/undefined|NaN|\[object/.test(html), html);
  return html;
}

export const count = (text: string, part: RegExp): number => [...text.matchAll(part)].length;

/** The codes that the pieces on a page answer with. */
export function codesOn(html: string): number[] {
  return [...html.matchAll(/data-codes?="([\d ]+)"/g)]
    .flatMap(([, codes]) => (codes ?? "").split(" "))
    .map(Number);
}

/** Each decision of a recording: its words are whole, and each piece that answers is on the page once. */
export async function answersByPieces(
  ui: RulesetUi,
  ruleset: string,
): Promise<{ asked: number; byPiece: number }> {
  let asked = 0;
  let byPiece = 0;
  for await (const { game, view } of steps(ruleset)) {
    const { decision } = view;
    if (!decision) continue;
    asked += 1;
    const answers = answersOf(decision, (action) => ui.words?.(action, decision, view, []));
    for (const { text } of answers) assert.ok(!/^\d*$/.test(text), `${view.text}: ${text}`);
    const targets = ui.targets?.(decision, view) ?? NO_TARGETS;
    const codes = [...targets.values()].flat().map(({ code }) => code);
    assert.equal(new Set(codes).size, codes.length, "a code has one piece");
    assert.ok(codes.every((code) => decision.legalCodes.includes(code)));
    assert.deepEqual(
      codesOn(drawn(ui, view, game, targets)).sort((a, b) => a - b),
      codes.sort((a, b) => a - b),
      `${[...targets.keys()].join()} in ${view.text}`,
    );
    byPiece += codes.length;
    assert.match(ui.question?.(decision, view, ["A", "B", "C", "D"]) ?? "", /\?/);
  }
  return { asked, byPiece };
}
