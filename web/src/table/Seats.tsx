// The seats: who sits where, who is asked, what everybody may know of them.
import type { Session } from "../game/session.js";
import type { RulesetUi } from "../rulesets/contract.js";
import { en } from "../strings/en.js";
import { Name, plain } from "../ui/names.js";
import { clockFace } from "../wire/clock.js";

interface Props {
  session: Session;
  ui: RulesetUi;
  names: readonly string[];
  changed: ReadonlySet<string>;
}

export function Seats({ session, ui, names, changed }: Props) {
  const view = session.model.view.value;
  const about = session.about.value;
  const own = view?.viewer.case === "seat" ? view.viewer.value : undefined;
  const ended = session.model.ended.value;
  return (
    <>
      <h2 id="seats-title">{en.game.seats}</h2>
      <ol class="seats">
        {names.map((name, seat) => {
          const state = session.model.seats.value.find((one) => one.seat === seat);
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
                {seat === own ? <span class="tag">{en.game.you}</span> : null}
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
