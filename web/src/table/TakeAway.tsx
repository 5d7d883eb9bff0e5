// What can be taken away from the page of an ended game: the whole replay as a file, and a link to the step that is shown.
import { sizeDelimitedEncode } from "@bufbuild/protobuf/wire";
import { useEffect, useRef, useState } from "preact/hooks";
import { GetReplayResponseSchema } from "../../gen/hierophant/v1/game_service_pb.js";
import { searchOf, type Replay } from "../game/replay.js";
import { en } from "../strings/en.js";
import { CopyField } from "../ui/CopyField.js";
import { FailureNote } from "../ui/FailureNote.js";
import { save } from "../ui/save.js";
import { failureOf, type Failure } from "../wire/errors.js";
import type { Sign } from "../wire/transport.js";
import { client } from "../world.js";

/** How long a whole replay may take, in milliseconds. */
const REPLAY_MS_MAX = 60_000;

interface Props {
  replay: Replay;
  /** Signs the call as all calls of the page. */
  sign: Sign;
  id: string;
}

export function TakeAway({ replay, sign, id }: Props) {
  const words = en.replay.take;
  const [said, say] = useState("");
  const [link, setLink] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const run = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  const download = async (): Promise<void> => {
    run.current?.abort();
    const { signal } = (run.current = new AbortController());
    setFailure(undefined);
    say(words.reading);
    try {
      const parts: BlobPart[] = [];
      const stream = client.getReplay({ game: `games/${id}` }, sign({ signal, timeoutMs: REPLAY_MS_MAX }));
      for await (const chunk of stream)
        parts.push(new Uint8Array(sizeDelimitedEncode(GetReplayResponseSchema, chunk)));
      const name = `${id}.replay`;
      save(name, "application/octet-stream", parts);
      say(words.done(name));
    } catch (error) {
      if (signal.aborted) return;
      say("");
      setFailure(failureOf(error));
    }
  };
  const copy = (): void => {
    const text = `${location.origin}/g/${id}${searchOf(replay.step.peek(), replay.eyes.peek())}`;
    setLink(text);
    // Without the permission, the field below can be copied.
    navigator.clipboard?.writeText(text).then(
      () => say(words.copied),
      () => {},
    );
  };
  return (
    <div class="take-away">
      <div class="notes-tools">
        <button type="button" onClick={() => void download()}>
          {words.download}
        </button>
        <button type="button" onClick={copy}>
          {words.link}
        </button>
      </div>
      {link === undefined ? null : <CopyField name={words.to} text={link} />}
      <p class="note" role="status">
        {said}
      </p>
      {failure ? <FailureNote failure={failure} /> : null}
    </div>
  );
}
