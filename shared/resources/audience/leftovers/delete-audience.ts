// Deletes an audience. It is hidden at once, its segments are deleted with it, and a job removes its contacts, of which
// there may be a million.
//
//   visible ──DELETE──► hidden (deleted_at) ──job audience-removals──► gone
import { DomainError, notFound } from '../../contract/domain-error.ts';
import type { Database } from '../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../platform/db/transaction.ts';
import type { QueueProducer } from '../../platform/queues/connect.ts';
import { CONTACT_LOCK_WAIT_MS, orContactsBusy } from '../contacts/writing/refusals.ts';
import { deleteSegmentIfFound, deleteSegmentsOf } from '../segments/delete.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';
import type { Removal } from './removals/removal.ts';
import { startRemovals } from './removals/start.ts';

/** Dependencies of deleting. */
export interface DeleteAudienceDeps {
  database: Database;
  queues: QueueProducer;
}

/** The lock waits for transactions that add contacts or segments, and excludes new ones (lock.ts). */
const LOCK = {
  name: 'lock-audience-to-delete',
  text: `SELECT ${AUDIENCE_COLUMNS} FROM audiences WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
         FOR UPDATE`,
};

/**
 * Deletes an audience with its segments, or the segment whose id is given. After the commit, the job that removes the
 * contacts is woken.
 * @returns the id of what was deleted
 * @throws DomainError `not_found`; `validation_error` for the default audience and the audience of a domain;
 *   `contacts_busy` when a write to it takes long
 */
export async function deleteAudience(
  { database, queues }: DeleteAudienceDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<string> {
  const work = async (client: Transaction) => {
    const { rows } = await client.query<Audience>({ ...LOCK, values: [id, accountId] });
    const [audience] = rows;
    if (!audience) return await deleteSegmentInstead(client, { accountId, id, now }, queues);
    await refuseUsed(client, audience);
    await client.query('UPDATE audiences SET deleted_at = $2 WHERE id = $1', [audience.id, now]);
    const segmentIds = await deleteSegmentsOf(client, audience);
    const removals: Removal[] = [
      { id: audience.id, accountId, kind: 'audience', now },
      ...segmentIds.map((segmentId): Removal => ({ id: segmentId, accountId, kind: 'segment', now })),
    ];
    await startRemovals(client, removals, queues);
    return audience.id;
  };
  return await orContactsBusy(transaction(database, work, { lockTimeoutMs: CONTACT_LOCK_WAIT_MS }));
}

async function deleteSegmentInstead(
  client: Transaction,
  key: { accountId: string; id: string; now: Date },
  queues: QueueProducer,
): Promise<string> {
  const segment = await deleteSegmentIfFound(client, key, queues);
  if (!segment) throw notFound('Audience');
  return segment.id;
}

async function refuseUsed(client: Transaction, { id, accountId, isDefault }: Audience): Promise<void> {
  if (isDefault) {
    throw new DomainError('validation_error', 'The default audience of an account cannot be deleted.');
  }
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM domains WHERE account_id = $1 AND audience_id = $2 ORDER BY id LIMIT 1',
    [accountId, id],
  );
  if (rows[0]) {
    throw new DomainError(
      'validation_error',
      `This is the audience of the domain ${rows[0].name}, so it cannot be deleted.`,
    );
  }
}
