// The city with its figures, the Houses, the piles.
import { en } from "../../strings/en.js";
import { BoxName } from "../../table/Piece.js";
import { RANK_LETTERS, sorted, Suit } from "../../table/tarot.js";
import type { PieceProps } from "../contract.js";
import { Card, Figure, suitName } from "./pieces.js";
import { arcanumView, housePlaces, places, type Place } from "./position.js";
import { LOCATIONS, RANKS, SUITS, words } from "./words.js";

const PRESTIGE_MAX = 21;

export function Board(props: PieceProps) {
  const view = arcanumView(props.view);
  if (!view) return null;
  const { targets, changed, answer, names } = props;
  const called = (seat: number): string => names[seat] ?? en.game.seat(seat);
  return (
    <div class="arcanum-board">
      <div class="table-facts">
        <span>
          {words.piles}: {words.pile(words.minors, view.minorPileSize)},{" "}
          {words.pile(words.majors, view.majorPileSize)}
        </span>
        <Discards cards={view.discards} />
        {view.playing === undefined ? null : (
          <span class={changed.has("playing") ? "in-play is-changed" : "in-play"}>
            {words.playing} <Card card={view.playing} targets={undefined} answer={answer} />
          </span>
        )}
      </div>
      {view.devil ? <p class="devil">{words.devil}</p> : null}
      <ol class="city">
        {places(view, props.game).map((place) => (
          <Location key={place.number} place={place} owner={called(view.tower?.owner ?? 0)} {...props} />
        ))}
      </ol>
      {view.removed.map(({ seat, figures }) => (
        <p key={seat} class="removed">
          {words.removed(called(seat))}{" "}
          {figures.map((figure) => (
            <Figure
              key={figure}
              figure={figure}
              targets={targets.get(`figure ${figure}`)}
              changed={changed.has(`figure ${figure}`)}
              answer={answer}
            />
          ))}
        </p>
      ))}
      <Houses levels={view.prestige} {...props} />
    </div>
  );
}

function Location({
  place,
  owner,
  targets,
  changed,
  answer,
}: { place: Place; owner: string } & PieceProps) {
  const { number, figures, covered } = place;
  const { name, effect } = LOCATIONS[number - 1] ?? { name: "", effect: "" };
  const here = targets.get(`location ${number}`);
  const classes = ["location", `at-${number}`];
  if (covered) classes.push("is-covered");
  if (here) classes.push("is-target");
  return (
    <li class={classes.join(" ")}>
      <h3>
        <BoxName name={`${number} ${name}`} class="" targets={here} answer={answer}>
          <span class="number">{number}</span> {name}
        </BoxName>
      </h3>
      <p class="effect">{covered ? words.tower(owner) : effect}</p>
      <SignsOf place={place} />
      <div class="figures">
        {figures.map((figure) => (
          <Figure
            key={figure}
            figure={figure}
            targets={targets.get(`figure ${figure}`)}
            changed={changed.has(`figure ${figure}`)}
            answer={answer}
          />
        ))}
      </div>
    </li>
  );
}

/** The signs of a location: letters for ranks, signs for suits, each as often as it counts. */
function SignsOf({ place }: { place: Place }) {
  const { ranks, suits } = place.signs;
  const named = [
    ...ranks.flatMap((count, i) => (count > 0 ? [`${RANKS[i] ?? ""} ${count}`] : [])),
    ...suits.flatMap((count, i) => (count > 0 ? [`${SUITS[i] ?? ""} ${count}`] : [])),
  ].join(", ");
  return (
    <p class="signs">
      <span class="unseen">
        {words.signs}: {named}
      </span>
      {ranks.map((count, i) =>
        count > 0 ? (
          <span
            key={`rank ${i}`}
            class="sign"
            aria-hidden="true"
            title={`${RANKS[i] ?? ""} +${count}`}
          >
            {RANK_LETTERS[i]}
            {count > 1 ? <sup>{count}</sup> : null}
          </span>
        ) : null,
      )}
      {suits.map((count, i) =>
        count > 0 ? (
          <span
            key={`suit ${i}`}
            class="sign"
            aria-hidden="true"
            title={`${SUITS[i] ?? ""} +${count}`}
          >
            <Suit suit={i} />
            {count > 1 ? <sup>{count}</sup> : null}
          </span>
        ) : null,
      )}
    </p>
  );
}

function Houses({ levels, targets, changed, answer }: { levels: readonly number[] } & PieceProps) {
  const ranks = housePlaces(levels);
  return (
    <div class="houses">
      <h3>{words.houses}</h3>
      <ul>
        {levels.map((level, house) => {
          const here = targets.get(`house ${house + 1}`);
          const classes = ["house", `suit-${house}`];
          if (changed.has(`house ${house + 1}`)) classes.push("is-changed");
          if (here) classes.push("is-target");
          return (
            <li key={house} class={classes.join(" ")}>
              <BoxName name={suitName(house)} class="house-name" targets={here} answer={answer}>
                <Suit suit={house} /> <span>{suitName(house)}</span>
              </BoxName>
              <svg
                class="bar"
                viewBox="0 0 210 10"
                preserveAspectRatio="none"
                aria-hidden="true"
                focusable="false"
              >
                <rect class="trough" width="210" height="10" />
                <rect
                  class="fill"
                  width={(Math.min(level, PRESTIGE_MAX) * 210) / PRESTIGE_MAX}
                  height="10"
                />
              </svg>
              <b>{level}</b>
              <small>{words.place[(ranks[house] ?? 1) - 1]}</small>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function none(): void {}

function Discards({ cards }: { cards: readonly number[] }) {
  if (cards.length === 0) return null;
  return (
    <details class="discards">
      <summary>
        {words.discards}: {cards.length}
      </summary>
      <div class="cards small">
        {sorted(cards).map((card) => (
          <Card key={card} card={card} targets={undefined} answer={none} />
        ))}
      </div>
    </details>
  );
}
