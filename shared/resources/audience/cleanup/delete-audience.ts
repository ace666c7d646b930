// Deletes an audience. It is hidden at once, its segments are deleted with it, and a job removes its contacts, of which
// there may be a million.
//
//   visible ──DELETE──► hidden (deleted_at) ──job audience-removals──► gone
import { notFound } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { requireUnused } from '../../foundation/in-use.ts';
import type { AudienceListener } from '../audiences/audience-listener.ts';
import { hideAudience } from '../audiences/hide.ts';
import { CONTACT_LOCK_WAIT_MS, orContactsBusy } from '../contact-writes/refusals.ts';
import type { Removal } from '../removals/removal.ts';
import { startRemovals } from '../removals/start.ts';
import { type DeleteSegmentDeps, deleteSegmentIfFound, deleteSegmentsOf } from '../segments/delete.ts';

/** Dependencies of deleting. */
export interface DeleteAudienceDeps extends DeleteSegmentDeps {
  database: Database;
  audienceListeners: readonly AudienceListener[];
}

/**
 * Deletes an audience with its segments, or the segment whose id is given. After the commit, the job that removes the
 * contacts is woken.
 * @returns the deleted id
 * @throws DomainError `not_found`; `validation_error` for the default audience, the audience of a domain and that of an
 * unfinished campaign; `contacts_busy` when a write to it takes long
 */
export async function deleteAudience(
  deps: DeleteAudienceDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<string> {
  const work = async (client: Transaction) => {
    // Before all other locks, and so that no campaign begins to use it.
    await lockAccount(client, accountId);
    const audience = await hideAudience(client, { accountId, id }, now);
    if (!audience) return await deleteSegmentInstead(client, { accountId, id, now }, deps);
    await requireUnused(client, deps.inUse, accountId, { kind: 'audience', id: audience.id });
    for (const listener of deps.audienceListeners) await listener(client, audience, now);
    const segmentIds = await deleteSegmentsOf(client, audience);
    const removals: Removal[] = [
      { id: audience.id, accountId, kind: 'audience', now },
      ...segmentIds.map((segmentId): Removal => ({ id: segmentId, accountId, kind: 'segment', now })),
    ];
    await startRemovals(client, removals, deps.queues);
    return audience.id;
  };
  return await orContactsBusy(transaction(deps.database, work, { lockTimeoutMs: CONTACT_LOCK_WAIT_MS }));
}

async function deleteSegmentInstead(
  client: Transaction,
  key: { accountId: string; id: string; now: Date },
  deps: DeleteSegmentDeps,
): Promise<string> {
  const segment = await deleteSegmentIfFound(client, key, deps);
  if (!segment) throw notFound('Audience');
  return segment.id;
}
