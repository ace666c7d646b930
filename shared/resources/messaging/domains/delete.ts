// Deletes a domain with its keys and checks. Its scheduled email fails (withdrawals/), an open claim of it is canceled,
// its automations stay, and API keys that are bound to it can send nothing. An audience of its own is deleted with it
// unless it is in use. It is announced to webhooks in the same transaction.
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { deleteUnusedAudience } from '../../audience/audiences/delete-unused.ts';
import { type FindUse, findFirstUse, requireUnused } from '../../foundation/in-use.ts';
import { deleteCheck } from './checks/check-row.ts';
import { cancelClaimOf } from './claims/cancel.ts';
import type { Domain } from './domain.ts';
import { announceDomain } from './event-data.ts';
import { lockDomain } from './find.ts';
import { keepReputation } from './reputation/deleted-reputations.ts';
import type { ChangeDomainDeps } from './update.ts';
import { startWithdrawal } from './withdrawals/start.ts';

/** A deleted domain. */
export interface DeletedDomain {
  id: string;
  /** Its audience, which stays; null: it was deleted with the domain. */
  audienceId: string | null;
}

/**
 * Deletes a domain. After the commit, the job that withdraws its scheduled email is woken.
 * @throws DomainError `not_found`; `validation_error` when an enabled automation or an unfinished campaign uses it
 */
export async function deleteDomain(
  deps: ChangeDomainDeps & { inUse: readonly FindUse[] },
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<DeletedDomain> {
  return await transaction(deps.database, async (client) => {
    const domain = await lockDomain(client, accountId, id);
    await requireUnused(client, deps.inUse, accountId, { kind: 'domain', id: domain.id });
    for (const listener of deps.domainListeners) await listener.onDelete(client, domain);
    await announceDomain(client, deps, 'domain.deleted', domain, now);
    await keepReputation(client, id, now);
    await cancelClaimOf(client, id);
    await deleteCheck(client, id);
    await client.query({
      name: 'delete-domain',
      text: 'DELETE FROM domains WHERE id = $1 AND account_id = $2',
      values: [id, accountId],
    });
    await startWithdrawal(client, deps.queues, { domainId: id, accountId, outcome: 'failed', now });
    const isAudienceDeleted = await deleteOwnAudience(client, deps.inUse, domain);
    return { id: domain.id, audienceId: isAudienceDeleted ? null : domain.audienceId };
  });
}

/** Deletes the audience that a domain had alone, under its own name, unless it is in use. */
async function deleteOwnAudience(
  client: Transaction,
  inUse: readonly FindUse[],
  { accountId, audienceId, name }: Pick<Domain, 'accountId' | 'audienceId' | 'name'>,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'find-domain-of-audience',
    text: 'SELECT FROM domains WHERE account_id = $1 AND audience_id = $2 LIMIT 1',
    values: [accountId, audienceId],
  });
  if (rowCount !== 0 || (await findFirstUse(client, inUse, accountId, { kind: 'audience', id: audienceId })))
    return false;
  return await deleteUnusedAudience(client, { id: audienceId, accountId, name });
}
