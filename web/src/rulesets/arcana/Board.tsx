// The zones with their stakes and what lies there, and the seats with their piles.
import { Arcanum, type View as ArcanaView } from "../../../gen/hierophant/arcana/v1/arcana_pb.js";
import { en } from "../../strings/en.js";
import { Pile } from "../../table/Group.js";
import { BoxName } from "../../table/Piece.js";
import { Name } from "../../ui/names.js";
import { once } from "../../ui/once.js";
import type { PieceProps } from "../contract.js";
import { ARCANA, arcanumName, cardName, cardOf, fiefName, guildName } from "./cards.js";
import { Box, CardBox, Sign, SlotPiece, Stake, Values } from "./pieces.js";
import { arcanaView, lying, ownersOf, ownSeat, pointsOf, totals, zoneName } from "./position.js";
import { words } from "./words.js";

export function Board(props: PieceProps) {
  const view = arcanaView(props.view);
  if (!view) return null;
  const own = ownSeat(props.view);
  const { targets, changed, answer } = props;
  const some = { targets, changed, answer };
  // With open cards, each seat's piles lie with its hand.
  const isOpen = (props.others?.length ?? 0) > 0;
  return (
    <div class="arcana-board">
      <Facts view={view} />
      <ol class="zones">
        {view.piles.map((_, zone) => (
          <Zone key={zone} zone={zone} arcana={view} {...props} />
        ))}
      </ol>
      {view.players.map((player, seat) =>
        isOpen || seat === own ? null : (
          <SeatBox key={seat} seat={seat} arcana={view} {...props}>
            <CardPile title={words.resources} cards={player.resources} {...some} />
            <CardPile title={words.base} cards={player.base} {...some} />
            <CardPile title={words.hiddenCards} cards={player.hidden} {...some} />
          </SeatBox>
        ),
      )}
    </div>
  );
}

function Facts({ view }: { view: ArcanaView }) {
  const facts = [
    ...(view.lastRound === undefined ? [] : [words.last(view.lastRound)]),
    ...(view.setAside.length === 0
      ? []
      : [`${words.setAside} ${view.setAside.map(cardName).join(", ")}`]),
    ...(view.inUse === undefined
      ? []
      : [`${words.inUse} ${cardName(view.inUse)} (${cardOf(view.inUse).effect})`]),
  ];
  return facts.length === 0 ? null : (
    <p class="zone-facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

function Zone({
  zone,
  arcana: view,
  names,
  targets,
  changed,
  answer,
  view: whole,
  others,
  theirs,
}: { zone: number; arcana: ArcanaView } & PieceProps) {
  const some = { targets, changed, answer };
  const own = ownSeat(whole);
  const seats = view.players.length;
  const pile = view.piles[zone];
  const stake = pile?.stake;
  const here = targets.get(`zone ${zone}`);
  const name = zoneName(zone, names, seats);
  const mine = own !== undefined && ownersOf(zone, seats).includes(own);
  const locked = view.locked.includes(zone);
  const main = stake === undefined ? Arcanum.UNSPECIFIED : cardOf(stake).main;
  const classes = ["zone"];
  if (mine) classes.push("is-own");
  if (locked) classes.push("is-locked");
  if (here) classes.push("is-target");
  if (changed.has(`zone ${zone}`)) classes.push("is-changed");
  const slots = view.rows.filter((slot) => slot.zone === zone);
  return (
    <li class={classes.join(" ")}>
      <div class="zone-head">
        <h3>
          <BoxName name={name} class="zone-name" targets={here} answer={answer}>
            <span class="number">{zone}</span> <bdi>{name}</bdi>
          </BoxName>
        </h3>
        {mine ? <span class="tag">{words.own(theirs)}</span> : null}
        {locked ? <span class="tag">🔒 {words.locked}</span> : null}
        <span class="zone-pile">{words.below(pile?.size ?? 0)}</span>
      </div>
      {stake === undefined ? (
        <p class="note">{words.noStake}</p>
      ) : (
        <Stake card={stake} />
      )}
      {(pile?.cycled.length ?? 0) > 0 ? (
        <p class="note">{words.cycled(pile?.cycled.map(cardName).join(", ") ?? "")}</p>
      ) : null}
      {names.map((of, seat) => {
        // With open cards, what a seat has laid down is seen as the seat sees it.
        const seen = arcanaView(others?.[seat]);
        const cards = slots
          .filter(({ owner }) => owner === seat)
          .map((slot) => (seen ? lying(seen, slot, seat) : lying(view, slot, own)));
        return cards.length === 0 ? null : (
          <div key={seat} class={seat === own ? "row is-own" : "row"}>
            <span class="row-head">
              <Name text={of} />
              <Total cards={cards} main={main} />
            </span>
            <div class="slots">
              {cards.map((slot, i) => (
                <SlotPiece key={i} slot={slot} main={main} {...some} />
              ))}
            </div>
          </div>
        );
      })}
    </li>
  );
}

/** What a seat has there in the arcanum that is fought in; in all three where each has its own. */
function Total({ cards, main }: { cards: Parameters<typeof totals>[0]; main: Arcanum }) {
  return <TotalBox {...totals(cards)} main={main} />;
}

const TotalBox = once(function TotalBox({
  values,
  open,
  main,
}: ReturnType<typeof totals> & { main: Arcanum }) {
  return (
    <span class="row-total">
      <span class="unseen">{open ? words.atLeast : words.total} </span>
      {main === Arcanum.UNSPECIFIED ? (
        <Values values={values} />
      ) : (
        <>
          <b>{values[ARCANA.indexOf(main as (typeof ARCANA)[number])] ?? 0}</b>
          <Sign arcanum={main} />
          <span class="unseen"> {arcanumName(main)}</span>
        </>
      )}
      {open ? <b aria-hidden="true">+?</b> : null}
    </span>
  );
});

/** A seat: its guild, points and piles. */
export function SeatBox({
  seat,
  arcana: view,
  names,
  targets,
  answer,
  view: whole,
  children,
}: { seat: number; arcana: ArcanaView; children: preact.ComponentChildren } & PieceProps) {
  const player = view.players[seat];
  const name = names[seat] ?? en.game.seat(seat);
  const here = targets.get(`seat ${seat}`);
  const asked = !view.ended && seat !== ownSeat(whole) && whole.askedSeats.includes(seat);
  return (
    <div class={here ? "tableau is-target" : "tableau"}>
      <div class="tableau-head">
        <h3>
          <BoxName name={name} class="tableau-name" targets={here} answer={answer}>
            <Name text={name} />
          </BoxName>
        </h3>
        <span>{guildName(player?.guild ?? 0)}</span>
        <span>
          <b>{pointsOf(view, seat)}</b> {words.pointsInCards}
        </span>
        {asked ? <span class="tag asked-tag">{en.game.asked}</span> : null}
        {view.start === seat ? <span class="tag">{words.start}</span> : null}
        {view.covers.includes(seat) ? <span class="tag">{words.hidden}</span> : null}
        {(player?.kept.length ?? 0) > 0 ? (
          <span class="tag">{words.kept(player?.kept.map(fiefName).join(", ") ?? "")}</span>
        ) : null}
      </div>
      {children}
    </div>
  );
}

/** Cards that are seldom looked at. */
export function CardPile({
  title,
  cards,
  ...some
}: { title: string; cards: readonly number[] } & Pick<
  PieceProps,
  "targets" | "changed" | "answer"
>) {
  const open = cards.some((card) => some.targets.has(`card ${card}`));
  // Nothing answers, as in a replay: the same cards look the same.
  if (some.targets.size === 0) {
    const marked = cards.filter((card) => some.changed.has(`card ${card}`));
    return <StillPile title={title} cards={cards} marked={marked} answer={some.answer} />;
  }
  return (
    <Pile title={title} count={cards.length} open={open}>
      {cards.map((card) => (
        <CardBox key={card} card={card} {...some} />
      ))}
    </Pile>
  );
}

const StillPile = once(function StillPile({
  title,
  cards,
  marked,
  answer,
}: {
  title: string;
  cards: readonly number[];
  marked: readonly number[];
} & Pick<PieceProps, "answer">) {
  return (
    <Pile title={title} count={cards.length} open={false}>
      {cards.map((card) => (
        <Box key={card} card={card} marked={marked.includes(card)} here={undefined} answer={answer} />
      ))}
    </Pile>
  );
});
