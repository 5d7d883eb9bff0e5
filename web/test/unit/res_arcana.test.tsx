// Res Arcana's board over a recorded game, and the types of mixes.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { renderToString } from "preact-render-to-string";
import {
  type Action as ResArcanaAction,
  DecisionKind,
  SimpleAction,
  ViewSchema as ResArcanaViewSchema,
} from "../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import { DecisionSchema } from "../../gen/hierophant/v1/decision_pb.js";
import { ActionSchema } from "../../gen/hierophant/v1/ruleset_pb.js";
import { SpectatorSchema, ViewSchema } from "../../gen/hierophant/v1/view_pb.js";
import { answersOf } from "../../src/game/choice.js";
import {
  ESSENCES,
  essenceName,
  faceName,
  faceOf,
  facesIn,
  phrase,
  powerInWords,
  priceOf,
} from "../../src/rulesets/res_arcana/faces.js";
import { resArcana } from "../../src/rulesets/res_arcana/index.js";
import type { MixChoice } from "../../src/rulesets/contract.js";
import {
  asked as askedTypes,
  bounds,
  due,
  type Mix,
  values,
} from "../../src/rulesets/res_arcana/mix.js";
import { Printed } from "../../src/rulesets/res_arcana/pieces.js";
import { ownSeat, pointsNow, resArcanaView } from "../../src/rulesets/res_arcana/position.js";
import { FACES } from "../../src/rulesets/res_arcana/table.js";
import { answersByPieces, count, drawn, recorded, steps } from "./recorded.js";

test("every view of a whole game is drawn: each face that the viewer may see, once", async () => {
  let views = 0;
  for await (const { game, view: whole, events } of steps("res_arcana")) {
    views += 1;
    const view = resArcanaView(whole);
    const own = ownSeat(whole);
    assert.ok(view && own !== undefined);
    const html = drawn(resArcana, whole, game, undefined, resArcana.changed?.(events));
    const { knowledge } = view;
    const deck = [...facesIn(knowledge?.tops[own]), ...facesIn(knowledge?.rests[own])];
    const shown = [
      ...view.places,
      ...view.display,
      ...view.items,
      ...view.open,
      ...[...view.play, ...view.discards].flatMap(({ faces }) => faces),
      ...facesIn(knowledge?.hands[own]),
      ...facesIn(knowledge?.mages[own]),
      ...(deck.length === view.deckSizes[own] ? deck : []),
      ...(knowledge?.orders ?? [])
        .filter(({ deck }) => deck === own || deck === 4)
        .flatMap(({ cards }) => cards),
    ];
    assert.equal(count(html, /<li class="face is-(?!deck)/g), shown.length);
    for (const face of shown) assert.ok(html.includes(faceName(face)), faceName(face));
    const hands = view.handSizes.filter((_, seat) => seat !== own);
    assert.ok(hands.every((size) => size <= 40));
  }
  assert.ok(views > 100, `${views} views`);
});

test("a spectator's board has no hand, and none of another seat", async () => {
  for await (const { game, view: whole } of steps("res_arcana")) {
    // Each is drawn by the test before.
    if (whole.viewVersion % 5 > 0) continue;
    const spectator = create(ViewSchema, {
      ...whole,
      viewer: { case: "spectator", value: create(SpectatorSchema) },
    });
    const html = drawn(resArcana, spectator, game);
    const view = resArcanaView(whole);
    for (const face of facesIn(view?.knowledge?.hands[ownSeat(whole) ?? 0]))
      assert.ok(!html.includes(`>${faceName(face)}<`), faceName(face));
  }
});

test("pieces answer, and amounts are named", async () => {
  const { asked, byPiece } = await answersByPieces(resArcana, "res_arcana");
  assert.ok(asked > 20 && byPiece > 40, `${asked} decisions, ${byPiece} answers by pieces`);
});

test("powers are said in words, without letters and signs of the table", () => {
  for (let face = 0; face < 78; face++)
    for (const power of faceOf(face).powers) {
      const said = powerInWords(power);
      assert.ok(!/[[\]*+>→]|[ELCDG]\b|\bhere\b|\bundefined\b/.test(said), `${power}: ${said}`);
    }
  assert.equal(powerInWords("turn, pay 1L -> put 3[ECD]"), "turn it, pay 1 life, then put 3 of elan, calm or death on it");
  assert.equal(powerInWords("on loss: turn -> ignore"), "turn it, then ignore the life loss");
  assert.equal(
    powerInWords("turn, pay 1D, destroy beast -> gain cost[G]"),
    "turn it, pay 1 death, destroy a dragon or creature of yours, then gain its price in gold",
  );
});

test("answers say what they do", async () => {
  const seen = new Set<string>();
  for await (const { view } of steps("res_arcana")) {
    const { decision } = view;
    if (!decision) continue;
    for (const { text } of answersOf(decision, (action) => resArcana.words?.(action, decision, view, []))) {
      assert.ok(!/\bpower \d|alternative|the store|\border \d|undefined/.test(text), text);
      seen.add(text.split(" ")[0] ?? "");
    }
  }
  for (const word of ["use", "pass:", "discard"]) assert.ok(seen.has(word), [...seen].join());
});

/** The answer to an attack with this face, or to what else is asked about it. */
function said(face: number, simple: SimpleAction, kind: DecisionKind): string | undefined {
  return inWords({ case: "simple", value: simple }, face, kind);
}

function inWords(answer: ResArcanaAction["action"], face: number, kind: DecisionKind): string | undefined {
  const action = create(ActionSchema, { ruleset: { case: "resArcana", value: { action: answer } } });
  const decision = create(DecisionSchema, { decisionId: 1, kind: { case: "resArcana", value: kind } });
  const view = create(ViewSchema, {
    ruleset: {
      case: "resArcana",
      value: create(ResArcanaViewSchema, { agenda: [{ face }], stores: [{ face, amount: { elan: 2, gold: 1 } }] }),
    },
  });
  return resArcana.words?.(action, decision, view, []);
}

function number(name: string): number {
  for (let face = 0; face < 78; face++) if (faceName(face) === name) return face;
  assert.fail(name);
}

test("a mage and a magic item are offered with what they do", () => {
  const offered = (name: string, kind: DecisionKind) => inWords({ case: "choose", value: number(name) }, 0, kind);
  assert.equal(offered("Protection", DecisionKind.ITEM), "Protection: turn it, then ignore the life loss");
  assert.equal(offered("Calm / Elan", DecisionKind.ITEM), "Calm / Elan: collects 1 of elan or calm");
  assert.equal(offered("Artificer", DecisionKind.MAGE), "Artificer: artefacts cost 1 less");
  assert.equal(offered("Druid", DecisionKind.MAGE), "Druid: collects 1 life; turn it, then straighten a creature");
  assert.equal(offered("Protection", DecisionKind.STRAIGHTEN), undefined);
});

test("what an attack takes and what it offers instead is said", () => {
  const loss = (name: string, action: SimpleAction) => said(number(name), action, DecisionKind.LIFE_LOSS);
  assert.equal(loss("Bone Dragon", SimpleAction.ALTERNATIVE), "pay 1 death instead of losing life");
  assert.equal(loss("Sea Serpent", SimpleAction.ALTERNATIVE), "destroy an artefact instead of losing life");
  assert.equal(loss("Wind Dragon", SimpleAction.ALTERNATIVE), "discard a card instead of losing life");
  assert.match(loss("Elvish Bow", SimpleAction.SUFFER) ?? "", /^lose 1 life/);
  assert.match(loss("Bone Dragon", SimpleAction.SUFFER) ?? "", /^lose 2 life/);
  const athanor = number("Athanor");
  assert.equal(said(athanor, SimpleAction.TAKE, DecisionKind.TAKE_OR_LEAVE), "take 2 elan, 1 gold from Athanor into your pool");
  assert.equal(said(athanor, SimpleAction.DECLINE, DecisionKind.STRAIGHTEN), "straighten nothing");
});

test("an order names the cards", () => {
  const action = create(ActionSchema, { ruleset: { case: "resArcana", value: { action: { case: "order", value: 2 } } } });
  const decision = create(DecisionSchema, { decisionId: 1, kind: { case: "resArcana", value: DecisionKind.ORDER } });
  const view = create(ViewSchema, {
    ruleset: {
      case: "resArcana",
      value: create(ResArcanaViewSchema, {
        agenda: [{ power: { deck: 1, x: 3 } }],
        knowledge: { orders: [{ deck: 1, cards: [0, 1, 2, 3] }] },
      }),
    },
  });
  assert.equal(resArcana.words?.(action, decision, view, []), "Bone Dragon, then Athanor, then Celestial Horse");
});

test("the type that an amount is asked of is the one that was decided", async () => {
  let before: { decisionId: number; text: string } | undefined;
  let compared = 0;
  for await (const { view: whole } of steps("res_arcana")) {
    const view = resArcanaView(whole);
    const { decision } = whole;
    if (!view || !decision) continue;
    if (before && decision.continues && decision.decisionId === before.decisionId + 1) {
      const decided = ESSENCES[(view.answer?.decided ?? 0) - 1];
      assert.ok(decided && before.text.endsWith(essenceName(decided)), before.text);
      compared += 1;
    }
    const [first] = answersOf(decision, (action) => resArcana.words?.(action, decision, whole, []));
    const action = decision.legalActions[0]?.ruleset;
    before =
      action?.case === "resArcana" && action.value.action.case === "amount"
        ? { decisionId: decision.decisionId, text: first?.text ?? "" }
        : undefined;
  }
  assert.ok(compared > 0, "the recording has a mix of several amounts");
});

/** All amounts that settle a mix, as the rules define them. */
function amounts({ price, reduction, held }: Mix): number[][] {
  const units = price.fixed.slice(0, 4).reduce((all, one) => all + one, 0) + price.wild;
  const less = Math.min(reduction, units);
  const gold = price.fixed[4] ?? 0;
  const due = units + gold - less;
  let found: number[][] = [[]];
  for (const most of held)
    found = found.flatMap((amount) =>
      Array.from({ length: most + 1 }, (_, count) => [...amount, count]),
    );
  return found.filter((amount) => {
    const removed = amount.reduce(
      (all, count, i) => all + Math.max(0, (price.fixed[i] ?? 0) - count),
      0,
    );
    const sum = amount.reduce((all, one) => all + one, 0);
    return sum === due && (amount[4] ?? 0) >= gold && removed <= less;
  });
}

test("the values of a type are those of all amounts that settle the mix", () => {
  let random = 7;
  const next = (below: number): number =>
    (random = (random * 1103515245 + 12345) % 2 ** 31) % below;
  let compared = 0;
  for (let i = 0; i < 400; i++) {
    const fixed = Array.from({ length: 5 }, () => Math.max(0, next(5) - 2));
    const held = Array.from({ length: 5 }, () => next(5));
    const mix = { price: { fixed, wild: next(4) }, reduction: next(4), held };
    let left = amounts(mix);
    if (left.length === 0) continue;
    const picked: number[] = [];
    for (let type = 0; type < 5; type++) {
      const of = left.map((amount) => amount[type] ?? 0);
      assert.deepEqual(values(mix, picked, type), [Math.min(...of), Math.max(...of)]);
      const pick = of[next(of.length)] ?? 0;
      picked.push(pick);
      left = left.filter((amount) => amount[type] === pick);
      compared += 1;
    }
  }
  assert.ok(compared > 500, `${compared} compared`);
});

test("each mix can be put together by steppers, and its codes are those of the way that is asked", () => {
  let random = 11;
  const next = (below: number): number =>
    (random = (random * 1103515245 + 12345) % 2 ** 31) % below;
  let compared = 0;
  for (let i = 0; i < 1_500; i++) {
    const fixed = Array.from({ length: 5 }, () => Math.max(0, next(5) - 2));
    const held = Array.from({ length: 5 }, () => next(5));
    const mix = { price: { fixed, wild: next(4) }, reduction: next(4), held };
    const all = amounts(mix);
    if (all.length === 0) continue;
    const limits = bounds(mix, []);
    for (const amount of all) {
      assert.equal(
        amount.reduce((sum, one) => sum + one, 0),
        due(mix),
      );
      amount.forEach((count, type) => {
        const [least, most] = limits[type] ?? [0, 0];
        assert.ok(least <= count && count <= most, `${amount.join()} within ${limits.join(" ")}`);
      });
      // A type is asked where the amounts before it leave more than one value.
      const expected = ESSENCES.flatMap((_, type) => {
        const same = all.filter((one) => one.slice(0, type).join() === amount.slice(0, type).join());
        return new Set(same.map((one) => one[type])).size > 1 ? [type] : [];
      });
      assert.deepEqual(askedTypes(mix, 0, amount), expected);
      compared += 1;
    }
  }
  assert.ok(compared > 500, `${compared} compared`);
});

test("a decision about a mix is one choice: what is needed, and the codes of what was taken", async () => {
  let mixes = 0;
  let open: { answers: { code: number }[]; seen: number } | undefined;
  for await (const { view: whole } of steps("res_arcana")) {
    const { decision } = whole;
    if (!decision) continue;
    const choice = resArcana.mix?.(decision, whole, []);
    if (open && decision.continues) {
      // The next type of the same choice has the code that was foretold among its own.
      open.seen += 1;
      assert.ok(decision.legalCodes.includes(open.answers[open.seen]?.code ?? -1));
    } else open = undefined;
    if (!choice) continue;
    mixes += 1;
    assert.match(choice.title, /^(Gain|Pay|Lose) \d+ in all$/);
    const least = choice.rows.reduce((sum, row) => sum + row.least, 0);
    const most = choice.rows.reduce((sum, row) => sum + row.most, 0);
    assert.ok(least <= choice.need && choice.need <= most);
    // The recording answers in turn, by no plan: each first answer that fits leads on like this.
    const first = choice.answers(firstMix(choice));
    assert.ok(first && first.length > 0);
    assert.ok(decision.legalCodes.includes(first[0]?.code ?? -1));
    assert.equal(choice.answers(choice.rows.map(() => 99)), undefined);
  }
  assert.ok(mixes > 0, "the recording has a mix of several amounts");
});

/** Some amounts that fill the choice: as much as there is of each, one after the other. */
function firstMix({ rows, need }: MixChoice): number[] {
  let left = need - rows.reduce((sum, row) => sum + row.least, 0);
  return rows.map(({ least, most }) => {
    const more = Math.min(most - least, left);
    left -= more;
    return least + more;
  });
}

test("printed text is in words, with a name for each sign", () => {
  assert.deepEqual(priceOf("1G+1*"), { fixed: [0, 0, 0, 0, 1], wild: 1 });
  assert.equal(phrase("turn -> loss 2 or pay 1D"), "turn → rivals lose 2L or pay 1D");
  assert.equal(phrase("dragon -3"), "dragons cost 3 less");
  assert.equal(
    phrase("turn, pay 1D -> place discards any -2"),
    "turn, pay 1D → place a card of your discards, 2 cheaper",
  );
  const said = (text: string): string =>
    renderToString(<Printed text={phrase(text)} />)
      .replace(/<svg.*?<\/svg>/g, "")
      .replace(/<[^>]+>/g, "");
  assert.equal(said("pay 2L -> put 1G"), "pay 2 life → put 1 gold here");
  assert.equal(said("turn -> gain C per E"), "turn → gain  calm per  elan of a rival");
  for (const [, , price, points, collects, ...powers] of FACES)
    for (const text of [price, points, collects, ...powers]) {
      const words = said(text);
      assert.doesNotMatch(words, /[A-WYZ[\]]|->/, `${text}: ${words}`);
    }
});

test("points are those of the service's page", async () => {
  let last: number[] = [];
  for await (const { view } of steps("res_arcana")) {
    last = pointsNow(view);
    if (view.outcome)
      assert.deepEqual(
        last,
        view.outcome.standings.map(({ victoryPoints }) => victoryPoints),
      );
  }
  assert.ok(last.some((points) => points > 0));
});

test("names of others are text", async () => {
  const { game, messages } = await recorded("res_arcana");
  const first = messages[0]?.message;
  assert.ok(first?.case === "snapshot");
  const seats = game.seats.map((seat) => ({ ...seat, displayName: "<script>" }));
  assert.ok(!drawn(resArcana, first.value, { ...game, seats }).includes("<script"));
});
