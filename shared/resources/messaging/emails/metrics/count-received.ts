// Counts received emails: the metric `received` of the domain that has received them.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { ADD_COUNTS, addUp, type Occurrence } from './count.ts';

/** An email that a domain has received. */
interface CountedArrival {
  accountId: string;
  /** The domain; null: it arrived at MAIL_HOSTNAME and counts for no domain. */
  domainId: string | null;
  createdAt: Date;
}

/** Counts emails. */
export async function countReceivedEmails(
  transaction: Transaction,
  emails: readonly CountedArrival[],
): Promise<void> {
  const occurrences = emails.flatMap(({ accountId, domainId, createdAt: at }): Occurrence[] =>
    domainId === null ? [] : [{ accountId, domainId, name: 'received', at }],
  );
  if (occurrences.length === 0) return;
  await transaction.query({ name: 'count-received-emails', text: ADD_COUNTS, values: addUp(occurrences) });
}
