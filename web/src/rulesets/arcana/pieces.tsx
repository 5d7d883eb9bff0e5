// Cards and values, drawn here: a sign with a number or a word, never colour alone.
import { Arcanum } from "../../../gen/hierophant/arcana/v1/arcana_pb.js";
import { BoxName, Piece } from "../../table/Piece.js";
import { Suit } from "../../table/tarot.js";
import { once } from "../../ui/once.js";
import type { PieceProps, Target } from "../contract.js";
import { ARCANA, arcanumName, cardName, cardOf, guildName } from "./cards.js";
import type { Lying } from "./position.js";
import { words } from "./words.js";

/** The sign of an arcanum is that of the suit. */
const SUIT_OF: Record<number, number> = {
  [Arcanum.SWORD]: 0,
  [Arcanum.STAFF]: 1,
  [Arcanum.CUP]: 2,
};

export function Sign({ arcanum }: { arcanum: Arcanum }) {
  return <Suit suit={SUIT_OF[arcanum] ?? 0} />;
}

/** Staff, sword, cup; `main` stands out. */
export function Values({ values, main }: { values: readonly number[]; main?: Arcanum }) {
  const said = ARCANA.map((arcanum, i) => `${arcanumName(arcanum)} ${values[i] ?? 0}`).join(", ");
  return (
    <span class="values" title={said}>
      <span class="unseen">{said}</span>
      {ARCANA.map((arcanum, i) => (
        <span
          key={arcanum}
          class={
            arcanum === main ? "value is-main" : (values[i] ?? 0) === 0 ? "value is-none" : "value"
          }
          aria-hidden="true"
        >
          {values[i] ?? 0}
          <Sign arcanum={arcanum} />
        </span>
      ))}
    </span>
  );
}

/** What wins a stake: `6` and the sign of its arcanum. */
const Goal = once(function Goal({ card }: { card: number }) {
  const { main, threshold } = cardOf(card);
  return (
    <span class="goal">
      {words.needs} <b>{threshold}</b>{" "}
      {main === Arcanum.UNSPECIFIED ? (
        words.any
      ) : (
        <>
          <Sign arcanum={main} /> {arcanumName(main)}
        </>
      )}
    </span>
  );
});

/** A card that is fought for. */
export const Stake = once(({ card }: { card: number }) => (
  <div class={`stake is-${cardOf(card).kind}`}>
    <span class="face-head">
      <span class="face-name">{cardName(card)}</span>
      <Points card={card} />
    </span>
    <Goal card={card} />
    <Text card={card} />
  </div>
));

type Answering = Pick<PieceProps, "targets" | "changed" | "answer">;

/** A card with everything that is printed on it. */
export function CardBox({
  card,
  begun,
  ...some
}: {
  card: number;
  /** The choice that is being made has begun with it. */ begun?: boolean;
} & Answering) {
  const marked = begun === true || some.changed.has(`card ${card}`);
  const here = some.targets.get(`card ${card}`);
  return <Box card={card} marked={marked} here={here} answer={some.answer} />;
}

interface Drawn {
  marked: boolean;
  here: readonly Target[] | undefined;
  answer: PieceProps["answer"];
}

/** It alone, where it is known what answers. */
export const Box = once(function Box({ card, marked, here, answer }: { card: number } & Drawn) {
  const { name, kind } = cardOf(card);
  const classes = ["face", `is-${kind}`];
  if (marked) classes.push("is-changed");
  if (here) classes.push("is-target");
  return (
    <li class={classes.join(" ")}>
      <span class="face-head">
        <BoxName name={name} class="face-name" targets={here} answer={answer}>
          {name}
        </BoxName>
        <Points card={card} />
      </span>
      <Text card={card} />
    </li>
  );
});

function Points({ card }: { card: number }) {
  const { points } = cardOf(card);
  return points === 0 ? null : (
    <span class="face-points">
      {points} {words.points}
    </span>
  );
}

/** What is printed below the name. */
function Text({ card }: { card: number }) {
  const { kind, guild, fief, values, price, gift, effect } = cardOf(card);
  const from = fief === "" ? guildName(guild) : fief;
  return (
    <span class="face-text">
      <i>{from === "" ? kind : `${kind}, ${from}`}</i>
      {values.some((value) => value > 0) ? <Values values={values} /> : null}
      {price > 0 ? (
        <span>
          {words.price} <b>{price}</b>
        </span>
      ) : null}
      {gift > 0 ? (
        <span>
          {words.gift} <b>{gift}</b>
        </span>
      ) : null}
      {effect === "" ? null : <span>{effect}</span>}
    </span>
  );
}

/** A card at a stake, in few words. */
export function SlotPiece({ slot, main, ...some }: { slot: Lying; main: Arcanum } & Answering) {
  const { card } = slot;
  const here = card === undefined ? undefined : some.targets.get(`card ${card}`);
  const marked = card !== undefined && some.changed.has(`card ${card}`);
  return <SlotBox {...slot} main={main} marked={marked} here={here} answer={some.answer} />;
}

const SlotBox = once(function SlotBox({
  card,
  up,
  militia,
  main,
  marked,
  here,
  answer,
}: Lying & { main: Arcanum } & Drawn) {
  const back = militia ? words.unknownMilitia : words.unknown;
  const classes = ["slot"];
  if (!up) classes.push("is-down");
  if (militia) classes.push("is-militia");
  if (card === undefined) {
    return (
      <Piece name={back} class={classes.join(" ")} targets={undefined} answer={answer}>
        <b aria-hidden="true">{militia ? "M ?" : "?"}</b>
      </Piece>
    );
  }
  const { name, values } = cardOf(card);
  if (marked) classes.push("is-changed");
  return (
    <Piece
      name={up ? name : `${name}, ${words.faceDown}`}
      class={classes.join(" ")}
      targets={here}
      answer={answer}
    >
      <span class="slot-name" aria-hidden="true">
        {up ? "" : "▒ "}
        {name}
      </span>
      <Values values={values} main={main} />
    </Piece>
  );
});
