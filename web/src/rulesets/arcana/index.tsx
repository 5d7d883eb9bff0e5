import { DecisionKind, SimpleAction, StepKind } from "../../../gen/hierophant/arcana/v1/arcana_pb.js";
import type { Decision } from "../../../gen/hierophant/v1/decision_pb.js";
import type { View } from "../../../gen/hierophant/v1/view_pb.js";
import { isDiscard, type RulesetUi } from "../contract.js";
import { headingOf, questionInWords } from "../generic/text.js";
import { among, legalIn } from "../questions.js";
import { Board } from "./Board.js";
import { cardName, cardOf, guildName, type Kind, kindOf } from "./cards.js";
import { Hand } from "./Hand.js";
import { begins, mix } from "./mix.js";
import { arcanaView, ownedBy, pointsOf, zoneName } from "./position.js";
import { changed, targets } from "./targets.js";
import { words } from "./words.js";

/** The question, of what can be answered now and nothing else: some decisions have several stages. */
function asked(decision: Decision, whole: View | undefined): string | undefined {
  const said = questionInWords(decision, whole);
  const { has } = legalIn(decision, "arcana");
  const mayEnd = has(`simple ${SimpleAction.DONE}`);
  const { asked } = words;
  switch (decision.kind.value) {
    case DecisionKind.ACT:
      return (
        among([
          has("discard") && asked.discard,
          has("place") && asked.place,
          has("bribe") && asked.bribe,
          has("muster") && asked.muster,
          has("enact") && asked.enact,
        ]) ?? said
      );
    case DecisionKind.BRIBE:
      if (has("zone")) return asked.zone;
      return has("pick") ? (mayEnd ? asked.moreOperatives : asked.operatives) : asked.end;
    case DecisionKind.MOVE_OWN:
      if (has("zone")) return asked.where;
      return mayEnd ? asked.another : asked.moveOwn;
    case DecisionKind.MOVE_RIVAL:
      return has("zone") ? asked.where : asked.moveRival;
    case DecisionKind.PEEK:
      return mayEnd ? (has("zone") ? asked.anotherZone : asked.end) : said;
    default:
      return said;
  }
}

export const arcana: RulesetUi = {
  Board,
  Hand,
  handFirst: true,
  targets,
  standsLast: isDiscard,
  changed,
  mix,
  begins,
  question(decision, whole) {
    const said = asked(decision, whole);
    const view = arcanaView(whole);
    const step = view?.agenda.at(-1);
    if (said === undefined || !view || whole?.decision?.decisionId !== decision.decisionId)
      return said;
    const begun = view.answer?.begun.value ?? view.inUse;
    const stake = step?.kind === StepKind.KEEP ? view.piles[step.zone]?.stake : undefined;
    const about = stake ?? begun;
    return about === undefined ? said : words.by(said, cardName(about));
  },
  words({ ruleset }, _decision, whole, names) {
    const view = arcanaView(whole);
    const action = ruleset.case === "arcana" ? ruleset.value.action : undefined;
    if (!view || action?.case !== "zone") return undefined;
    const zone = words.zone(action.value, zoneName(action.value, names, view.players.length));
    const stake = view.piles[action.value]?.stake;
    return stake === undefined ? zone : words.zoneOf(zone, cardName(stake));
  },
  points(whole) {
    const view = arcanaView(whole);
    const total = whole.outcome?.standings.map(({ victoryPoints }) => victoryPoints);
    if (!view || !total) return undefined;
    const owned = total.map((_, seat) => ownedBy(view, seat));
    const of = (name: string, kinds: readonly Kind[]) => ({
      name,
      values: owned.map((cards) => cards.reduce((sum, card) => sum + (kinds.includes(kindOf(card)) ? cardOf(card).points : 0), 0)),
    });
    const { parts } = words;
    return [
      of(parts.persons, ["personality"]),
      of(parts.relics, ["relic"]),
      of(parts.places, ["location"]),
      of(parts.others, ["operative", "militia"]),
      { name: parts.objectives, values: total.map((points, seat) => points - pointsOf(view, seat)) },
    ];
  },
  heading: (view) => headingOf(view.text),
  seatFacts(whole, seat) {
    const view = arcanaView(whole);
    const player = view?.players[seat];
    if (!view || !player) return [];
    const facts = [
      { label: words.pointsInCards, value: `${pointsOf(view, seat)}` },
      { label: words.handCount, value: `${player.hand}` },
      { label: words.drawPile, value: `${player.drawPile}` },
      { label: words.guild, value: guildName(player.guild) || "–" },
    ];
    if (view.start === seat) facts.push({ label: words.start, value: "♟" });
    return facts;
  },
};
