// What stands beside a replay: what can be taken away from it, and the notes of a bot. A chunk of its own: who plays needs
// none of it.
import type { ComponentProps } from "preact";
import { NotesPanel } from "./NotesPanel.js";
import { TakeAway } from "./TakeAway.js";

type Props = ComponentProps<typeof TakeAway> & ComponentProps<typeof NotesPanel>;

export function ReplayTools({ replay, sign, id, index, names, notes, onNotes }: Props) {
  return (
    <>
      <TakeAway {...{ replay, sign, id }} />
      <NotesPanel {...{ replay, index, names, notes, onNotes }} />
    </>
  );
}
