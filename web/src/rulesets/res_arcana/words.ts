// What the board says by itself.
export const words = {
  places: "Places of power",
  monuments: "Monuments",
  items: "Free magic items",
  open: "To pick from",
  deck: (count: number) => `${count} more in the deck`,
  top: "The unseen top of the monument deck",
  pool: (name: string) => `Pool of ${name}`,
  own: (theirs = false) => (theirs ? "Components" : "Your components"),
  hand: (theirs = false) => (theirs ? "Hand" : "Your hand"),
  packet: (theirs = false) => (theirs ? "Packet" : "Your packet"),
  mages: (theirs = false) => (theirs ? "Mages" : "Your mages"),
  inDeck: (theirs = false) => (theirs ? "In the deck" : "In your deck"),
  onDeck: (theirs = false) =>
    `On top of ${theirs ? "the" : "your"} deck, the first to come first`,
  onMonuments: "On top of the monument deck, the first to come first",
  discards: "Discards",
  none: "none",
  points: "points",
  pointsOf: (count: number) => (count === 1 ? "point" : "points"),
  /** `2+L` is 2 and one for each life; `0+creature+2dragon` is 1 for each creature, 2 for each dragon. */
  pointsPrinted: (printed: string) =>
    printed
      .replace(/^0\+/, "")
      .replace("creature+2dragon", "1 a creature, 2 a dragon")
      .replace(/^([ELCDG])$/, "1 for each $1")
      .replace("+", " + 1 for each "),
  handCount: "hand",
  deckCount: "deck",
  discardCount: "discards",
  tile: "First Player",
  passed: "passed",
  passedLong: "has passed",
  turned: "turned",
  price: "costs",
  collects: "collects",
  holds: "holds",
  anyType: "of any type",
  of: (types: string) => `of ${types}`,
  take: (amount: string, face: string) => `Take ${amount} from ${face}, or leave it?`,
  much: (essence: string, verb: string) => `How much ${essence} to ${verb}?`,
  mix: (verb: string, count: number) =>
    `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${count} in all`,
  by: (question: string, face: string) => `${question} (${face})`,
  attacked: (face: string, name: string, mayAnswer: boolean) =>
    `${face} of ${name}: suffer the life loss${mayAnswer ? ", or answer it" : ""}?`,
  asked: {
    place: "place an artefact",
    discard: "discard one for essences",
    claim: "claim",
    use: "use a power",
    pass: "pass",
    turn: "Turn the Cursed Forge?",
    nothing: "There is nothing to choose. Go on?",
  },
  parts: {
    artefact: "artefacts",
    monument: "monuments",
    place: "places of power",
    tile: "First Player",
    check: "in the check",
  },
  /** What can be answered, and what it does. */
  answers: {
    use: (face: string, does: string) => `use ${face}: ${does}`,
    discard: (card: string) => `discard ${card} for 1 gold or 2 other essences`,
    pass: "pass: no more moves in this round",
    straightenNone: "straighten nothing",
    placeNone: "place nothing",
    useNone: "do not use it",
    take: (held: string, face: string) => `take ${held} from ${face} into your pool`,
    leave: (held: string, face: string) => `leave ${held} on ${face}`,
    pay: "pay 1 death, and the Cursed Forge stays straight",
    turn: "turn the Cursed Forge: it cannot be used in this round",
    suffer: (life: number) => `lose ${life} life, and 2 other essences for each life that you lack`,
    instead: (does: string) => `${does} instead of losing life`,
    ownDeck: "your own deck",
    monumentDeck: "the monument deck",
    claimTop: "claim the unseen top of the monument deck",
  },
  order: (cards: readonly string[]) => `${cards.join(", then ")}`,
  amount: (count: number, essence: string) => `${count} ${essence}`,
};
