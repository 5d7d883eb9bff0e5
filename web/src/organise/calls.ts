// What the organiser's pages ask of the service, until they are gone.
import { useEffect, useState } from "preact/hooks";
import type { Agent } from "../../gen/hierophant/v1/agent_pb.js";
import { tried } from "../app.js";
import { agents, options } from "../tournament/world.js";
import { failureOf, type Failure } from "../wire/errors.js";

const PAGE = 200;
/** The most agents that are listed. */
export const AGENTS_SHOWN_MAX = 2_000;

export interface AgentList {
  agents: Agent[] | undefined;
  failure: Failure | undefined;
  /** Asks again. */
  again(): void;
}

/** All agents of the caller, by name. */
export function useAgents(): AgentList {
  const [found, setFound] = useState<Agent[]>();
  const [failure, setFailure] = useState<Failure>();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const { signal, abort } = controller();
    const read = async (): Promise<void> => {
      const all: Agent[] = [];
      let pageToken = "";
      do {
        const request = { pageSize: PAGE, pageToken };
        const page = await tried(() => agents.listAgents(request, options(signal)), signal);
        all.push(...page.agents);
        pageToken = page.nextPageToken;
      } while (pageToken !== "" && all.length < AGENTS_SHOWN_MAX);
      if (signal.aborted) return;
      setFound(all);
      setFailure(undefined);
    };
    read().catch((error: unknown) => {
      if (!signal.aborted) setFailure(failureOf(error));
    });
    return abort;
  }, [times]);
  return { agents: found, failure, again: () => setTimes((before) => before + 1) };
}

/** A signal, and what aborts it. */
export function controller(): { signal: AbortSignal; abort: () => void } {
  const run = new AbortController();
  return { signal: run.signal, abort: () => run.abort() };
}
