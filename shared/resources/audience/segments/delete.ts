// Deletes segments: one of them, or all of an audience that is deleted. Their contacts stay in the audience; a job
// removes the memberships.
import { notFound } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type FindUse, requireUnused } from '../../foundation/in-use.ts';
import { CONTACT_LOCK_WAIT_MS, orContactsBusy } from '../contact-writes/refusals.ts';
import { startRemovals } from '../removals/start.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

/** A segment to delete. */
export interface SegmentDeletion {
  accountId: string;
  id: string;
  now: Date;
}

/** Dependencies of deleting. */
export interface DeleteSegmentDeps {
  queues: QueueProducer;
  inUse: readonly FindUse[];
}

/**
 * Deletes a segment. After the commit, the job that removes its memberships is woken.
 * @throws DomainError `not_found`; `validation_error` when a filter, an enabled automation or an unfinished campaign uses it;
 *   `contacts_busy` when a write that adds members takes long
 */
export async function deleteSegment(
  deps: DeleteSegmentDeps & { database: Database },
  deletion: SegmentDeletion,
): Promise<Segment> {
  const work = async (client: Transaction) => {
    const segment = await deleteSegmentIfFound(client, deletion, deps);
    if (!segment) throw notFound('Segment');
    return segment;
  };
  return await orContactsBusy(transaction(deps.database, work, { lockTimeoutMs: CONTACT_LOCK_WAIT_MS }));
}

/**
 * The same inside a transaction that has no lock yet.
 * @returns undefined when there is none, or it belongs to another account
 */
export async function deleteSegmentIfFound(
  client: Transaction,
  { accountId, id, now }: SegmentDeletion,
  { queues, inUse }: DeleteSegmentDeps,
): Promise<Segment | undefined> {
  await lockAccount(client, accountId);
  await requireUnused(client, inUse, accountId, { kind: 'segment', id });
  const { rows } = await client.query<Segment>({
    name: 'delete-segment',
    text: `DELETE FROM segments WHERE id = $1 AND account_id = $2 RETURNING ${SEGMENT_COLUMNS}`,
    values: [id, accountId],
  });
  const [segment] = rows;
  if (segment) await startRemovals(client, [{ id: segment.id, accountId, kind: 'segment', now }], queues);
  return segment;
}

/**
 * Deletes all segments of an audience. Only filters of the same audience use them, which are deleted too. The caller
 * starts the removals of their memberships.
 * @returns their ids
 */
export async function deleteSegmentsOf(
  client: Transaction,
  audience: { id: string; accountId: string },
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `DELETE FROM segments WHERE id = ANY(ARRAY(
       SELECT id FROM segments WHERE account_id = $1 AND audience_id = $2 ORDER BY id FOR UPDATE))
     RETURNING id`,
    [audience.accountId, audience.id],
  );
  return rows.map(({ id }) => id);
}
