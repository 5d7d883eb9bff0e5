// The service's page of text, cut into blocks: a block whose columns are aligned keeps its lines.
import { DecisionSchema, type Decision } from "../../../gen/hierophant/v1/decision_pb.js";

import type { View } from "../../../gen/hierophant/v1/view_pb.js";

export interface Block {
  kind: "page" | "prose" | "question";
  text: string;
}

/** Whether the columns of these lines say something: frames, bars, or gaps within a line. */
function aligned(lines: string[]): boolean {
  return lines.some((line) => /[\u2500-\u259f]/.test(line) || /\S {2,}\S/.test(line));
}

export function blocks(text: string): Block[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((part) => part.replace(/^\n+|\s+$/g, ""))
    .filter((part) => part !== "")
    .map((part) => {
      const lines = part.split("\n");
      if (aligned(lines)) return { kind: "page", text: part };
      return {
        kind: /^(You decide|Asked|You have answered)/.test(part) ? "question" : "prose",
        text: part,
      };
    });
}

/** What is asked, as the service's page says it; the name of its kind where the page does not. */
export function questionInWords(decision: Decision, view: View | undefined): string | undefined {
  const own = view?.decision?.decisionId === decision.decisionId ? view.text : "";
  return /^You decide[^.\n]*\. (\S.*)$/m.exec(own)?.[1] ?? kindInWords(decision);
}

/** The kind of a decision by its name in the protocol: `HIDE_ONE` is "hide one". */
export function kindInWords(decision: Decision): string | undefined {
  const { kind } = decision;
  const field = DecisionSchema.fields.find((field) => field.localName === kind.case);
  const value = field?.enum?.values.find((value) => value.number === kind.value);
  return value?.localName.toLowerCase().replaceAll("_", " ");
}
