// The little Markdown that the pages of rules use, as elements: headings, paragraphs, lists, tables,
// code. Links keep their words only; nothing becomes markup.
import type { ComponentChildren, VNode } from "preact";

export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{blocksOf(text)}</div>;
}

const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;

function blocksOf(text: string): VNode[] {
  const lines = text.replaceAll("\r", "").split("\n");
  const found: VNode[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const key = at;
    const take = (belongs: (line: string) => boolean): string[] => {
      const from = at;
      while (at < lines.length && belongs(lines[at] ?? "")) at++;
      return lines.slice(from, at);
    };
    const heading = /^(#{1,6})\s+(.*)/.exec(line);
    if (line.trim() === "" || /^<!--.*-->$/.test(line)) {
      at++;
    } else if (heading) {
      at++;
      const words = spans(heading[2] ?? "");
      // The page's own headings stand above these.
      found.push(
        (heading[1] ?? "").length <= 2 ? <h3 key={key}>{words}</h3> : <h4 key={key}>{words}</h4>,
      );
    } else if (line.startsWith("```")) {
      at++;
      const code = take((line) => !line.startsWith("```"));
      at++;
      found.push(
        <pre key={key} tabIndex={0} role="region" aria-label="code">
          {code.join("\n")}
        </pre>,
      );
    } else if (line.startsWith("|")) {
      found.push(
        table(
          take((line) => line.startsWith("|")),
          key,
        ),
      );
    } else if (ITEM.test(line)) {
      const numbered = /^\s*\d/.test(line);
      const items: string[] = [];
      for (const one of take(
        (line) => line.trim() !== "" && (ITEM.test(line) || /^\s/.test(line)),
      )) {
        if (ITEM.test(one)) items.push(one.replace(ITEM, ""));
        else items.push(`${items.pop() ?? ""} ${one.trim()}`);
      }
      // A table of contents leads nowhere here.
      if (items.every((item) => /^\[[^\]]*\]\(#[^)]*\)$/.test(item))) continue;
      const listed = items.map((item, i) => <li key={i}>{spans(item)}</li>);
      found.push(numbered ? <ol key={key}>{listed}</ol> : <ul key={key}>{listed}</ul>);
    } else {
      const paragraph = take(
        // Its first line belongs to it whatever it is, so that each turn takes a line.
        (next) =>
          next === line || (next.trim() !== "" && !/^(#|\||```)/.test(next) && !ITEM.test(next)),
      );
      found.push(<p key={key}>{spans(paragraph.join(" "))}</p>);
    }
  }
  return found;
}

function table(lines: string[], key: number): VNode {
  const rows = lines
    .filter((line) => !/^\|[\s|:-]+\|?\s*$/.test(line))
    .map((line) =>
      line
        .replace(/^\||\|\s*$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    );
  const [head = [], ...body] = rows;
  return (
    <div
      key={key}
      class="scroll"
      tabIndex={0}
      role="region"
      aria-label={head.filter((cell) => cell !== "").join(", ") || "table"}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, i) => (
              <th key={i} scope="col">
                {spans(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{spans(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Emphasis, code and the words of links. */
function spans(text: string): ComponentChildren[] {
  const found: ComponentChildren[] = [];
  const marks = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]*)\]\([^)]*\)/g;
  let from = 0;
  for (const match of text.matchAll(marks)) {
    found.push(text.slice(from, match.index));
    const [all, strong, em, code, link] = match;
    if (strong !== undefined) found.push(<strong key={match.index}>{spans(strong)}</strong>);
    else if (em !== undefined) found.push(<em key={match.index}>{em}</em>);
    else if (code !== undefined) found.push(<code key={match.index}>{code}</code>);
    else if (link !== undefined) found.push(...spans(link));
    from = match.index + all.length;
  }
  found.push(text.slice(from));
  return found;
}
