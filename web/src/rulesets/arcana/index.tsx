import { StepKind } from "../../../gen/hierophant/arcana/v1/arcana_pb.js";
import type { RulesetUi } from "../contract.js";
import { headingOf, questionInWords } from "../generic/text.js";
import { Board } from "./Board.js";
import { cardName, guildName } from "./cards.js";
import { Hand } from "./Hand.js";
import { arcanaView, pointsOf, zoneName } from "./position.js";
import { changed, targets } from "./targets.js";
import { words } from "./words.js";

export const arcana: RulesetUi = {
  Board,
  Hand,
  handFirst: true,
  targets,
  changed,
  question(decision, whole) {
    const said = questionInWords(decision, whole);
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
