// Every word that the pages say, except what the service says itself.
import type { GuestTerms } from "../../gen/hierophant/v1/game_service_pb.js";
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

/** How each game is played, in a few sentences for a person who has never seen it. */
export const HOW_TO_PLAY: Record<string, readonly string[]> = {
  arcanum: [
    "Four Houses, one for each suit, compete for prestige. None of them is yours: you bet on them in secret, by hiding Minors of their suits.",
    "In each turn you draw three Minors or one Major and hide one Minor. Then you play a Minor and, if you like, a Major.",
    "A numeral moves a figure of its suit to the place with its number; a court card moves that very figure anywhere. The signs at the new place give its House prestige, and the place itself has an effect.",
    "When the Houses are scored, each pays those who have hidden the most cards of its suit, and the House with the most prestige pays most.",
    "Most victory points after the last scoring win.",
  ],
  arcanoid: [
    "A round is fought on four battlefields, one for each suit, and everybody ends it with one engagement on each of them.",
    "In your turn you do one thing: engage cards on a battlefield, play a Major for its effect, discard a card, or abdicate, which leaves a battlefield to the others for good. Then you draw up to six cards.",
    "Numerals of the battlefield's suit count together; Knave and Knight are 15 and 18; couples beat all numbers, and the World beats everything.",
    "What you have engaged stays. Once you have an engagement on all four battlefields, abdications among them, you discard your hand and are done for the round.",
    "The strongest engagement wins its battlefield. Most battles over all rounds win.",
  ],
  res_arcana: [
    "There are five essences: elan, life, calm, death and gold. You pay with them for artefacts, monuments and places of power, which bring more essences, powers and points.",
    "At the start of a round you collect what your components give. Then all make one move in turn: place an artefact, discard one for essences, claim a monument or a place of power, use a power, or pass.",
    "Most powers turn their component, which is then of no use until the next round.",
    "Whoever passes first takes the First Player tile, which is worth a point; who passes takes another magic item and draws a card.",
    "After a round in which somebody has ten points or more, most points win.",
  ],
  arcana: [
    "You win persons, relics and places of a town. What you win joins your deck, and counts at the end if it is yours.",
    "Each round you draw four cards and play them one by one: lay an operative at a card that you want, bribe a person with a relic, use the effect of a place, or discard. There is no passing.",
    "In your own zones operatives lie face down, elsewhere face up.",
    "At the end of the round each card with operatives goes to the player whose operatives there have the highest sum in its sign (staff, sword or cup), if the sum reaches the number on the card.",
    "After the Game End card has come up, one more round is played, and most victory points win.",
  ],
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
  TOURNAMENT_UNKNOWN: [
    "There is no such tournament here, or it is somebody else's.",
    "Check the address; its creator and the operators have tokens that open it.",
  ],
  TOURNAMENT_OVER: ["The tournament is over.", "Its results stay."],
  NEEDS_PRINCIPAL: [
    "This page has no token, and what it asks for is not open to everyone, or is not there.",
    "Open the address that you were given, or paste the token of its creator or of an operator below.",
  ],
  WRONG_PRINCIPAL: [
    "The token of this page does not open this.",
    "It may be that of a seat, a spectator or an agent. Paste the token of its creator or of an operator below.",
  ],
  NEEDS_AGENT: [
    "The page of an agent is shown to its author: this page has no token.",
    "Open the whole address, which ends with the agent's token, or with that of its owner.",
  ],
  WRONG_AGENT: [
    "The token of this page does not open this agent.",
    "Open its address with the agent's own token, or with that of the creator who has registered it.",
  ],
  UNIMPLEMENTED: [
    "This service does not have what the page asks for.",
    "Its version is another one than that of the page: ask its operator.",
  ],
  AGENT_NAME_TAKEN: ["An agent has or had this name.", "Choose another one."],
  AGENT_UNKNOWN: ["There is no such agent here.", "Look at the list of agents again."],
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
  standings_slots_max: [
    "The service computes no standings for so many games.",
    "The results can be downloaded from the page of the tournament.",
  ],
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
  INVALID_FIELD: ["The service does not take it like this.", "Change what is named here, and try again."],
  NEEDS_ACCOUNT: [
    "Here only people with a token can begin a game.",
    "Paste yours below, or open the link that the service has printed. Who runs the service gives tokens out.",
  ],
  address_live_games_max: [
    "There are as many games of guests from your network as the service allows.",
    "Finish one of yours first, or come back later.",
  ],
  guest_live_games_max: [
    "There are as many games of guests as the service allows.",
    "Come back a little later.",
  ],
  guest_games_stored_max: [
    "There are as many games of guests as the service allows.",
    "Come back a little later.",
  ],
  address_creations_per_minute_max: [
    "Games are being created too fast from your network.",
    "Wait a minute, and try again.",
  ],
  INVITATION_TAKEN: [
    "Somebody has taken this seat already, or the game is not there any more.",
    "Ask the person who has invited you for another game.",
  ],
  INTERNAL: ["The service made an error.", "Try again; the operator's log has the details."],
};

export const en = {
  title: "Hierophant",
  tagline: "Tarot card games of hidden information, against programs.",
  skip: "Skip to the game",
  skipMain: "Skip to the page",
  skipStart: "Skip to the games",
  home: "All games",

  start: {
    choose: "Choose a game",
    players: (least: number, most: number) =>
      least === most ? `${least} players` : `${least} to ${most} players`,
    opponents: "Opponents",
    seats: "Players at the table",
    name: "Your name",
    clock: "Your time",
    /** By the name of the clock. */
    clocks: {
      none: ["No clock", "take all the time that you need"],
      relaxed: ["Relaxed", "a minute for each choice, five in the bank"],
      quick: ["Quick", "ten seconds for each choice, a minute in the bank"],
    } as Record<string, [string, string]>,
    begin: (game: string) => `Play ${game}`,
    beginning: "Dealing…",
    loading: "Asking the service for its games…",
    yours: "Your games in this browser",
    seatOf: (seat: number) => `you have seat ${seat}`,
    watching: "you watch",
    over: "over: its result and replay",
    forget: "Forget",
    forgetGame: (game: string) => `Forget game ${game}`,
    again: "Try again",
    token: "Your token (it is kept in this page only)",
    howTo: "How it is played",
    about: "About this game",
  },

  guests: {
    friends: "People whom you invite",
    people: (count: number) =>
      count === 0 ? "nobody" : count === 1 ? "one person" : `${count} people`,
    terms: (terms: GuestTerms) =>
      `You need no account: you play as a guest, on a clock. A game may take ${duration(terms.gameMinutesMax)}, and its ` +
      `replay is deleted ${terms.keptDays} days after its end. From one place there may be ${terms.liveGamesMax} games of ` +
      "guests at a time.",
    invite: "Invite the others",
    inviteNote: "Each link is for one person and works once: the browser that opens it first has the seat. " +
      "Copy the links before you go on: they are not shown again.",
    /** What an invited person is called at the table, if nothing else was said. */
    friend: (number: number) => (number === 1 ? "Friend" : `Friend ${number}`),
    friendName: (number: number) => `Name of person ${number} at the table`,
    link: (name: string) => `Link for ${name}`,
    invited: "invited, no move yet",
    joined: "has joined",
    here: (name: string) => `${name} has joined.`,
    toTable: "To the table",
    taking: "Taking your seat…",
    notYours: (seat: number) => `You have seat ${seat} of this game already.`,
    notYoursNext: "The link is for somebody else; it still works for them.",
    leave: "Leave it",
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
    person: "person",
    asked: "asked",
    bank: (face: string) => `bank ${face}`,
    usesBank: "of your bank",
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
    tournament: "Back to the tournament",
    ofTournament: "Its tournament",
    help: "Help",
    close: "Close",
  },

  time: {
    over: (what: string) => `If your time runs out, ${what}.`,
    strikes: (left: number, what: string) =>
      `If your time runs out, the service gives a default answer for you, ${left === 1 ? "once more" : `up to ${left} times more`}; after that, ${what}.`,
    so: (times: number) =>
      `Your time has run out ${times === 1 ? "once" : `${times} times`}: the service has answered for you.`,
    plays: "the service gives a default answer for you, and you play on",
    /** By `ExpiryPolicy`. */
    ends: {
      2: (agent: string) => `the agent ${agent} plays your seat from then on`,
      3: () => "you are out and rank last",
      4: () => "the game ends without a result",
    } as Record<number, (agent: string) => string>,
  },

  steps: {
    less: (name: string) => `One ${name} less`,
    more: (name: string) => `One ${name} more`,
    sum: (sum: number, least: number, most: number) =>
      least === most ? `${sum} of ${most}` : `${sum} chosen`,
    asking: "The service checks it.",
    complete: "Complete.",
    notSo: "The rules do not allow this choice.",
    unchecked: "The service could not check it: change it, or answer in the list.",
    clear: "Clear",
    confirm: "Confirm",
    back: "Back to all answers",
    list: "Or decline:",
    oneByOne: "One after the other; picks of the list cannot be taken back:",
  },

  answers: {
    yours: "Your move",
    virtual: "You decide for the player that your seat controls.",
    soFar: "Picked so far:",
    step: "One thing at a time; picks cannot be taken back.",
    /** After an answer that is not given before more is chosen. */
    more: " …",
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
    askedOf: (names: string, question: string) => `Waiting for ${names}. Asked there: ${question}`,
    together: "You have answered. What others do shows when all have answered.",
    watchingTitle: "You watch",
    others: "The others move",
    over: "The game is over",
    uses: (name: string, count: number) => `${name}: ${count === 1 ? "1 answer" : `${count} answers`}`,
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
    eyes: "Seen by",
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
    take: {
      download: "Download the replay",
      reading: "Fetching the replay…",
      done: (name: string) => `Saved as ${name}. “hierophant replay FILE --web” shows it again.`,
      link: "Copy a link to this step",
      to: "The link has no token: it opens for those who may see the game.",
      copied: "The link is copied.",
    },
    notFound: (name: string, decision: number) =>
      `This game has no answer of ${name} to a decision ${decision}: this is its end.`,
    noFailure: (name: string, failure: number) =>
      failure === 1
        ? `Nothing went wrong for ${name} in this game: this is its end.`
        : `This game has no failure ${failure} of ${name}: this is its end.`,
    noPositions:
      "This service does not have the rules that this game was played by: it tells what happened, and shows no board.",
    expired: (name: string) => `The time of ${name} ran out`,
    illegal: (name: string) => `${name} gave an illegal answer`,
    illegalTo: (name: string, decision: number, action: string, rule: string) =>
      `${name} gave an illegal answer to its decision ${decision}: ${action}${rule && ` (${rule})`}`,
    out: (name: string, why: string) => `${name} is out: ${why}`,
    cut: (reason: string) => (reason ? `The game was ended: ${reason}` : "The game was ended"),
    code: (code: number) => `code ${code}`,
    resumed: "The service came back",
    begins: (step: number) => `What was before step ${step} shows from there.`,
    seconds: (seconds: string) => `${seconds} s`,
    instant: "less than 0.1 s",
  },

  embed: {
    whole: "Open the whole page",
    tab: "(in a new tab)",
    closed: "This is not open to everyone, or it is not there.",
  },

  organise: { title: "Organise" },

  /** Of pages whose words come with them: what is said before they are there. */
  pages: { tournaments: "Tournaments", agent: "Agent", loading: "Asking the service…" },

  token: {
    field: "Token of a creator or an operator (it is kept in this page only)",
    use: "Use this token",
    keep: "Keep it until this tab is closed",
    held: "Token",
    leave: "Forget the token",
    agents: "It is the token of an agent, and in this page only.",
    brought: {
      title: "Another token",
      what: "This address brings another token than the one that this tab holds.",
      next: "Use it only if you know whose it is: what you make with it belongs to its holder.",
      stay: "Stay with mine",
      use: "Use the other one",
    },
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
      "The list “Your move” has every answer that the rules allow. Choose one; the service checks it. A choice of several things is put together, and confirmed as one.",
      "Where a game has a board of its own, pieces with a ring around them answer too.",
      "The log tells what your seat may know, and nothing else.",
      "Keys: 1 to 9 give an answer, / goes to the filter, ? opens this help.",
      "After the end the page is a replay: ← and → step, with Shift by chapter, Home and End jump, ! goes to the next failure, n to the next note, e changes whose cards are seen.",
    ],
    rules: (game: string) => `Rules of ${game}`,
    noRules: "The service does not send the rules of this game.",
  },

  noToken: "This browser has no token for this game.",
  noTokenNext:
    "It is not open to everyone, or it is not there. Open the link that you were given, with its token, in this browser; or paste the token of its creator or of an operator.",
  notFound: "There is no such page.",

  /** A failure in words; with its name where it has no sentence of its own. */
  failure({ reason, limit, detail }: Failure): { what: string; next: string; detail: string; name: string } {
    const known = FAILURES[limit ?? ""] ?? FAILURES[reason];
    const [what, next] = known ?? ["The service refused.", "Try again, or start a new game."];
    return { what, next, detail, name: known ? "" : (limit ?? reason) };
  },

  live: {
    asked: (kind: string, count: number) =>
      `Your move. ${kind} ${count === 1 ? "One answer." : `${count} answers.`}`,
    left: (seconds: number) => `${seconds} seconds left.`,
  },
};

function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? "an hour" : `${hours} hours`;
}

export function ordinal(n: number): string {
  const tens = n % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${suffix}`;
}
