// What a send worker knows of the reputation of the sender of an email.
import type { WatchedReputation } from '../../../../foundation/reputation/watched-reputation.ts';

/** What is watched of a domain and its account. */
export interface SenderReputation {
  ofDomain: WatchedReputation | null;
  ofAccount: WatchedReputation | null;
}

/** The reputation of nearly all senders. */
export const UNWATCHED: SenderReputation = { ofDomain: null, ofAccount: null };

/** Whether a pause of the domain or of the account holds its mail. */
export function isPausedSender({ ofDomain, ofAccount }: SenderReputation): boolean {
  return ofDomain?.status === 'paused' || ofAccount?.status === 'paused';
}
