// How a game is played, in a few sentences.
import { HOW_TO_PLAY } from "../strings/en.js";

export function HowToPlay({ ruleset }: { ruleset: string }) {
  return (
    <>
      {HOW_TO_PLAY[ruleset]?.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}
