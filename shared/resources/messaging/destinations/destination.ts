// A destination: a mailbox provider, as seen from one address of ours. Its pace is learned from its replies
// (docs/architecture/destinations.md), and stored in a row, so that processes share it and a restart does not begin
// again.
import { MINUTE_MS } from '../../../platform/time/durations.ts';

/** The identity of a destination. */
export interface DestinationKey {
  /** The name of the mailbox provider (shared/mail/providers/provider.ts). */
  provider: string;
  /** Our address; empty: the one that the system chooses. */
  source: string;
}

/** The key in the rows of recipients that wait for the destination: the provider, a space, and our address. */
export function keyOfDestination({ provider, source }: DestinationKey): string {
  return `${provider} ${source}`;
}

/** A provider of ours as a destination; names of mailbox providers have no colon. */
export function destinationOfProvider(name: string): DestinationKey {
  return { provider: `via:${name}`, source: '' };
}

/** SQL condition on a row of `destinations`: it is a mailbox provider. */
export const IS_MAILBOX_PROVIDER = "destinations.provider NOT LIKE 'via:%'";

/** Why a destination rests. */
export type RestReason =
  /** The provider has asked for it. */
  | 'asked'
  /** The provider blocks our address. */
  | 'blocked'
  /** Operators want it. */
  | 'operator';

/** A rest that would begin later than in so long does not count: the clock was set back. */
export const CLOCK_SLACK_MS = 5 * MINUTE_MS;

/** A time in which nothing is sent to a destination. */
export interface DestinationRest {
  /** When it began; each rest has another time. */
  beganAt: Date;
  until: Date;
  reason: RestReason;
  /** The reply of the provider, or the operators' reason. */
  reply: string;
}

/** The pace of a destination, of all processes together. */
export interface Pace {
  /** Connections at a time. */
  window: number;
  /** Mails a minute; null: as many as the connections take. */
  rate: number | null;
}

/** A stored destination. */
export interface StoredDestination extends DestinationKey, Pace {
  /** The last one, which may be over; null: none, or operators have ended it. */
  rest: DestinationRest | null;
  /** Counts the changes for the worse, and those of operators. */
  version: number;
  /** When mail of each lane last had to wait; null: never. */
  waitedAt: { transactional: Date | null; campaign: Date | null };
  updatedAt: Date;
}
