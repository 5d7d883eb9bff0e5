// Broken rules, and failures without a sentence of their own, in words.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { renderToString } from "preact-render-to-string";
import { ReplayFrameSchema } from "../../gen/hierophant/v1/replay_pb.js";
import { Broken, ruleInWords, ruleWords } from "../../src/rulesets/Broken.js";
import { RULES } from "../../src/rulesets/rules.js";
import { failureText, ruleOf } from "../../src/table/moments.js";
import { FailureNote } from "../../src/ui/FailureNote.js";

test("every rule of the service has words, which are those of the rules", () => {
  assert.deepEqual(Object.keys(RULES).sort(), ["arcana", "arcanoid", "arcanum", "res_arcana"]);
  for (const [ruleset, rules] of Object.entries(RULES)) {
    const rust = readFileSync(`../rules/${ruleset}/illegal.rs`, "utf8");
    const named = [...rust.matchAll(/^ {4}([A-Z_]+) = /gm)].map(([, rule]) => rule);
    assert.deepEqual(Object.keys(rules), named);
    for (const words of Object.values(rules)) assert.ok(rust.includes(`"${words}"`), words);
  }
});

test("a broken rule is said in words, and by its name as words where they are not here", async () => {
  assert.equal(ruleInWords("arcana", "NOT_A_RELIC"), "not a relic");
  for (let tries = 0; !ruleWords.value && tries < 100; tries++) await new Promise((then) => setTimeout(then, 5));
  assert.equal(ruleInWords("arcana", "NOT_A_RELIC"), "only relics bribe or call the militia");
  assert.equal(ruleInWords("arcana", "OF_ANOTHER_VERSION"), "of another version");
  assert.equal(ruleInWords(undefined, "NOT_A_RELIC"), "not a relic");
  const text = "seat 0: its answers to decision 3 broke the rules: NOT_A_RELIC, <B>";
  assert.equal(
    renderToString(<Broken text={text} ruleset="arcana" />),
    "seat 0: its answers to decision 3 broke the rules: <span>only relics bribe or call the militia " +
      '<code class="code">NOT_A_RELIC</code></span>, &lt;B>',
  );
});

test("an illegal answer of a replay is told with what its rule says", () => {
  const frame = (rule: string) =>
    create(ReplayFrameSchema, {
      actionText: "bribe with Bruiser",
      entry: { record: { case: "illegalAnswer", value: { seat: 1, decisionId: 12, rule, actionCode: 285 } } },
    });
  assert.equal(ruleOf(frame("NOT_A_RELIC")), "NOT_A_RELIC");
  assert.equal(
    failureText(frame("NOT_A_RELIC"), ["A", "B"], "arcana"),
    "B gave an illegal answer to its decision 12: bribe with Bruiser (only relics bribe or call the militia)",
  );
  assert.equal(ruleOf(frame("")), undefined);
  assert.equal(
    failureText(frame(""), ["A", "B"], "arcana"),
    "B gave an illegal answer to its decision 12: bribe with Bruiser",
  );
});

test("a failure without a sentence has its name beside it, and no other has", () => {
  const html = (reason: string) => renderToString(<FailureNote failure={{ reason, detail: "It is so.", remedy: "stop" }} />);
  assert.match(html("REQUEST_ID_REUSED"), /The service refused\..*<code class="code"> ?REQUEST_ID_REUSED<\/code>.*It is so\./);
  assert.ok(!html("SEAT_OUT").includes("<code"));
});
