// The claims that this process is working on: their fencing tokens, with a count of the jobs that hold each. A claimed
// row whose token is not held here will never be ended, for example a row that reappeared when the database went back
// in time (docs/architecture/work.md#leases); own-claims.ts frees it. A token that is missing while its work continues
// would cause a mail to be sent twice, so a claim is held before it is sent, and work runs inside of its hold.

/** The tokens that running work holds. */
export class ActiveClaims {
  readonly #works = new Map<string, number>();

  get tokens(): string[] {
    return [...this.#works.keys()];
  }

  has(token: string): boolean {
    return this.#works.has(token);
  }

  /** Holds a token while work runs. Work that continues afterwards must hold the token, too, before this work ends. */
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
