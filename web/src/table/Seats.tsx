// The seats: who sits where, who is asked, what everybody may know of them.
import { GameStatus, type Game } from "../../gen/hierophant/v1/game_pb.js";
import type { SeatState, View } from "../../gen/hierophant/v1/view_pb.js";
import type { RulesetUi } from "../rulesets/contract.js";
import { en } from "../strings/en.js";
import { Name, plain } from "../ui/names.js";
import { once } from "../ui/once.js";
import { clockFace } from "../wire/clock.js";

interface Props {
  view: View | undefined;
  about: Game | undefined;
  /** Clocks and endings. */
  states: readonly SeatState[];
  ui: RulesetUi;
  names: readonly string[];
  changed: ReadonlySet<string>;
  /** What the viewer's own seat is called. */
  own: string;
  /** Of the seats whose people were invited from here, what is known of their coming. */
  invited?: ReadonlyMap<number, string>;
}

export function Seats({ view, about, states, ui, names, changed, own: called, invited }: Props) {
  const own = view?.viewer.case === "seat" ? view.viewer.value : undefined;
  const ended = view?.status === GameStatus.ENDED;
  return (
    <>
      <h2 id="seats-title">{en.game.seats}</h2>
      <ol class="seats">
        {names.map((name, seat) => {
          const state = states.find((one) => one.seat === seat);
          const asked = !ended && view?.askedSeats.includes(seat) === true;
          const agent = about?.seats[seat]?.builtInAgent ?? "";
          const classes = ["seat"];
          if (asked) classes.push("is-asked");
          if (seat === own) classes.push("is-own");
          if (changed.has(`seat ${seat}`)) classes.push("is-changed");
          const ending = state ? en.end.ending(state.ending) : "";
          const said = [
            en.game.seat(seat),
            ...(seat === own
              ? []
              : about?.seats[seat]?.person
                ? [en.game.person]
                : [en.agents[agent]?.[0].toLowerCase() ?? plain(en.game.agent(agent))]),
            ...(invited?.has(seat) ? [invited.get(seat) ?? ""] : []),
            ...(ending ? [ending] : []),
            // The own clock runs at the head of the page, and built-in agents have none.
            ...(about?.timeControl && state && agent === "" && (ended || seat !== own)
              ? [en.game.bank(clockFace(state.bankMs))]
              : []),
          ];
          const facts = view && ui.seatFacts ? ui.seatFacts(view, seat) : undefined;
          return (
            <Row
              key={seat}
              class={classes.join(" ")}
              name={name}
              asked={asked}
              called={seat === own ? called : undefined}
              about={said.join(", ")}
              labels={facts?.map(({ label }) => label)}
              values={facts?.map(({ value }) => value)}
            />
          );
        })}
      </ol>
    </>
  );
}

/** A longer fact stands after its label, and wraps. */
const FACT_MAX = 16;

/** A seat, drawn again when something of it has changed. */
const Row = once(function Row({
  class: classes,
  name,
  asked,
  called,
  about,
  labels,
  values,
}: {
  class: string;
  name: string;
  asked: boolean;
  called: string | undefined;
  about: string;
  /** What its facts are called, and what they are. */
  labels: readonly string[] | undefined;
  values: readonly string[] | undefined;
}) {
  return (
    <li class={classes}>
      <div class="seat-head">
        <span class="seat-mark" aria-hidden="true">
          {asked ? "▶" : null}
        </span>
        <Name text={name} />
        {called === undefined ? null : <span class="tag">{called}</span>}
        {asked ? <span class="tag asked-tag">{en.game.asked}</span> : null}
      </div>
      <div class="seat-about">{about}</div>
      {labels ? (
        <dl class="facts">
          {labels.map((label, i) => (
            <div key={label} class={(values?.[i]?.length ?? 0) > FACT_MAX ? "is-long" : undefined}>
              <dt>{label}</dt>
              <dd>{values?.[i]}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
});
