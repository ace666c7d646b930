// Counts received emails: the metric `received` of the domain that has received them.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { ADD_COUNTS, quarterOf } from './count.ts';
import type { EmailCount } from './counts.ts';

/** An email that a domain has received. */
interface CountedArrival {
  accountId: string;
  /** Null: it came to MAIL_HOSTNAME and counts for no domain. */
  domainId: string | null;
  createdAt: Date;
}

const RECEIVED: EmailCount = 'received';

/** Counts emails. Equal counters are added up, because one statement may change a row once. */
export async function countReceivedEmails(
  transaction: Transaction,
  emails: readonly CountedArrival[],
): Promise<void> {
  const counters = new Map<string, { accountId: string; domainId: string; startsAt: Date; count: number }>();
  for (const { accountId, domainId, createdAt } of emails) {
    if (domainId === null) continue;
    const startsAt = quarterOf(createdAt);
    const key = `${accountId} ${domainId} ${startsAt.getTime()}`;
    const count = (counters.get(key)?.count ?? 0) + 1;
    counters.set(key, { accountId, domainId, startsAt, count });
  }
  const rows = [...counters.values()];
  if (rows.length === 0) return;
  await transaction.query({
    name: 'count-received-emails',
    text: ADD_COUNTS,
    values: [
      rows.map(({ accountId }) => accountId),
      rows.map(({ domainId }) => domainId),
      rows.map(({ startsAt }) => startsAt),
      rows.map(() => RECEIVED),
      rows.map(({ count }) => count),
    ],
  });
}
