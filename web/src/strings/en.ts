// Every word that the pages say, except what the service says itself.
import type { Failure } from "../wire/errors.js";

export const RULESETS: Record<string, { name: string; line: string }> = {
  arcanum: {
    name: "Arcanum",
    line: "Move the court through the city, and bet in secret on its noble Houses.",
  },
  arcanoid: {
    name: "Arcanoid",
    line: "Fight each round on four battlefields, one per suit. The Devil plays too.",
  },
  res_arcana: {
    name: "Res Arcana",
    line: "Turn essences into artefacts and places of power. Ten points win.",
  },
  arcana: {
    name: "Arcana",
    line: "Lay operatives face down, and win the persons, relics and places of a town.",
  },
};

export const NAMES = [
  "Alba",
  "Bruno",
  "Chiara",
  "Dario",
  "Elena",
  "Fabio",
  "Greta",
  "Hugo",
  "Irene",
  "Jacopo",
];

const ENDINGS: Record<number, string> = {
  1: "",
  2: "resigned",
  3: "out of time",
  4: "never joined",
  5: "out: too many illegal answers",
  6: "the game was ended",
  7: "the service could not continue",
  8: "absent",
};

const GAME_ENDINGS: Record<number, string> = {
  1: "The game is over",
  2: "The game ended without a result: a seat's time ran out",
  3: "The game was ended from outside, without a result",
  4: "The service could not continue the game; no seat is at fault",
  5: "The game was given up, because nothing happened for too long",
};

/** A failure in words: what is wrong, and the next step. */
const FAILURES: Record<string, [what: string, next: string]> = {
  TOKEN_UNKNOWN: [
    "The token of this page is not valid any more.",
    "Open the newest link to the game, or start a new game.",
  ],
  UNAUTHENTICATED: [
    "This browser has no token for this game.",
    "Open the link that you were given, or start a new game.",
  ],
  TOKEN_NOT_PERMITTED: [
    "The token of this page does not open this.",
    "Open the link that you were given for this game.",
  ],
  GAME_UNKNOWN: ["There is no such game here.", "Check the address, or start a new game."],
  GAME_QUARANTINED: [
    "The records of this game cannot be read.",
    "Ask the operator of the service; other games are not affected.",
  ],
  SEALED: [
    "The deal of this game is still being played at another table.",
    "Come back when the tournament has finished it.",
  ],
  REPLAY_NOT_READY: [
    "The replay of this game is not there yet.",
    "Open the page again later; the result stays.",
  ],
  FRAMES_MISSING: [
    "The service has sent nothing of this part of the game.",
    "Go to another step, or open the page again.",
  ],
  CALLER_NOT_LOCAL: [
    "This service answers only on its own machine.",
    "Open the page there, or ask the operator for an account.",
  ],
  ILLEGAL_ACTION: ["The rules do not allow that answer.", "Choose one of the answers in the list."],
  NOT_YOUR_DECISION: ["This decision is not open any more.", "The list shows what is asked now."],
  DECISION_EXPIRED: [
    "The time for this decision has run out.",
    "The service has decided; the log tells how.",
  ],
  ALREADY_ANSWERED: [
    "This decision has been answered already, maybe in another tab.",
    "The list shows what is asked now.",
  ],
  GAME_OVER: ["The game is over.", "The result is at the top of the page."],
  SEAT_OUT: ["This seat is out; the game continues.", "You can watch to the end."],
  LIMIT_REACHED: ["The service is busy.", "The page tries again by itself."],
  DRAINING: ["The service is starting or shutting down.", "The page tries again by itself."],
  STORE_UNAVAILABLE: [
    "The service cannot write to its storage.",
    "The page tries again by itself.",
  ],
  CLOSED: ["The connection ended.", "The page connects again by itself."],
  SILENT: ["The connection went silent.", "The page connects again by itself."],
  UNAVAILABLE: ["The service cannot be reached.", "The page tries again by itself."],
  UNKNOWN: ["The service cannot be reached.", "The page tries again by itself."],
  DEADLINEEXCEEDED: ["The service did not answer in time.", "The page tries again by itself."],
  RULESET_UNKNOWN: ["The service does not have this ruleset.", "Choose another one."],
  INVALID_FIELD: ["The service cannot make such a game.", "Change the table and try again."],
  NEEDS_ACCOUNT: [
    "This service lets only its principals create games.",
    "Paste your token below, or open the link that the service has printed.",
  ],
  INTERNAL: ["The service made an error.", "Try again; the operator's log has the details."],
};

export const en = {
  title: "Hierophant",
  tagline: "Tarot card games of hidden information, against programs.",
  skip: "Skip to the game",
  skipStart: "Skip to the games",
  home: "All games",

  start: {
    choose: "Choose a game",
    players: (least: number, most: number) =>
      least === most ? `${least} players` : `${least} to ${most} players`,
    opponents: "Opponents",
    seats: "Players at the table",
    name: "Your name",
    begin: (game: string) => `Play ${game}`,
    beginning: "Dealing…",
    loading: "Asking the service for its games…",
    yours: "Your games in this browser",
    seatOf: (seat: number) => `you have seat ${seat}`,
    watching: "you watch",
    forget: "Forget",
    forgetGame: (game: string) => `Forget game ${game}`,
    again: "Try again",
    token: "Your token (it is kept in this page only)",
    about: "About this game",
  },

  agents: {
    random: ["Random", "plays anything that is legal"],
    greedy: ["Greedy", "a good first opponent"],
    search: ["Search", "thinks ahead; strong"],
  } as Record<string, [string, string]>,

  link: {
    connecting: "Connecting…",
    live: "Live",
    buffered:
      "Something between you and the service holds streams back, so the page asks every two seconds.",
    tabs: "Other tabs hold the streams, so this one asks every two seconds.",
    polling: "Every 2 s",
    hidden: "Resting",
    waiting: (seconds: number) => `Trying again in ${seconds} s`,
    replaced: "Another page plays this seat now.",
    takeBack: "Continue here",
    stopped: "Not connected",
    ended: "Over",
    now: "Try again now",
  },

  game: {
    none: "No game here",
    seats: "Seats",
    board: "Board",
    own: "What you have",
    log: "Log",
    result: "Result",
    table: "The table",
    you: "you",
    seat: (seat: number) => `seat ${seat}`,
    agent: (name: string) => (name === "" ? "person or program" : name),
    asked: "asked",
    bank: (face: string) => `bank ${face}`,
    clock: "Your time",
    emptyLog: "What happens is told here.",
    gap: "Steps were missed while this page was not connected.",
    newest: "newest first",
    resign: "Resign",
    resignSure: "Give your seat up? It will rank below all others.",
    resignYes: "Yes, resign",
    cancel: "No, play on",
    spectators: "A link for spectators",
    copy: "Copy",
    copied: "Copied",
    settings: "Settings",
    help: "Help",
    close: "Close",
  },

  answers: {
    yours: "Your move",
    virtual: "You decide for the player that your seat controls.",
    soFar: "Picked so far:",
    step: "One thing at a time; picks cannot be taken back.",
    filter: "Filter",
    none: "No answer has these words.",
    count: (shown: number, all: number) =>
      shown === all ? `${all} answers` : `${shown} of ${all} answers`,
    sending: (text: string) => `Sending: ${text}`,
    sendingAgain: (text: string, tries: number) => `Sending again (${tries}): ${text}`,
    behind: "Showing what happened.",
    catchUp: "Show all of it now",
    waiting: "Waiting for the others.",
    waitingFor: (names: string) => `Waiting for ${names}.`,
    together: "You have answered. What others do shows when all have answered.",
    watchingTitle: "You watch",
    others: "The others move",
    over: "The game is over",
    uses: (name: string, count: number) => `${name}: ${count} answers`,
  },

  end: {
    won: "You have won.",
    shared: "You share the victory.",
    place: (rank: string) => `You are ${rank}.`,
    wins: (name: string) => `${name} wins.`,
    points: "points",
    rank: "rank",
    player: "player",
    again: "Play again",
    other: "Another game",
    ending: (code: number) => ENDINGS[code] ?? "",
    game: (code: number) => GAME_ENDINGS[code] ?? "The game is over",
  },

  replay: {
    title: "Replay",
    first: "To the deal",
    back: "One step back",
    on: "One step on",
    last: "To the end",
    step: "Step",
    at: (step: number, last: number, chapter: string) =>
      `step ${step} of ${last}${chapter ? `, ${chapter}` : ""}`,
    chapter: "Chapter",
    eyes: "Cards as seen by",
    shown: "shown",
    has: (name: string) => `What ${name} has`,
    spectator: "spectators",
    open: "all: cards open",
    failures: (count: number) => (count === 1 ? "1 failure" : `Next of ${count} failures`),
    asked: "Asked here",
    answered: "This seat has answered already.",
    asks: (names: string[]) => `${names.join(", ")} ${names.length > 1 ? "are" : "is"} asked.`,
    others: "What is asked shows with the cards of who is asked, or with all cards open.",
    took: "Took:",
    taken: "taken",
    after: (time: string) => `after ${time}`,
    unanswered: "The game ended before an answer.",
    by: {
      1: "by the service: the time had run out",
      2: "by the service: the seat was out",
      3: "by a built-in agent, for the seat",
    } as Record<number, string>,
    answers: (count: number) => (count === 1 ? "The only answer" : `${count} answers were legal`),
    notFound: (name: string, decision: number) =>
      `This game has no answer of ${name} to a decision ${decision}: this is its end.`,
    noPositions:
      "This service does not have the rules that this game was played by: it tells what happened, and shows no board.",
    expired: (name: string) => `The time of ${name} ran out`,
    illegal: (name: string) => `${name} gave an illegal answer`,
    illegalTo: (name: string, decision: number, action: string, rule: string) =>
      `${name} gave an illegal answer to its decision ${decision}: ${action} (${rule})`,
    out: (name: string, why: string) => `${name} is out: ${why}`,
    cut: (reason: string) => (reason ? `The game was ended: ${reason}` : "The game was ended"),
    code: (code: number) => `code ${code}`,
    resumed: "The service came back",
    begins: (step: number) => `What was before step ${step} shows from there.`,
    seconds: (seconds: string) => `${seconds} s`,
  },

  settings: {
    pace: "Speed",
    paces: { slow: "slow", normal: "normal", off: "at once" } as Record<string, string>,
    keys: "Keys: 1 to 9 answer, arrows step through a replay",
    auto: "Answer for me where there is only one answer",
    theme: "Colours",
    themes: { system: "Colours: system", light: "Colours: light", dark: "Colours: dark" } as Record<
      string,
      string
    >,
  },

  help: {
    title: "How to play in this page",
    lines: [
      "The list “Your move” has every answer that the rules allow. Choose one; the service checks it.",
      "Where a game has a board of its own, pieces with a ring around them answer too.",
      "The log tells what your seat may know, and nothing else.",
      "Keys: 1 to 9 give an answer, / goes to the filter, ? opens this help.",
      "After the end the page is a replay: ← and → step, with Shift by chapter, Home and End jump, ! goes to the next failure, e changes whose cards are seen.",
    ],
    rules: (game: string) => `Rules of ${game}`,
    noRules: "The service does not send the rules of this game.",
  },

  noToken: "This browser has no token for this game.",
  noTokenNext: "Open the link that you were given, with its token, in this browser.",
  notFound: "There is no such page.",

  failure(failure: Failure): { what: string; next: string; detail: string } {
    const [what, next] = FAILURES[failure.reason] ?? [
      "The service refused.",
      "Try again, or start a new game.",
    ];
    return { what, next, detail: failure.detail };
  },

  live: {
    asked: (kind: string, count: number) =>
      `Your move. ${kind} ${count === 1 ? "One answer." : `${count} answers.`}`,
    left: (seconds: number) => `${seconds} seconds left.`,
  },
};

export function ordinal(n: number): string {
  const tens = n % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${suffix}`;
}
