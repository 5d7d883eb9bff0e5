// What the viewer plays with: hand, pool and components; and what it alone knows.
import { StepKind } from "../../../gen/hierophant/res_arcana/v1/res_arcana_pb.js";
import type { PieceProps } from "../contract.js";
import { FacePile, Tableau } from "./Board.js";
import { facesIn } from "./faces.js";
import { FaceCard } from "./pieces.js";
import { ownSeat, resArcanaView } from "./position.js";
import { words } from "./words.js";

export function Hand(props: PieceProps) {
  const view = resArcanaView(props.view);
  const own = ownSeat(props.view);
  if (!view || own === undefined) return null;
  const { targets, changed, answer, theirs } = props;
  const some = { targets, changed, answer };
  const { knowledge } = view;
  const hand = facesIn(knowledge?.hands[own]);
  const mages = facesIn(knowledge?.mages[own]);
  const deck = [...facesIn(knowledge?.tops[own]), ...facesIn(knowledge?.rests[own])];
  const drafting = view.agenda.at(-1)?.kind === StepKind.DRAFT;
  const orders = (knowledge?.orders ?? []).filter(({ cards }) => cards.length > 0);
  return (
    <div class="res-arcana-hand">
      {mages.length > 0 ? (
        <div class="face-group">
          <h2>{words.mages(theirs)}</h2>
          <ul class="faces">
            {mages.map((face) => (
              <FaceCard key={face} face={face} {...some} />
            ))}
          </ul>
        </div>
      ) : null}
      <div class="face-group">
        <h2>{drafting ? words.packet(theirs) : words.hand(theirs)}</h2>
        {hand.length === 0 ? <p class="note">{words.none}</p> : null}
        <ul class="faces">
          {hand.map((face) => (
            <FaceCard key={face} face={face} {...some} />
          ))}
        </ul>
      </div>
      <Tableau seat={own} full {...props} />
      {deck.length > 0 && deck.length === view.deckSizes[own] ? (
        <FacePile title={words.inDeck(theirs)} faces={deck} {...some} />
      ) : null}
      {orders
        .filter(({ deck }) => deck === own || deck === MONUMENT_DECK)
        .map(({ deck, cards }) => (
          <div key={deck} class="face-group">
            <h3>{deck === own ? words.onDeck(theirs) : words.onMonuments}</h3>
            <ol class="faces">
              {cards.map((face) => (
                <FaceCard key={face} face={face} {...some} />
              ))}
            </ol>
          </div>
        ))}
    </div>
  );
}

const MONUMENT_DECK = 4;
