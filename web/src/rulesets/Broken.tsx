// Rules that an answer has broken: their stable names in words.
import { signal } from "@preact/signals";
import type { RULES } from "./rules.js";
import { plain } from "../ui/names.js";

/** The words of all rules, once a broken one has asked for them. */
export const ruleWords = signal<typeof RULES | undefined>(undefined);
let isAsked = false;

/** What a rule says; until its words are here, and for a rule that the page does not know, its name as words. */
export function ruleInWords(ruleset: string | undefined, rule: string): string {
  if (!isAsked) {
    isAsked = true;
    // Without them the names have to do.
    import("./rules.js").then(({ RULES }) => (ruleWords.value = RULES), () => {});
  }
  return ruleWords.value?.[ruleset ?? ""]?.[rule] ?? rule.toLowerCase().replaceAll("_", " ");
}

/** A text of the service in which rules have their stable names: each in words, with its name beside them. */
export function Broken({ text, ruleset }: { text: string; ruleset: string }) {
  return (
    <>
      {text.split(/\b([A-Z]+(?:_[A-Z]+)+)\b/).map((part, i) =>
        i % 2 === 0 ? (
          plain(part)
        ) : (
          <span key={i}>
            {ruleInWords(ruleset, part)} <code class="code">{part}</code>
          </span>
        ),
      )}
    </>
  );
}
