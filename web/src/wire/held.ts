// A principal's token that a tab keeps, because the person has asked for it.
import { isAgentToken, isToken } from "./tokens.js";

type TabStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const NAME = "hierophant.account";

export class HeldToken {
  readonly #store: TabStore | undefined;

  constructor(store: TabStore | undefined) {
    this.#store = store;
  }

  read(): string | undefined {
    try {
      const token = this.#store?.getItem(NAME) ?? "";
      return isToken(token) && !isAgentToken(token) ? token : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps this token; none erases it, and so does that of an agent, which is never kept. */
  write(token: string | undefined): void {
    try {
      if (token === undefined || isAgentToken(token)) this.#store?.removeItem(NAME);
      else this.#store?.setItem(NAME, token);
    } catch {
      // A full or forbidden storage: the page itself still has the token.
    }
  }
}
