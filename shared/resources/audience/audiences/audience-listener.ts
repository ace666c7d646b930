// What else is done when an audience is deleted, by parts of the program that are above audiences, such as campaigns. The
// process gives them to those that delete audiences.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** An audience that nothing uses is deleted, in a transaction that has locked the account and the audience. */
export type AudienceListener = (
  client: Transaction,
  audience: { id: string; accountId: string },
  now: Date,
) => Promise<void>;
