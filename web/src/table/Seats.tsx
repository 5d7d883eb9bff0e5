// The seats: who sits where, who is asked, what everybody may know of them.
import { GameStatus, type Game } from "../../gen/hierophant/v1/game_pb.js";
import type { SeatState, View } from "../../gen/hierophant/v1/view_pb.js";
import type { RulesetUi } from "../rulesets/contract.js";
import { en } from "../strings/en.js";
import { Name, plain } from "../ui/names.js";
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
}

export function Seats({ view, about, states, ui, names, changed, own: called }: Props) {
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
          return (
            <li key={seat} class={classes.join(" ")}>
              <div class="seat-head">
                <span class="seat-mark" aria-hidden="true">
                  {asked ? "▶" : ""}
                </span>
                <Name text={name} />
                {seat === own ? <span class="tag">{called}</span> : null}
                {asked ? <span class="tag asked-tag">{en.game.asked}</span> : null}
              </div>
              <div class="seat-about">
                {en.game.seat(seat)}
                {seat === own
                  ? ""
                  : `, ${en.agents[agent]?.[0].toLowerCase() ?? plain(en.game.agent(agent))}`}
                {ending ? `, ${ending}` : ""}
                {about?.timeControl && state ? `, ${en.game.bank(clockFace(state.bankMs))}` : ""}
              </div>
              {view && ui.seatFacts ? (
                <dl class="facts">
                  {ui.seatFacts(view, seat).map(({ label, value }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              ) : null}
            </li>
          );
        })}
      </ol>
    </>
  );
}
