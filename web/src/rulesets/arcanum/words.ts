// Names of Arcanum's things, by their numbers in the protocol.
import { type TarotFace, tarotFace } from "../../table/tarot.js";
import { NAMES } from "./table.js";

export const SUITS = ["Swords", "Wands", "Chalices", "Pentacles"] as const;
export const SUIT_LETTERS = ["S", "W", "C", "P"] as const;
export const RANKS = ["Knave", "Knight", "Queen", "King"] as const;

/** Locations by number, from 1: their names, and what they do in a few words. */
export const LOCATIONS: readonly { name: string; effect: string }[] = [
  { name: "Mage Tower", effect: "1 point, a Major" },
  { name: "Artisan District", effect: "2 Minors or a Major" },
  { name: "Harbour", effect: "a Minor, and one for each other seat that draws" },
  { name: "Throne Room", effect: "2 Minors" },
  { name: "Market", effect: "2 points; may exchange a card" },
  { name: "Fields", effect: "each House: up, down or as it is" },
  { name: "Treasure Vault", effect: "a Minor, straight to the hidden row" },
  { name: "Cathedral", effect: "hide a Minor, or draw 2" },
  { name: "Ballroom", effect: "may hide a Minor" },
  { name: "Castle", effect: "every other seat discards a card" },
];

export function cardFace(card: number): TarotFace {
  return tarotFace(NAMES, card);
}

export function figureName(figure: number): string {
  return `${RANKS[figure % 4] ?? ""} of ${SUITS[Math.floor(figure / 4)] ?? ""}`;
}

export const words = {
  points: "VP",
  hand: (theirs = false) => (theirs ? "Hand" : "Your hand"),
  handCount: "hand",
  row: "hidden",
  hiddenRow: (theirs = false) => (theirs ? "Hidden row" : "Your hidden row"),
  open: "open",
  none: "none",
  houses: "Houses",
  place: ["1st", "2nd", "3rd", "4th"],
  piles: "Piles",
  pile: (name: string, count: number) => `${count} ${name}`,
  minors: "Minors",
  majors: "Majors",
  discards: "Discards",
  playing: "In play:",
  devil: "The Devil doubles all gains and losses until this activation ends.",
  tower: (owner: string) => `covered by the Tower of ${owner}`,
  removed: (owner: string) => `Off the board until ${owner} is active again:`,
  figureAt: (figure: string, at: number, place: string | undefined) =>
    place === undefined ? figure : `${figure} (${at} ${place})`,
  first: "first player",
  signs: "Signs of the locations",
  asked: {
    end: "End your activation?",
    playOrEnd: "Which card to play, or end the activation?",
    mayMove: "Which figure to move, if any?",
    noneToHide: "You have no Minor that you may hide. Go on?",
    noneToDiscard: "You have no Minor that you may discard. Go on?",
    noneToExchange: "You have nothing to exchange. Go on?",
    noMore: "There is nothing more to pick. Go on?",
    cathedral: "Draw two Minors, or not?",
    put: "Which card to put into the row?",
    minor: "exchange a Minor for two",
    major: "exchange a Major for another",
    field: (house: string) => `${house}: one up, one down, or leave it?`,
  },
  /** One thing of a choice of several, by what is done with it. */
  picks: {
    figure: (name: string) => name,
    hide: (name: string) => name,
    discard: (name: string) => name,
    give: (name: string) => name,
    turnUp: (name: string) => name,
    take: (name: string) => `from the row: ${name}`,
    put: (name: string) => `into the row: ${name}`,
  },
  several: {
    figure: (_: number, most: number) => `${most} figures leave the board`,
    hide: (least: number, most: number) => `Hide ${range(least, most)}`,
    discard: (least: number, most: number) => `Discard ${range(least, most)}`,
    give: (_: number, most: number) => `Pass ${most} to the left`,
    turnUp: (_: number, most: number) => `Turn up ${most}`,
    take: (_: number, most: number) => `Take ${most}`,
    put: (_: number, most: number) => `Put ${most}`,
  },
  before: "before the last scoring",
  exchange: "Exchange one or two cards",
  noMore: "no more",
};

function range(least: number, most: number): string {
  return least === most ? `${most}` : `${least} or ${most}`;
}
