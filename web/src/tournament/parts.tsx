// Small parts of the tournaments' pages.
import type { ComponentChildren } from "preact";
import { TournamentStatus, type Tournament } from "../../gen/hierophant/v1/tournament_pb.js";
import { tournamentWords } from "../strings/tournament.js";
import { follows } from "../ui/router.js";
import type { Figure } from "./model.js";

export function PageLink({
  to,
  class: classes,
  label,
  current,
  children,
}: {
  to: string;
  class?: string;
  label?: string;
  /** Whether it leads to where the page is. */
  current?: boolean;
  children: ComponentChildren;
}) {
  return (
    <a
      href={to}
      class={classes}
      aria-label={label}
      aria-current={current ? "page" : undefined}
      onClick={(event) => follows(event, to)}
    >
      {children}
    </a>
  );
}

const SIGNS: Record<number, string> = {
  [TournamentStatus.RUNNING]: "▶",
  [TournamentStatus.PAUSED]: "‖",
  [TournamentStatus.COMPLETE]: "✓",
  [TournamentStatus.CANCELLED]: "✕",
  [TournamentStatus.FAILED]: "!",
};

/** The status in a word and a sign. */
export function Status({ status }: { status: TournamentStatus }) {
  return (
    <span class={`cup-status is-${tournamentWords.status[status] ?? "unknown"}`}>
      <span aria-hidden="true">{SIGNS[status] ?? "?"}</span> {tournamentWords.status[status]}
    </span>
  );
}

export function Progress({ tournament, name }: { tournament: Tournament; name: string }) {
  const { slotsDone, slotsTotal } = tournament;
  if (slotsTotal === 0) return null;
  return (
    <progress class="cup-progress" aria-label={name} max={slotsTotal} value={slotsDone}>
      {tournamentWords.progress(slotsDone, slotsTotal)}
    </progress>
  );
}

/** A table that scrolls by itself if the page is too narrow. */
export function Scroll({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="scroll cup-scroll" tabIndex={0} role="region" aria-label={name}>
      {children}
    </div>
  );
}

/** A figure, its interval beneath. */
export function FigureCell({ figure, children }: { figure: Figure; children?: ComponentChildren }) {
  return (
    <td class="cup-figure">
      <span class="figure-value">{figure.value}</span>
      {figure.interval === undefined ? null : <small>{figure.interval}</small>}
      {children}
    </td>
  );
}
