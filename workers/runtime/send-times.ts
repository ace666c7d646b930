// How long the sender of a process waits for what it does not decide. Only tests change these times.

/** Times of sending, in milliseconds. */
export interface SendTimes {
  /** The time between two reads of what all processes share (a refusing provider, pauses, stopped campaigns). */
  checkEveryMs: number;
  /** For one hosted file in total, with all tries and redirects. */
  fetchMs: number;
  /** How long DNS is not asked again that has not answered for a domain: mail that has not waited must find how it ended. */
  unknownRouteMs: number;
}

export const SEND_TIMES: SendTimes = { checkEveryMs: 2_000, fetchMs: 10_000, unknownRouteMs: 30_000 };
