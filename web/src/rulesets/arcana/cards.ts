// The cards of Arcana as they are printed, and numbers as the things that they stand for.
import { Arcanum, Guild } from "../../../gen/hierophant/arcana/v1/arcana_pb.js";
import { CARDS, FIEFS } from "./table.js";

export type Kind = "operative" | "personality" | "relic" | "location" | "militia";

export function kindOf(card: number): Kind {
  if (card < 36) return "operative";
  if (card < 73) return "personality";
  if (card < 101) return "relic";
  return card < 129 ? "location" : "militia";
}

export interface Card {
  name: string;
  kind: Kind;
  guild: Guild;
  fief: string;
  /** The arcanum that it is fought for in; unspecified for any. */
  main: Arcanum;
  /** 0 for what is never a stake. */
  threshold: number;
  /** Staff, sword, cup. */
  values: readonly number[];
  /** 0 if nothing buys it. */
  price: number;
  gift: number;
  points: number;
  effect: string;
}

export function cardOf(card: number): Card {
  const [name, guild, fief, main, threshold, values, price, gift, points, effect] = CARDS[card] ?? [
    `${card}`,
    0,
    0,
    0,
    0,
    [0, 0, 0],
    0,
    0,
    0,
    "",
  ];
  const fiefName = fief === 0 ? "" : (FIEFS[fief] ?? "");
  const kind = kindOf(card);
  return {
    name,
    kind,
    guild,
    fief: fiefName,
    main,
    threshold,
    values,
    price,
    gift,
    points,
    effect,
  };
}

export function cardName(card: number): string {
  return CARDS[card]?.[0] ?? `${card}`;
}

export function fiefName(fief: number): string {
  return FIEFS[fief] ?? `${fief}`;
}

const ofEnum = (name: string | undefined): string =>
  (name ?? "").charAt(0) + (name ?? "").slice(1).toLowerCase();

/** `Blades`; nothing for no guild. */
export function guildName(guild: Guild): string {
  return guild === Guild.UNSPECIFIED ? "" : ofEnum(Guild[guild]);
}

/** The three, in the order of printed values. */
export const ARCANA = [Arcanum.STAFF, Arcanum.SWORD, Arcanum.CUP] as const;

export function arcanumName(arcanum: Arcanum): string {
  return (Arcanum[arcanum] ?? "").toLowerCase();
}
