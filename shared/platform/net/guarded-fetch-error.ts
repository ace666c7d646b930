// The error of the guarded fetch: why a URL from a user could not be fetched. The message is shown to that user (as an
// attempt of a webhook, as the reason of a failed email). So it contains the host name that the user gave, but never an
// address that the name resolved to and nothing that a server answered: both could disclose the internal network
// (SSRF).

/**
 * - `refused`: the URL or its address is not allowed, now or later; nothing was sent.
 * - `unresolvable`: DNS has no address for the host, or does not answer.
 * - `unreachable`: the connection could not be made, or it broke.
 * - `timeout`: the request did not finish within its timeout.
 * - `too_large`: the body has more than `maxBytes`.
 * - `invalid_answer`: the answer is not valid HTTP, its headers are too large, or its body is compressed.
 */
export type GuardedFetchFailure =
  | 'refused'
  | 'unresolvable'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'invalid_answer';

/** The error that the guarded fetch throws. Branch on `reason`, never on the message. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  readonly reason: GuardedFetchFailure;

  constructor(reason: GuardedFetchFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
