// Which game is played, and by how many.
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import { en, RULESETS } from "../strings/en.js";
import { Emblem } from "./Emblem.js";
import { plain } from "./names.js";

export function GameChoice({
  rulesets,
  chosen,
  onChoose,
}: {
  rulesets: readonly Ruleset[];
  chosen: string;
  onChoose(ruleset: Ruleset): void;
}) {
  return (
    <fieldset class="games">
      <legend>{en.start.choose}</legend>
      <div class="game-cards">
        {rulesets.map((one) => (
          <label key={one.id} class="game-card">
            <input
              type="radio"
              name="ruleset"
              value={one.id}
              checked={one.id === chosen}
              onChange={() => onChoose(one)}
            />
            <Emblem ruleset={one.id} />
            <span class="game-name">{RULESETS[one.id]?.name ?? plain(one.id)}</span>
            <span class="game-line">
              {RULESETS[one.id]?.line ?? plain(firstSentence(one.description))}
            </span>
            <span class="game-players">{en.start.players(one.seatsMin, one.seatsMax)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function SeatChoice({
  ruleset,
  seats,
  onChoose,
}: {
  ruleset: Ruleset;
  seats: number;
  onChoose(seats: number): void;
}) {
  return (
    <fieldset class="option">
      <legend>{en.start.seats}</legend>
      <div class="pills numbers">
        {range(ruleset.seatsMin, ruleset.seatsMax).map((count) => (
          <label key={count} class="pill">
            <input
              type="radio"
              name="seats"
              value={count}
              checked={count === seats}
              onChange={() => onChoose(count)}
            />
            <span>
              <b>{count}</b>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function range(least: number, most: number): number[] {
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, i) => least + i);
}
