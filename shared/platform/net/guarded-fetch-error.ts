// Why a URL that a user gave could not be fetched. Its message is shown to that user (an attempt of a webhook, the
// reason of a failed email), so it holds the host that they named, and never an address that it resolved to or
// anything that a server said.

/**
 * - `refused`: we do not go there, now or ever; nothing was sent.
 * - `unresolvable`: DNS has no address for the host, or does not answer.
 * - `unreachable`: no connection, or it broke.
 * - `timeout`: not finished within the time given.
 * - `too_large`: the body is larger than asked for.
 * - `invalid_answer`: not HTTP as we read it.
 */
export type GuardedFetchFailure =
  | 'refused'
  | 'unresolvable'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'invalid_answer';

/** What the guarded fetch throws. Branch on `reason`, never on the message. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  readonly reason: GuardedFetchFailure;

  constructor(reason: GuardedFetchFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
