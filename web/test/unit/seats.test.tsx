// The list of seats.
import { create } from "@bufbuild/protobuf";
import assert from "node:assert/strict";
import { test } from "node:test";
import { renderToString } from "preact-render-to-string";
import { ViewSchema } from "../../gen/hierophant/v1/view_pb.js";
import { generic } from "../../src/rulesets/generic/index.js";
import { Seats } from "../../src/table/Seats.js";

test("a long fact of a seat stands after its label, a short one before it", () => {
  const long = "Knight of Wands, 5 of Pentacles";
  const ui = {
    ...generic,
    seatFacts: () => [
      { label: "hand", value: "4" },
      { label: "open", value: long },
    ],
  };
  const html = renderToString(
    <Seats
      view={create(ViewSchema)}
      about={undefined}
      states={[]}
      ui={ui}
      names={["A"]}
      changed={new Set()}
      own="you"
    />,
  );
  assert.match(html, /<div><dt>hand<\/dt><dd>4<\/dd><\/div>/);
  assert.ok(html.includes(`<div class="is-long"><dt>open</dt><dd>${long}</dd></div>`), html);
});
