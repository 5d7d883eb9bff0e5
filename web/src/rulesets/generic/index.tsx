// Any ruleset: the view as the service writes it, in blocks that wrap where they may.
import type { PieceProps, RulesetUi } from "../contract.js";
import { blocks, questionInWords } from "./text.js";
import { en } from "../../strings/en.js";

function Board({ view }: PieceProps) {
  return (
    <div class="view-text">
      {blocks(view.text).map((block, i) =>
        block.kind === "page" ? (
          <pre
            key={i}
            class="aligned"
            tabIndex={0}
            role="region"
            aria-label={`${en.game.table}, ${i + 1}`}
          >
            {block.text}
          </pre>
        ) : (
          <p key={i} class={block.kind}>
            {block.text}
          </p>
        ),
      )}
    </div>
  );
}

export const generic: RulesetUi = {
  Board,
  question: questionInWords,
};
