// Pause, resume and cancel, for who may: the service answers every caller that sees a tournament.
import { useState } from "preact/hooks";
import { TournamentStatus, type Tournament } from "../../gen/hierophant/v1/tournament_pb.js";
import { tournamentWords } from "../strings/tournament.js";
import { Dialog } from "../ui/Dialog.js";
import { failureOf, type Failure } from "../wire/errors.js";
import type { TournamentSession } from "./session.js";
import { TokenNote } from "../ui/TokenNote.js";
import { options, tournaments } from "./world.js";

const REASON_BYTES_MAX = 256;

export function Controls({
  session,
  tournament,
}: {
  session: TournamentSession;
  tournament: Tournament;
}) {
  const words = tournamentWords.control;
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const { name, status } = tournament;
  const mayPause = status === TournamentStatus.RUNNING;
  const mayResume = status === TournamentStatus.PAUSED || status === TournamentStatus.FAILED;
  if (!mayPause && !mayResume) return null;

  const call = async (
    done: () => Promise<{ tournament?: Tournament | undefined }>,
  ): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      session.took((await done()).tournament);
      setAsks(false);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };

  return (
    <section class="cup-control" aria-label={words.title}>
      {mayPause ? (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() =>
            void call(() => tournaments.pauseTournament({ tournament: name }, options()))
          }
        >
          {words.pause}
        </button>
      ) : (
        <button
          type="button"
          class="primary"
          aria-disabled={isBusy}
          onClick={() =>
            void call(() => tournaments.resumeTournament({ tournament: name }, options()))
          }
        >
          {words.resume}
        </button>
      )}
      <button type="button" class="danger" onClick={() => setAsks(true)}>
        {words.cancel}
      </button>
      {status === TournamentStatus.PAUSED ? <p class="note">{words.paused}</p> : null}
      {failure && !asks ? <TokenNote failure={failure} /> : null}
      {asks ? (
        <CancelDialog
          live={tournament.gamesLive}
          isBusy={isBusy}
          failure={failure}
          onClose={() => setAsks(false)}
          onSure={(reason) =>
            void call(() => tournaments.cancelTournament({ tournament: name, reason }, options()))
          }
        />
      ) : null}
    </section>
  );
}

function CancelDialog({
  live,
  isBusy,
  failure,
  onClose,
  onSure,
}: {
  live: number;
  isBusy: boolean;
  failure: Failure | undefined;
  onClose(): void;
  onSure(reason: string): void;
}) {
  const words = tournamentWords.control;
  const [reason, setReason] = useState("");
  return (
    <Dialog title={words.sure} class="cup-cancel" onClose={onClose}>
      <p>{words.what(live)}</p>
      <label class="field">
        {words.reason}
        <input
          type="text"
          value={reason}
          maxLength={100}
          autocomplete="off"
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      {failure ? <TokenNote failure={failure} /> : null}
      <div class="cup-files">
        <button
          type="button"
          class="danger"
          aria-disabled={isBusy}
          onClick={() => onSure(cut(reason.trim()))}
        >
          {words.yes}
        </button>
        <button type="button" onClick={onClose}>
          {words.no}
        </button>
      </div>
    </Dialog>
  );
}

/** The reason within the limit of the service, which counts bytes. */
function cut(reason: string): string {
  let short = reason;
  while (new TextEncoder().encode(short).length > REASON_BYTES_MAX) short = short.slice(0, -1);
  return short;
}
