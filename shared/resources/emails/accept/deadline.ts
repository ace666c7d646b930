// The instant until which a submission is stored or given up, never both: whoever waits gives up only while COMMIT has
// not been sent, and COMMIT is sent only while nobody has given up (design rule 1).

export class Deadline {
  #state: 'open' | 'committing' | 'given up' = 'open';

  /** Called before COMMIT. @returns false when it must not be sent */
  mayCommit(): boolean {
    if (this.#state === 'open') this.#state = 'committing';
    return this.#state === 'committing';
  }

  /** Called when the time is over. @returns false when it may be stored already: then only its outcome tells */
  giveUp(): boolean {
    if (this.#state === 'open') this.#state = 'given up';
    return this.#state === 'given up';
  }
}

/** Thrown before COMMIT when somebody has given up; its transaction must not be committed. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}
