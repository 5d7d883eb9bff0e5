// What all see: places of power, monuments, items, and what lies before each seat.
import { en } from "../../strings/en.js";
import { Group, Pile } from "../../table/Group.js";
import { BoxName, Piece } from "../../table/Piece.js";
import { Name } from "../../ui/names.js";
import type { PieceProps } from "../contract.js";
import { byKind, counts, ESSENCES, essenceName } from "./faces.js";
import { FaceCard, FaceLine, Sign } from "./pieces.js";
import { ownSeat, pointsNow, resArcanaView } from "./position.js";
import { words } from "./words.js";

export function Board(props: PieceProps) {
  const view = resArcanaView(props.view);
  if (!view) return null;
  const { targets, changed, answer } = props;
  const own = ownSeat(props.view);
  // With open cards, each seat's components lie with its hand.
  const isOpen = (props.others?.length ?? 0) > 0;
  const seats = isOpen ? [] : view.pools.map((_, seat) => seat);
  // Clockwise from the left neighbour.
  const others = own === undefined ? seats : [...seats.slice(own + 1), ...seats.slice(0, own)];
  const some = { targets, changed, answer };
  return (
    <div class="res-arcana-board">
      {view.open.length > 0 ? (
        <Group title={words.open}>
          {view.open.map((face) => (
            <FaceCard key={face} face={face} {...some} />
          ))}
        </Group>
      ) : null}
      <Group title={words.places}>
        {view.places.map((face) => (
          <FaceCard key={face} face={face} {...some} />
        ))}
      </Group>
      <Group title={words.monuments}>
        {view.display.map((face) => (
          <FaceCard key={face} face={face} {...some} />
        ))}
        {view.monuments > 0 ? (
          <li class={targets.has("top") ? "face is-deck is-target" : "face is-deck"}>
            <BoxName
              name={words.top}
              class="face-name"
              targets={targets.get("top")}
              answer={answer}
            >
              {words.deck(view.monuments)}
            </BoxName>
          </li>
        ) : null}
      </Group>
      {view.items.length === 0 ? null : view.items.some((face) => targets.has(`face ${face}`)) ? (
        <Group title={words.items}>
          {view.items.map((face) => (
            <FaceCard key={face} face={face} {...some} />
          ))}
        </Group>
      ) : (
        <Group title={words.items} class="lines">
          {view.items.map((face) => (
            <FaceLine key={face} face={face} {...some} />
          ))}
        </Group>
      )}
      {others.map((seat) => (
        <Tableau key={seat} seat={seat} {...props} />
      ))}
    </div>
  );
}

/** A seat's pool and components; the own ones with all that is printed on them. */
export function Tableau({ seat, full, ...props }: { seat: number; full?: boolean } & PieceProps) {
  const view = resArcanaView(props.view);
  if (!view) return null;
  const { targets, changed, answer, names, theirs } = props;
  const some = { targets, changed, answer };
  const name = names[seat] ?? en.game.seat(seat);
  const stores = new Map(view.stores.map(({ face, amount }) => [face, amount]));
  const asked = !view.ended && props.view.askedSeats.includes(seat);
  const classes = ["tableau"];
  if (asked) classes.push("is-asked");
  if (targets.has(`seat ${seat}`)) classes.push("is-target");
  const One = full ? FaceCard : FaceLine;
  const discards = view.discards[seat]?.faces ?? [];
  return (
    <div class={classes.join(" ")}>
      <div class="tableau-head">
        <h3>
          <BoxName
            name={full ? words.own(theirs) : name}
            class="tableau-name"
            targets={targets.get(`seat ${seat}`)}
            answer={answer}
          >
            {full ? words.own(theirs) : <Name text={name} />}
          </BoxName>
        </h3>
        <span class="tableau-points">
          <b>{pointsNow(props.view)[seat]}</b> {words.pointsOf(pointsNow(props.view)[seat] ?? 0)}
        </span>
        {asked && !full ? <span class="tag asked-tag">{en.game.asked}</span> : null}
        {view.tile === seat ? <span class="tag">{words.tile}</span> : null}
        {view.passed.includes(seat) ? <span class="tag">{words.passedLong}</span> : null}
      </div>
      <Pool seat={seat} own={full === true} name={name} {...props} />
      <ul class={full ? "faces" : "faces lines"}>
        {byKind(view.play[seat]?.faces ?? []).map((face) => (
          <One
            key={face}
            face={face}
            inPlay
            turned={view.turned.includes(face)}
            store={stores.get(face)}
            {...some}
          />
        ))}
      </ul>
      <FacePile title={words.discards} faces={discards} {...some} />
    </div>
  );
}

/** Faces that are seldom looked at. */
export function FacePile({
  title,
  faces,
  ...some
}: { title: string; faces: readonly number[] } & Pick<
  PieceProps,
  "targets" | "changed" | "answer"
>) {
  const open = faces.some((face) => some.targets.has(`face ${face}`));
  return (
    <Pile title={title} count={faces.length} open={open}>
      {faces.map((face) => (
        <FaceCard key={face} face={face} {...some} />
      ))}
    </Pile>
  );
}

function Pool({
  seat,
  own,
  name,
  view: whole,
  targets,
  changed,
  answer,
}: { seat: number; own: boolean; name: string } & PieceProps) {
  const pool = counts(resArcanaView(whole)?.pools[seat]);
  return (
    <ul
      class={changed.has(`pool ${seat}`) ? "pool is-changed" : "pool"}
      aria-label={words.pool(name)}
    >
      {ESSENCES.map((essence, i) => (
        <li key={essence}>
          <Piece
            name={`${pool[i] ?? 0} ${essenceName(essence)}`}
            class={(pool[i] ?? 0) === 0 ? "pool-type is-none" : "pool-type"}
            targets={own ? targets.get(`pool ${essence}`) : undefined}
            answer={answer}
          >
            <b aria-hidden="true">{pool[i] ?? 0}</b>
            <Sign essence={essence} />
          </Piece>
        </li>
      ))}
    </ul>
  );
}
