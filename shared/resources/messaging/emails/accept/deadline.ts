// The deadline of a batch: a submission is either stored or given up, never both. The request may give up only before
// COMMIT is sent, and COMMIT is sent only if the request has not given up
// (docs/architecture/accepting.md#the-deadline-of-a-batch).

export class Deadline {
  #state: 'open' | 'committing' | 'given up' = 'open';

  /**
   * Called before COMMIT.
   * @returns false if COMMIT must not be sent
   */
  mayCommit(): boolean {
    if (this.#state === 'open') this.#state = 'committing';
    return this.#state === 'committing';
  }

  /**
   * Called when the time is over.
   * @returns false if COMMIT may have been sent: then only its outcome counts
   */
  giveUp(): boolean {
    if (this.#state === 'open') this.#state = 'given up';
    return this.#state === 'given up';
  }

  /** Called between parts of the work before the transaction. @throws GivenUpError after giving up */
  check(): void {
    if (this.#state === 'given up') throw new GivenUpError('The time is over.');
  }
}

/** Thrown before COMMIT when the request has given up. The transaction must not be committed. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}
