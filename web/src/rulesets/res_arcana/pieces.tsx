// Essences, amounts and faces, drawn here: a sign and a number or a word, never colour alone.
import type { ComponentChildren } from "preact";
import { type Amount, Essence } from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import { BoxName } from "../../table/Piece.js";
import { once } from "../../ui/once.js";
import type { PieceProps } from "../contract.js";
import {
  amountInWords,
  counts,
  ESSENCES,
  essenceName,
  essenceOf,
  faceOf,
  phrase,
} from "./faces.js";
import { words } from "./words.js";

const SIGNS: Record<number, string> = {
  // A flame, a leaf, a drop, a skull, a coin; 16 by 16.
  [Essence.ELAN]:
    "M8.6.8c.6 3 4.4 4.6 4.4 8.700A5 5 0 0 1 8 15a5 5 0 0 1-5-5.400c0-2.100 1.300-3.300 1.700-5.200 1.200.6 1.700 1.500 1.800 2.600C8.100 5.500 8.900 3.300 8.600.8z",
  [Essence.LIFE]:
    "M1.500 14.600C.3 6.600 5.500 1.600 14.500 1.500c.3 8.800-4 13-9.900 11.400L10 7l-6.900 7.700z",
  [Essence.CALM]:
    "M8 .8c3.200 4.200 5.200 6.700 5.200 9.200a5.200 5.200 0 0 1-10.400 0C2.800 7.500 4.800 5 8 .8z",
  [Essence.DEATH]:
    "M8 1a6.300 6.300 0 0 0-3.900 11.200V15h2.300v-1.600h1V15h1.200v-1.600h1V15h2.300v-2.800A6.300 6.300 0 0 0 8 1zM5.400 6.300a1.600 1.600 0 1 1 0 3.200 1.600 1.600 0 0 1 0-3.200zm5.200 0a1.600 1.600 0 1 1 0 3.200 1.600 1.600 0 0 1 0-3.200z",
  [Essence.GOLD]:
    "M8 1.200a6.800 6.800 0 1 0 0 13.600A6.800 6.800 0 0 0 8 1.200zm0 1.700a5.100 5.100 0 1 1 0 10.200A5.100 5.100 0 0 1 8 2.900zM8 4.600 4.600 8 8 11.400 11.400 8z",
};

export const Sign = once(function Sign({ essence }: { essence: Essence }) {
  return (
    <svg
      class={`essence essence-${essenceName(essence)}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SIGNS[essence] ?? ""} fill-rule="evenodd" />
    </svg>
  );
});

const UNIT = /(\d+|X)?(\[[ELCDG]+\]|[ELCDG](?![A-Za-z])|\*)/;

/** Printed text with signs for its essences: `pay 2E` is "pay 2" and a flame. */
export function Printed({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  for (let rest = text; rest !== "";) {
    const found = UNIT.exec(rest);
    parts.push(found ? rest.slice(0, found.index) : rest);
    if (!found) break;
    const [whole, count, unit = ""] = found;
    parts.push(<Units key={parts.length} count={count ?? ""} unit={unit} />);
    rest = rest.slice(found.index + whole.length);
  }
  return <>{parts}</>;
}

function Units({ count, unit }: { count: string; unit: string }) {
  const types = unit === "*" ? [] : [...unit.replace(/[[\]]/g, "")].map(essenceOf);
  const named = types.map(essenceName).join(", ");
  const said = unit === "*" ? words.anyType : types.length > 1 ? words.of(named) : named;
  return (
    <span class="units" title={`${count} ${said}`.trim()}>
      {count}
      {types.map((essence) => (
        <Sign key={essence} essence={essence} />
      ))}
      {unit === "*" ? (
        <b class="any-type" aria-hidden="true">
          ✱
        </b>
      ) : null}
      <span class="unseen"> {said}</span>
    </span>
  );
}

/** What lies somewhere: each type as often as it is there. */
export function Amounts({ amount }: { amount: Amount | undefined }) {
  const list = counts(amount);
  return (
    <>
      <span class="unseen">{amountInWords(amount)}</span>
      {ESSENCES.map((essence, i) =>
        (list[i] ?? 0) > 0 ? (
          <span key={essence} class="units" aria-hidden="true">
            {list[i]}
            <Sign essence={essence} />
          </span>
        ) : null,
      )}
    </>
  );
}

export interface FaceProps extends Pick<PieceProps, "targets" | "changed" | "answer"> {
  face: number;
  turned?: boolean;
  store?: Amount | undefined;
  /** Whether it is in play: what it costs matters no more. */
  inPlay?: boolean;
}

function classesOf({ face, turned, targets, changed }: FaceProps, kind: string): string {
  const classes = ["face", `is-${kind}`];
  if (turned) classes.push("is-turned");
  if (changed.has(`face ${face}`)) classes.push("is-changed");
  if (targets.has(`face ${face}`)) classes.push("is-target");
  return classes.join(" ");
}

/** A face with everything that is printed on it. */
export function FaceCard(props: FaceProps) {
  const { face: number, targets, answer, turned, store, inPlay } = props;
  const face = faceOf(number);
  return (
    <li class={classesOf(props, face.kind)}>
      <span class="face-head">
        <BoxName
          name={face.name}
          class="face-name"
          targets={targets.get(`face ${number}`)}
          answer={answer}
        >
          {face.name}
        </BoxName>
        <Points points={face.points} />
      </span>
      <Marks turned={turned} store={store} />
      {inPlay || face.price === "" ? null : (
        <span class="face-price">
          {words.price} <Printed text={face.price} />
        </span>
      )}
      <Text number={number} />
    </li>
  );
}

/** A face in few words, which opens; not one that can be chosen. */
export function FaceLine(props: FaceProps) {
  const { face: number, turned, store } = props;
  const face = faceOf(number);
  return (
    <li class={classesOf(props, face.kind)}>
      <details>
        <summary>
          <span class="face-name">{face.name}</span>
          <Points points={face.points} />
          <Marks turned={turned} store={store} />
        </summary>
        <Text number={number} />
      </details>
    </li>
  );
}

const Points = once(function Points({ points }: { points: string }) {
  if (points === "0" || points === "") return null;
  const shown = words.pointsPrinted(points);
  return (
    <span class="face-points">
      <Printed text={shown} />
      <span class="unseen"> {words.points}</span>
    </span>
  );
});

function Marks({ turned, store }: { turned: boolean | undefined; store: Amount | undefined }) {
  return (
    <>
      {turned ? <span class="turned-mark">↻ {words.turned}</span> : null}
      {store ? (
        <span class="store">
          <span class="unseen">{words.holds} </span>
          <Amounts amount={store} />
        </span>
      ) : null}
    </>
  );
}

const Text = once(function Text({ number }: { number: number }) {
  const { tags, collects, powers } = faceOf(number);
  return (
    <span class="face-text">
      {tags === "" ? null : <i>{tags}</i>}
      {collects === "" ? null : (
        <span class="collects">
          {/^gain/.test(collects) ? <b>{words.collects} </b> : null}
          <Printed text={phrase(collects).replace(/^gain /, "")} />
        </span>
      )}
      {powers.map((power, i) => (
        <span key={i} class="power">
          {powers.length > 1 ? <b>{i + 1}. </b> : null}
          <Printed text={phrase(power)} />
        </span>
      ))}
    </span>
  );
});
