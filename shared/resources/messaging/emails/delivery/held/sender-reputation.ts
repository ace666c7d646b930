// What a worker knows of the reputation of a sender.
import type { WatchedReputation } from '../../../../foundation/reputation/watched-reputation.ts';

/** The watched reputation of a domain and its account. */
export interface SenderReputation {
  ofDomain: WatchedReputation | null;
  ofAccount: WatchedReputation | null;
}

/** The reputation of nearly all senders. */
export const UNWATCHED: SenderReputation = { ofDomain: null, ofAccount: null };
