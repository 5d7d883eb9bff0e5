// Creates a game, keeps its token and goes to it; invites others to its seats, and takes the seat of an invitation.
import { create } from "@bufbuild/protobuf";
import { signal } from "@preact/signals";
import {
  type CreateGameResponse,
  type GuestTerms,
  OpenSeatSchema,
} from "../../gen/hierophant/v1/game_service_pb.js";
import type { Ruleset } from "../../gen/hierophant/v1/ruleset_pb.js";
import { account, client, keys, randomId, tried } from "../app.js";
import { requestFor } from "../game/create.js";
import { serviceInfo } from "../service.js";
import { en, NAMES } from "../strings/en.js";
import { go } from "../ui/router.js";
import { failureOf, type Failure } from "../wire/errors.js";
import {
  invitationIn,
  invitationLink,
  signing,
  tabStore,
  type Invitation,
  type ClockName,
  type TableChoice,
} from "../wire/tokens.js";
import { CALL_MS_MAX } from "../wire/transport.js";

/** What guests may do, if the service admits them and this page has no principal's token. */
export const terms = signal<GuestTerms | undefined>(undefined);

/** The links of the game that has just been created here, for its other people. */
export const invitations = signal<{ game: string; links: { name: string; link: string }[] } | undefined>(
  undefined,
);

/** The invitation that the address has brought, until its seat is taken. */
export const invitation = signal<(Invitation & { requestId: string }) | undefined>(undefined);

/** Limits of guests: to try again at once would not help. */
const GUEST_LIMITS = new Set([
  "guest_live_games_max",
  "guest_games_stored_max",
  "address_live_games_max",
  "address_creations_per_minute_max",
]);

/** The clock of a table: a guest's game has one. */
export function clockOf({ clock = "none" }: TableChoice): ClockName {
  return terms.value && clock === "none" ? "relaxed" : clock;
}

/** Asks what the caller may do. A service without an answer is one that admits no guests. */
export async function learnTerms(anew = false): Promise<void> {
  try {
    const info = await serviceInfo(account.value, anew);
    terms.value = account.value === undefined ? info.guests : undefined;
  } catch {
    terms.value = undefined;
  }
}

/** Creates the game; the same request, however often it has to be sent. */
export async function begin(ruleset: Ruleset, table: TableChoice): Promise<Failure | undefined> {
  if (terms.value === undefined && account.value === undefined) await learnTerms(true);
  const { value: limits } = terms;
  const request = requestFor(
    ruleset,
    { ...table, clock: clockOf(table) },
    NAMES.filter((name) => name !== table.name && !table.friendNames?.includes(name)),
    randomId(),
  );
  const friends = Math.min(table.friends ?? 0, table.seats - 1);
  const friendName = (seat: number): string =>
    table.friendNames?.[seat - 1]?.trim() || en.guests.friend(seat);
  for (const [seat, asked] of request.seats.entries()) {
    if (seat > friends) continue;
    asked.occupant = { case: "open", value: create(OpenSeatSchema, { person: true }) };
    if (seat > 0) asked.displayName = friendName(seat);
  }
  const clock = request.timeControl;
  if (limits && clock) {
    clock.decisionMs = Math.min(clock.decisionMs, limits.decisionMsMax);
    // Who is invited needs time to come.
    const first = friends > 0 ? limits.decisionMsMax : clock.firstChoiceMs;
    clock.firstChoiceMs = Math.min(first, limits.decisionMsMax);
    clock.bankMs = Math.min(clock.bankMs, limits.bankMsMax);
  }
  const once = async (): Promise<CreateGameResponse | Failure> => {
    try {
      return await client.createGame(request, signing(account.value)({ timeoutMs: CALL_MS_MAX }));
    } catch (error) {
      const failure = failureOf(error);
      if (GUEST_LIMITS.has(failure.limit ?? "")) return failure;
      throw error;
    }
  };
  try {
    const created = await tried(once);
    if ("reason" in created) return created;
    const id = created.game?.name.replace(/^games\//, "") ?? "";
    const [own, ...others] = created.seatTokens;
    if (!own) throw new Error("a response without a token");
    keys.put(id, {
      token: own.token,
      seat: own.seat,
      ...(created.spectatorToken ? { spectators: created.spectatorToken } : {}),
      table,
      ruleset: ruleset.id,
      since: Date.now(),
      ...(others.length > 0 ? { invited: others.map(({ seat }) => seat) } : {}),
    });
    if (others.length === 0) {
      go(`/g/${id}`);
      return undefined;
    }
    const links = others.map(({ seat, token }) => ({
      name: friendName(seat),
      link: invitationLink(location.origin, { game: id, seat, token }),
    }));
    invitations.value = { game: id, links };
    go("/play");
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/** An invitation that has been opened and not yet taken outlasts a page that is loaded again: its answer may be lost. */
const PENDING = "hierophant.invitation";

/** Takes an invitation out of the address before anything else reads it. */
export function takeInvitation(): void {
  const found = invitationIn(location.hash);
  if (!found) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  hold({ ...found, requestId: randomId() });
}

function hold(asked: (Invitation & { requestId: string }) | undefined): void {
  invitation.value = asked;
  keepPending(asked);
}

function keepPending(asked: Invitation | undefined): void {
  try {
    if (asked) tabStore()?.setItem(PENDING, JSON.stringify(asked));
    else tabStore()?.removeItem(PENDING);
  } catch {
    // A full or forbidden storage: the page itself still has it.
  }
}

function held(): (Invitation & { requestId: string }) | undefined {
  try {
    const kept = JSON.parse(tabStore()?.getItem(PENDING) ?? "null") as unknown;
    return kept as (Invitation & { requestId: string }) | undefined;
  } catch {
    return undefined;
  }
}

invitation.value = held() ?? undefined;
takeInvitation();

/** The seat that this browser has in the game of an invitation already, if it is another one. */
export function ownSeat({ game, seat }: Invitation): number | undefined {
  const own = keys.get(game)?.seat;
  return own === seat ? undefined : own;
}

/** Takes the seat of the invitation: from then on its token is another one, which this browser alone has. */
export async function accept(asked: Invitation & { requestId: string }): Promise<Failure | undefined> {
  const { game, seat, token, requestId } = asked;
  try {
    const options = signing(token)({ timeoutMs: CALL_MS_MAX });
    const request = { game: `games/${game}`, requestId };
    const taken = await tried(() => client.rotateToken(request, options));
    keys.put(game, { token: taken.token, seat, since: Date.now() });
    hold(undefined);
    go(`/g/${game}`);
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    // A page that is loaded again need not try what is known to fail.
    if (failure.remedy === "stop") keepPending(undefined);
    return failure.reason === "TOKEN_UNKNOWN" ? { ...failure, reason: "INVITATION_TAKEN", detail: "" } : failure;
  }
}

/** Leaves the invitation to the others who have its link. */
export function leaveInvitation(): void {
  hold(undefined);
}
