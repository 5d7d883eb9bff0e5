// What the points of each seat are made of: what is printed on its components, the tile, and what the check has added.
import type { View as ResArcanaView } from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import type { PointsPart } from "../contract.js";
import { counts, faceOf, kindOf } from "./faces.js";
import { words } from "./words.js";

/** `2`; `2+L`: one more for each life on it; `0+creature+2dragon`: for each creature and dragon of its owner. */
function printed(view: ResArcanaView, face: number, faces: readonly number[]): number {
  const [base, ...more] = faceOf(face).points.split("+");
  const store = counts(view.stores.find((one) => one.face === face)?.amount);
  return more.reduce((sum, part) => {
    const [, times, what = ""] = /^(\d*)(\w+)$/.exec(part) ?? [];
    const type = "ELCDG".indexOf(what);
    const many =
      what.length === 1
        ? (store[type] ?? 0)
        : faces.filter((one) => faceOf(one).tags.split(" ").includes(what)).length;
    return sum + many * (Number(times) || 1);
  }, Number(base) || 0);
}

export function pointsOf(view: ResArcanaView, total: readonly number[]): PointsPart[] {
  const { parts } = words;
  const play = total.map((_, seat) => view.play[seat]?.faces ?? []);
  const known: PointsPart[] = (["artefact", "monument", "place"] as const).map((kind) => ({
    name: parts[kind],
    values: play.map((faces) =>
      faces.reduce((sum, face) => sum + (kindOf(face) === kind ? printed(view, face, faces) : 0), 0),
    ),
  }));
  known.push({ name: parts.tile, values: total.map((_, seat) => (view.tile === seat ? 1 : 0)) });
  const rest = total.map((points, seat) =>
    known.reduce((left, { values }) => left - (values[seat] ?? 0), points),
  );
  return [...known, { name: parts.check, values: rest }];
}
