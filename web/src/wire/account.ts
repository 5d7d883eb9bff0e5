// The tokens of a page that are no game's: the one of a principal, and the one of an agent.
import { signal } from "@preact/signals";
import type { HeldToken } from "./held.js";
import { isAgentToken } from "./tokens.js";

export class Account {
  /** A principal's token. It is never that of an agent. */
  readonly token = signal<string | undefined>(undefined);
  /** Whether the tab keeps the principal's token, so that the page has it after it is loaded again. */
  readonly keeps = signal(false);
  /** An agent's token: it lasts as long as the page, and no storage has it. */
  readonly agent = signal<string | undefined>(undefined);
  /** A principal's token that an address has brought while another one was held: nothing uses it until somebody says so. */
  readonly brought = signal<string | undefined>(undefined);

  constructor(held: HeldToken) {
    this.token.value = held.read();
    this.keeps.value = this.token.value !== undefined;
  }

  /** Takes the token of an address, for the tab if the address says so. It never takes the place of another one by itself: whose it is nobody knows. */
  take(token: string, isKept = false): void {
    if (isAgentToken(token)) {
      this.agent.value = token;
      return;
    }
    const { value: own } = this.token;
    if (own === undefined) {
      this.#replace(token);
      this.keeps.value = isKept;
    } else this.brought.value = own === token ? undefined : token;
  }

  /** Uses the token that the address has brought, in place of the held one. */
  useBrought(): void {
    const { value: token } = this.brought;
    if (token !== undefined) this.#replace(token);
  }

  /** Stays with the held token. */
  stay(): void {
    this.brought.value = undefined;
  }

  /** Holds a token that the person has given. */
  hold(token: string | undefined): void {
    const isAgents = token !== undefined && isAgentToken(token);
    if (isAgents) this.agent.value = token;
    this.token.value = isAgents ? undefined : token;
  }

  /** Leaves the tokens: of the page, and of the tab. */
  leave(): void {
    this.#replace(undefined);
    this.agent.value = undefined;
  }

  #replace(token: string | undefined): void {
    // Another token is kept only if somebody says so again.
    this.keeps.value = false;
    this.token.value = token;
    this.brought.value = undefined;
  }
}
