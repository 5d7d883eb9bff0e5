// What the viewer has: hand, objectives, the militia card that it has called, its piles.
import { BoxName } from "../../table/Piece.js";
import type { PieceProps } from "../contract.js";
import { CardPile, SeatBox } from "./Board.js";
import { fiefName } from "./cards.js";
import { CardBox } from "./pieces.js";
import { arcanaView, ownSeat } from "./position.js";
import { words } from "./words.js";

export function Hand(props: PieceProps) {
  const view = arcanaView(props.view);
  const seat = ownSeat(props.view);
  if (!view || seat === undefined) return null;
  const { targets, changed, answer, theirs } = props;
  const some = { targets, changed, answer };
  const own = view.own;
  const player = view.players[seat];
  return (
    <div class="arcana-hand">
      {own && own.dealt.length > 0 ? (
        <div class="face-group">
          <h2>{words.objectives(theirs)}</h2>
          <ul class="faces lines">
            {own.dealt
              .filter((fief) => own.kept.length === 0 || own.kept.includes(fief))
              .map((fief) => {
                const here = targets.get(`objective ${fief}`);
                const picked = view.answer?.objectives.includes(fief) ?? false;
                const classes = ["face", "is-objective"];
                if (here) classes.push("is-target");
                if (picked) classes.push("is-changed");
                return (
                  <li key={fief} class={classes.join(" ")}>
                    <BoxName
                      name={words.objective(fiefName(fief))}
                      class="face-name"
                      targets={here}
                      answer={answer}
                    >
                      {fiefName(fief)}
                    </BoxName>
                    {picked ? <span>✓ {words.picked}</span> : null}
                  </li>
                );
              })}
          </ul>
        </div>
      ) : null}
      {own?.mustered === undefined ? null : (
        <div class="face-group">
          <h2>{words.called}</h2>
          <ul class="faces">
            <CardBox card={own.mustered} {...some} />
          </ul>
        </div>
      )}
      <div class="face-group">
        <h2>{words.hand(theirs)}</h2>
        {(own?.hand.length ?? 0) === 0 ? <p class="note">{words.none}</p> : null}
        <ul class="faces">
          {own?.hand.map((card) => (
            <CardBox key={card} card={card} begun={view.answer?.begun.value === card} {...some} />
          ))}
        </ul>
      </div>
      <SeatBox seat={seat} arcana={view} {...props}>
        <CardPile title={words.ownResources(theirs)} cards={player?.resources ?? []} {...some} />
        <CardPile title={words.base} cards={player?.base ?? []} {...some} />
        <CardPile title={words.ownDraw(theirs)} cards={own?.drawPile ?? []} {...some} />
      </SeatBox>
    </div>
  );
}
