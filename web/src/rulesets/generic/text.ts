// The service's page of text, cut into blocks: a block whose columns are aligned keeps its lines.
import { DecisionSchema, type Decision } from "../../../gen/hierophant/v1/decision_pb.js";

import type { View } from "../../../gen/hierophant/v1/view_pb.js";

export interface Block {
  kind: "page" | "prose" | "rows";
  text: string;
  /** Of a block of rows: what stands before the colon, and what after it. */
  rows: { label: string; text: string }[];
}

/** Whether the columns of these lines say something: frames, bars, or gaps within a line. */
function aligned(lines: string[]): boolean {
  return lines.some((line) => /[\u2500-\u259f]/.test(line) || /\S {2,}\S/.test(line));
}

/** `Label:  a, b, c`, with what continues below it; nothing if a line is anything else. */
function rowsOf(lines: string[]): Block["rows"] {
  const rows: Block["rows"] = [];
  for (const line of lines) {
    const [, label, text] = /^ {0,4}([^:\s][^:]{0,24}):\s+(\S.*)$/.exec(line) ?? [];
    const last = rows.at(-1);
    if (label !== undefined && text !== undefined) rows.push({ label, text });
    else if (last && /^ {6,}\S/.test(line)) last.text += ` ${line.trim()}`;
    else return [];
  }
  return rows;
}

/** What the list of answers and the heading say already. */
function isElsewhere(line: string): boolean {
  return /^(You decide|You have answered|Your answers to decision)/.test(line);
}

/** The first line of the service's page, without the name of the game: where the game stands. */
const HEADING = /^[A-Z][A-Z ]*? {2,}(\S.*)\n?/;

export function headingOf(text: string): string | undefined {
  const said = HEADING.exec(text)?.[1]?.replace(/ {2,}/g, ", ");
  return said === undefined ? undefined : said.charAt(0).toUpperCase() + said.slice(1);
}

export function blocks(text: string): Block[] {
  return text
    .replace(HEADING, "")
    .split(/\n[ \t]*\n/)
    .filter((part) => !/^\n*Your answers to decision/.test(part))
    .map((part) => part.split("\n").filter((line) => line.trim() !== "" && !isElsewhere(line)))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const rows = rowsOf(lines);
      const kind = rows.length > 0 ? "rows" : aligned(lines) ? "page" : "prose";
      return { kind, text: lines.join("\n"), rows };
    });
}

/** `seat 2` as the name of its player. */
export function named(text: string, names: readonly string[]): string {
  return text.replace(/\bseat (\d+)\b/g, (seat, number: string) => names[Number(number)] ?? seat);
}

/** What is asked, in the service's words; of a service that does not send them, what its page says or the name of the kind. */
export function questionInWords(decision: Decision, view: View | undefined): string | undefined {
  if (decision.text !== "") return decision.text;
  const own = view?.decision?.decisionId === decision.decisionId ? view.text : "";
  return /^You decide[^.\n]*\. (\S.*)$/m.exec(own)?.[1] ?? kindInWords(decision);
}

/** What others are asked, where the service's page says it: `Asked: seats 1, 2. Which card?` */
export function askedOfOthers(view: View): string | undefined {
  return /^Asked: seats? [\d, ]+\. (\S.*\?)$/m.exec(view.text)?.[1];
}

/** The kind of a decision by its name in the protocol: `HIDE_ONE` is "hide one". */
export function kindInWords(decision: Decision): string | undefined {
  const { kind } = decision;
  const field = DecisionSchema.fields.find((field) => field.localName === kind.case);
  const value = field?.enum?.values.find((value) => value.number === kind.value);
  return value?.localName.toLowerCase().replaceAll("_", " ");
}
