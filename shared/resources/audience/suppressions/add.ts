// Adds addresses to the suppression list of an account by hand: for POST /suppressions, its batch, and operators.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { BY_OPERATOR, recordOnTimeline, type TimelineActor } from '../timeline-records/record.ts';
import { insertOrReadSuppressions } from './insert.ts';
import type { Suppression } from './suppression.ts';

/** Dependencies of adding. */
export interface AddSuppressionsDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

/** The addresses to add. */
export interface SuppressionOrder {
  accountId: string;
  /** The addresses in key form (shared/mail/addresses.ts). */
  addresses: readonly string[];
  now: Date;
  /** The actor, for timelines; undefined: an operator. */
  by?: TimelineActor | undefined;
}

/** An entry, and whether it is new. */
export interface AddedSuppression {
  suppression: Suppression;
  isNew: boolean;
}

/**
 * Adds addresses. After the commit, the webhooks that subscribe to the events are woken.
 * @returns the entry of each address, in the order of the addresses; one that was on the list before is unchanged
 */
export async function addSuppressions(
  { database, ids, queues }: AddSuppressionsDeps,
  { accountId, addresses, now, by = BY_OPERATOR }: SuppressionOrder,
): Promise<AddedSuppression[]> {
  const entries = addresses.map(
    (address): Suppression => ({
      id: ids.next(),
      accountId,
      address,
      origin: 'manual',
      emailId: null,
      smtpReply: null,
      reportId: null,
      createdAt: now,
    }),
  );
  const newIds = new Set(entries.map(({ id }) => id));
  const stored = await transaction(database, async (client) => {
    const rows = await insertOrReadSuppressions(client, entries, queues);
    const records = rows
      .filter(({ id }) => newIds.has(id))
      .map(({ address: emailKey }) => ({ type: 'suppression.added' as const, emailKey, data: {} }));
    await recordOnTimeline(client, { accountId, by, now }, records);
    return rows;
  });
  const entryOf = new Map(stored.map((suppression) => [suppression.address, suppression]));
  return addresses.map((address) => {
    const suppression = entryOf.get(address);
    if (!suppression) throw new Error('An address was neither added nor on the list.');
    return { suppression, isNew: newIds.has(suppression.id) };
  });
}
