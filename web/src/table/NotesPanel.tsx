// The notes of a bot's author at the moment that is shown, and the file that they come from. Nothing of it leaves the page.
import { useEffect, useState } from "preact/hooks";
import type { GetReplayIndexResponse } from "../../gen/hierophant/v1/game_service_pb.js";
import { nextNote, NOTES_BYTES_MAX, type Notes, readNotes } from "../game/notes.js";
import type { Replay } from "../game/replay.js";
import { en } from "../strings/en.js";
import { noteWords } from "../strings/notes.js";
import { Name, plain } from "../ui/names.js";
import { prefs } from "../ui/prefs.js";

interface Props {
  replay: Replay;
  index: GetReplayIndexResponse;
  names: readonly string[];
  notes: Notes | undefined;
  onNotes(notes: Notes | undefined): void;
}

export function NotesPanel({ replay, index, names, notes, onNotes }: Props) {
  const words = noteWords;
  const [failure, setFailure] = useState("");
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setFailure("");
    if (file.size > NOTES_BYTES_MAX)
      return setFailure(words.long(NOTES_BYTES_MAX / (1024 * 1024)));
    try {
      onNotes(readNotes(await file.text(), index));
    } catch {
      setFailure(words.unreadable);
    }
  };
  useDrop((file) => void take(file));
  const toNext = (): void => {
    const next = notes && nextNote(notes, replay.step.peek());
    if (next !== undefined) replay.moveTo(next);
  };
  useNoteKey(toNext);
  return (
    <details class="notes-part" open={notes !== undefined || failure !== ""}>
      <summary>{words.title}</summary>
      {notes ? <Here replay={replay} notes={notes} names={names} /> : <p class="note">{words.what}</p>}
      <div class="notes-tools">
        {notes && notes.count > 0 ? (
          <button type="button" aria-keyshortcuts="n" onClick={toNext}>
            {words.next}
          </button>
        ) : null}
        {notes ? (
          <button type="button" class="quiet" onClick={() => onNotes(undefined)}>
            {words.away}
          </button>
        ) : null}
        <label class="button notes-file">
          {notes ? words.other : words.file}
          <input
            type="file"
            accept=".jsonl,.json,.txt,.ndjson"
            onChange={(event) => {
              const input = event.currentTarget;
              void take(input.files?.[0]).then(() => {
                // The same file can be taken again.
                input.value = "";
              });
            }}
          />
        </label>
      </div>
      <p class="note" role="status">
        {failure === "" ? (notes ? said(notes) : "") : failure}
      </p>
    </details>
  );
}

function Here({
  replay,
  notes,
  names,
}: {
  replay: Replay;
  notes: Notes;
  names: readonly string[];
}) {
  const here = notes.byStep.get(replay.step.value) ?? [];
  if (here.length === 0) return <p class="note">{noteWords.none}</p>;
  return (
    <ul class="notes">
      {here.map(({ seat, decision, text }, i) => (
        <li key={i}>
          <Name text={names[seat] ?? en.game.seat(seat)} />
          <span class="tag">{decision}</span>
          <p>
            <bdi>{text.split("\n").map(plain).join("\n")}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What was read of the file, and what was not. */
function said(notes: Notes): string {
  const words = noteWords;
  const parts = [words.read(notes.count, notes.steps.length)];
  if (notes.elsewhere > 0) parts.push(words.elsewhere(notes.elsewhere));
  if (notes.faultCount > 0) {
    const named = notes.faults.map(({ line, fault }) => words.fault(line, words.faults[fault]));
    parts.push(`${words.faulty(notes.faultCount)} ${named.join(", ")}.`);
  }
  if (notes.isCut) parts.push(words.cut);
  return parts.join(" ");
}

/** A file that is dropped anywhere on the page. */
function useDrop(take: (file: File) => void): void {
  useEffect(() => {
    const isFile = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes("Files") === true;
    const onOver = (event: DragEvent): void => {
      if (isFile(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      if (!isFile(event)) return;
      // The browser would open it instead of the page.
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) take(file);
    };
    addEventListener("dragover", onOver);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onOver);
      removeEventListener("drop", onDrop);
    };
  }, [take]);
}

function useNoteKey(toNext: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== "n" || ctrlKey || metaKey || altKey || !prefs.keys.value) return;
      if (target instanceof HTMLElement && target.matches("input:not([type=range]), select, textarea"))
        return;
      if (document.querySelector("dialog[open]")) return;
      toNext();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [toNext]);
}
