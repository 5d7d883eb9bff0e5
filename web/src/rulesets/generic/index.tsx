// Any ruleset: the view as the service writes it, in blocks that wrap where they may.
import type { PieceProps, RulesetUi } from "../contract.js";
import { en } from "../../strings/en.js";
import { plain } from "../../ui/names.js";
import { type Block, blocks, headingOf, named, questionInWords } from "./text.js";

function Board({ view, names }: PieceProps) {
  return (
    <div class="view-text">
      {blocks(view.text).map((block, i) => (
        <Text key={i} block={block} number={i + 1} names={names} />
      ))}
    </div>
  );
}

function Text({
  block,
  number,
  names,
}: {
  block: Block;
  number: number;
  names: readonly string[];
}) {
  const said = (text: string): string => plain(named(text, names));
  switch (block.kind) {
    case "page":
      // Its columns would not be columns with names of other lengths.
      return (
        <pre class="aligned" tabIndex={0} role="region" aria-label={`${en.game.table}, ${number}`}>
          {block.text}
        </pre>
      );
    case "rows":
      return (
        <dl class="rows">
          {block.rows.map(({ label, text }, i) => (
            <div key={i}>
              <dt>{said(label)}</dt>
              <dd>{said(text)}</dd>
            </div>
          ))}
        </dl>
      );
    case "prose":
      return <p>{block.text.split("\n").map(said).join("\n")}</p>;
  }
}

export const generic: RulesetUi = {
  Board,
  question: questionInWords,
  heading: (view) => headingOf(view.text),
};
