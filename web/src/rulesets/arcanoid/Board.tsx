// The battlefields, what each player has there, and the cards that lie open.
import type {
  Battlefield,
  View as ArcanoidView,
} from "../../../gen/hierophant/arcanoid/v1/arcanoid_pb.js";
import { Justice } from "../../../gen/hierophant/arcanoid/v1/arcanoid_pb.js";
import { BoxName } from "../../table/Piece.js";
import { sorted, Suit, TarotCard } from "../../table/tarot.js";
import { Name } from "../../ui/names.js";
import type { PieceProps } from "../contract.js";
import {
  arcanoidView,
  BATTLEFIELDS,
  cardFace,
  DEVIL,
  engagementOf,
  ownSeat,
  playerName,
  players,
  suitName,
  victories,
  winnersOf,
  worth,
} from "./position.js";
import { words } from "./words.js";

type Props = { arcanoid: ArcanoidView } & PieceProps;

export function Board(whole: PieceProps) {
  const view = arcanoidView(whole.view);
  if (!view) return null;
  const props = { ...whole, arcanoid: view };
  return (
    <div class="arcanoid-board">
      <Facts {...props} />
      <ul class="battlefields" aria-label={words.battlefields}>
        {BATTLEFIELDS.map((field) => (
          <Field key={field} field={field} {...props} />
        ))}
      </ul>
      <ol class="players">
        {players(view, ownSeat(whole.view)).map((player) => (
          <Player key={player} player={player} {...props} />
        ))}
      </ol>
      {view.justice === Justice.POOL ? (
        <div class={whole.changed.has("pool") ? "open-cards is-changed" : "open-cards"}>
          <h3>
            <BoxName
              name={words.pool}
              class=""
              targets={whole.targets.get("pool")}
              answer={whole.answer}
            >
              {words.pool}
            </BoxName>
          </h3>
          <Cards cards={view.pool} {...props} />
        </div>
      ) : null}
      {view.results.length > 0 ? <Rounds {...props} /> : null}
    </div>
  );
}

function Facts({ arcanoid: view, names, changed, answer }: Props) {
  const { declared } = view;
  return (
    <div class="table-facts">
      <span>
        {[
          words.stock(view.stockSize),
          ...(view.stockEnded ? [words.stockEnded] : []),
          ...(view.renewals > 0 ? [words.renewals(view.renewals)] : []),
          ...(view.buried > 0 ? [words.buried(view.buried)] : []),
        ].join(", ")}
      </span>
      {view.discards.length > 0 ? (
        <details class="discards">
          <summary>
            {words.discards}: {view.discards.length}
          </summary>
          <div class="cards small">
            {sorted(view.discards).map((card) => (
              <TarotCard key={card} face={cardFace(card)} targets={undefined} answer={answer} />
            ))}
          </div>
        </details>
      ) : null}
      {view.playing === undefined ? null : (
        <span class={changed.has("playing") ? "in-play is-changed" : "in-play"}>
          {words.playing}{" "}
          <TarotCard face={cardFace(view.playing)} targets={undefined} answer={answer} />
        </span>
      )}
      {declared ? (
        <span class={changed.has("declared") ? "declared is-changed" : "declared"}>
          {words.declared(
            playerName(declared.engager, names),
            declared.battlefields.map(suitName).join(", "),
          )}{" "}
          <Chips cards={declared.cards} />
          {declared.owner === declared.engager ? null : (
            <b> {words.stolen(playerName(declared.owner, names))}</b>
          )}
        </span>
      ) : null}
    </div>
  );
}

/** A battlefield: who may engage there, and who has won there before. */
function Field({
  field,
  arcanoid: view,
  names,
  targets,
  changed,
  answer,
}: { field: Battlefield } & Props) {
  const here = targets.get(`field ${field}`);
  const classes = ["battlefield", `suit-${field - 1}`];
  if (here) classes.push("is-target");
  if (changed.has(`field ${field}`)) classes.push("is-changed");
  const blocked = view.temperance?.battlefield === field ? view.temperance.owner : undefined;
  return (
    <li class={classes.join(" ")}>
      <h3>
        <BoxName name={words.battle(suitName(field))} class="" targets={here} answer={answer}>
          <Suit suit={field - 1} /> {suitName(field)}
        </BoxName>
      </h3>
      {blocked === undefined ? null : <small>{words.blocked(playerName(blocked, names))}</small>}
    </li>
  );
}

function Player({ player, ...props }: { player: number } & Props) {
  const { arcanoid: view, names, targets, changed, answer, view: whole } = props;
  const name = playerName(player, names);
  const here = targets.get(`player ${player}`);
  const turn = !view.ended && view.turn === player;
  const classes = ["player"];
  if (turn) classes.push("is-turn");
  if (player === ownSeat(whole)) classes.push("is-own");
  if (here) classes.push("is-target");
  if (changed.has(`player ${player}`)) classes.push("is-changed");
  return (
    <li class={classes.join(" ")}>
      <div class="player-head">
        <h3>
          <BoxName name={name} class="" targets={here} answer={answer}>
            <Name text={name} />
          </BoxName>
        </h3>
        {player === DEVIL ? (
          <span class="note">{words.devilOf(playerName(view.devil ?? 0, names))}</span>
        ) : (
          <span class="note">
            <b>{view.handSizes[player]}</b> {words.inHand}
          </span>
        )}
        {turn ? (
          <span class="tag asked-tag">{view.extra ? words.extraTurn : words.turn}</span>
        ) : null}
        {view.retired.includes(player) ? <span class="tag">{words.retired}</span> : null}
        <Laid player={player} {...props} />
      </div>
      <ul class="cells">
        {BATTLEFIELDS.map((field) => (
          <Cell key={field} player={player} field={field} {...props} />
        ))}
      </ul>
      <Open player={player} {...props} />
    </li>
  );
}

/** Majors that stay before a player, in words. */
function Laid({ player, arcanoid: view, targets, answer }: { player: number } & Props) {
  const hermit = targets.get("hermit");
  return (
    <>
      {view.hermit?.owner === player ? (
        <span class={hermit ? "laid is-target" : "laid"}>
          <BoxName name={words.hermit(view.hermit.turns)} class="" targets={hermit} answer={answer}>
            {words.hermit(view.hermit.turns)}
          </BoxName>
        </span>
      ) : null}
      {view.strength?.on === player ? (
        <span class="laid">{words.strength(view.strength.extra)}</span>
      ) : null}
    </>
  );
}

/** What a player has on a battlefield. */
function Cell({
  player,
  field,
  arcanoid: view,
  targets,
  changed,
  answer,
}: { player: number; field: Battlefield } & Props) {
  const engagement = engagementOf(view, player, field);
  const here = targets.get(`at ${player} ${field}`);
  const suit = suitName(field);
  const classes = ["cell", `suit-${field - 1}`];
  if (here) classes.push("is-target");
  if (changed.has(`at ${player} ${field}`)) classes.push("is-changed");
  if (engagement) classes.push(engagement.cards.length > 0 ? "is-engaged" : "is-abdicated");
  return (
    <li class={classes.join(" ")}>
      <BoxName name={suit} class="cell-name" targets={here} answer={answer}>
        <Suit suit={field - 1} />
        {here ? null : <span class="unseen">{suit}: </span>}
      </BoxName>
      {engagement === undefined ? (
        <span class="note">
          <span aria-hidden="true">–</span>
          <span class="unseen">{words.nothing}</span>
        </span>
      ) : engagement.cards.length === 0 ? (
        <span class="note" title={words.abdicatedAs(engagement.order)}>
          <span aria-hidden="true">
            {words.abdicated} ({engagement.order + 1})
          </span>
          <span class="unseen">{words.abdicatedAs(engagement.order)}</span>
        </span>
      ) : (
        <>
          <b class="worth">{worth(engagement.cards)}</b>
          <Chips cards={engagement.cards} />
          {engagement.pair > 0 ? <small>{words.alsoOn(suitName(engagement.pair))}</small> : null}
        </>
      )}
    </li>
  );
}

/** Cards in a line: what stands in their corners. */
function Chips({ cards }: { cards: readonly number[] }) {
  return (
    <span class="chips">
      {sorted(cards).map((card) => {
        const face = cardFace(card);
        return (
          <span
            key={card}
            class={face.suit === undefined ? "chip is-major" : `chip suit-${face.suit}`}
            title={face.name}
          >
            <span class="unseen">{face.name} </span>
            <b aria-hidden="true">{face.corner}</b>
            {face.suit === undefined ? null : <Suit suit={face.suit} />}
          </span>
        );
      })}
    </span>
  );
}

/** The open cards of a player: a reserve, extra cards, the Devil's hand. */
function Open({ player, ...props }: { player: number } & Props) {
  const { arcanoid: view, targets, answer } = props;
  const chariot = targets.get("chariot");
  return (
    <>
      {view.chariot?.owner === player ? (
        <div class={chariot ? "open-cards is-target" : "open-cards"}>
          <h4>
            <BoxName name={words.chariot} class="" targets={chariot} answer={answer}>
              {words.reserve}
            </BoxName>
          </h4>
          <Cards cards={view.chariot.reserve} {...props} />
        </div>
      ) : null}
      {view.strength?.on === player && view.annex.length > 0 ? (
        <div class="open-cards">
          <h4>{words.annex}</h4>
          <Cards cards={view.annex} {...props} />
        </div>
      ) : null}
      {player === DEVIL ? (
        <div class="open-cards">
          <h4>{view.justice === Justice.SHARED ? words.shared : words.devilHand}</h4>
          <Cards cards={view.devilHand} {...props} />
        </div>
      ) : null}
    </>
  );
}

/** Open cards that may answer. */
function Cards({ cards, targets, answer }: { cards: readonly number[] } & Props) {
  return (
    <div class="cards small">
      {cards.length === 0 ? <span class="note">{words.none}</span> : null}
      {sorted(cards).map((card) => (
        <TarotCard
          key={card}
          face={cardFace(card)}
          targets={targets.get(`card ${card}`)}
          answer={answer}
        />
      ))}
    </div>
  );
}

/** Who has won which battle, round by round. */
function Rounds({ arcanoid: view, names }: Props) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.rounds}>
      <table class="standings rounds">
        <caption>{words.rounds}</caption>
        <thead>
          <tr>
            <th scope="col">{words.round}</th>
            {BATTLEFIELDS.map((field) => (
              <th key={field} scope="col">
                {suitName(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.results.map((result, i) => (
            <tr key={i}>
              <th scope="row">{i + 1}</th>
              {winnersOf(result).map((winner, field) => (
                <td key={field}>
                  {winner === undefined ? words.nobody : <Name text={playerName(winner, names)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        {victories(view)
          .map((count, seat) => `${playerName(seat, names)} ${count}`)
          .join(", ")}
      </p>
    </div>
  );
}
