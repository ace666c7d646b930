// The claims of this process that it works at: their fencing tokens, each counted by the works that hold it. A claimed row
// whose token is not held here is a row that no work will end, such as one that came back when the database went back in
// time (docs/architecture/work.md#leases); own-claims.ts frees it. A token that is missing although work goes on would have a mail
// sent twice, so a claim is held before it is sent, and work runs inside of its hold.

/** The tokens that running work holds. */
export class HeldClaims {
  readonly #works = new Map<string, number>();

  get tokens(): string[] {
    return [...this.#works.keys()];
  }

  has(token: string): boolean {
    return this.#works.has(token);
  }

  /** Holds a token while work runs. What outlives the work must be held, too, before the work ends. */
  async hold<Result>(token: string, work: () => Promise<Result>): Promise<Result> {
    this.#works.set(token, (this.#works.get(token) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#works.get(token) ?? 1) - 1;
      if (left > 0) this.#works.set(token, left);
      else this.#works.delete(token);
    }
  }
}
