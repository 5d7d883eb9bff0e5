// A view of Res Arcana as what the board shows.
import type { View as ResArcanaView } from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";

export function resArcanaView(view: View | undefined): ResArcanaView | undefined {
  return view?.ruleset.case === "resArcana" ? view.ruleset.value : undefined;
}

export function ownSeat(view: View): number | undefined {
  return view.viewer.case === "seat" ? view.viewer.value : undefined;
}

/** The points as they are now, which the service's page has; else those of the last check. */
export function pointsNow(whole: View): number[] {
  const view = resArcanaView(whole);
  const found = new Map<number, number>();
  for (const [, seat, points] of whole.text.matchAll(
    /^[* ][. ] seat (\d+) *(?:\(you\))? +(\d+) /gm,
  ))
    found.set(Number(seat), Number(points));
  return (view?.pools ?? []).map((_, seat) => found.get(seat) ?? view?.points[seat] ?? 0);
}
