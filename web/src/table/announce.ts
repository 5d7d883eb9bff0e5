// Tells a screen reader what happens: events politely, decisions and the end at once.
import { effect } from "@preact/signals";
import { answersOf } from "../game/choice.js";
import type { Session } from "../game/session.js";
import type { RulesetUi } from "../rulesets/contract.js";
import { en } from "../strings/en.js";
import { tell, tellNow } from "../ui/live.js";

export function announce(
  session: Session,
  ui: () => RulesetUi,
  names: () => readonly string[],
): () => void {
  let told = -1;
  let asked = 0;
  let over = false;
  const { model } = session;
  const ends = [
    effect(() => {
      for (const line of model.log.value) {
        if (line.number > told) {
          told = line.number;
          tell(line.text);
        }
      }
    }),
    effect(() => {
      const decision = model.decision.value;
      if (!decision || decision.decisionId <= asked) return;
      asked = decision.decisionId;
      tellNow(
        en.live.asked(
          ui().question?.(decision, model.view.value, names()) ?? "",
          answersOf(decision).length,
        ),
      );
    }),
    effect(() => {
      if (model.ended.value && !over) {
        over = true;
        tellNow(en.answers.over);
      }
    }),
  ];
  return () => ends.forEach((end) => end());
}
