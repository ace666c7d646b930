// Deletes a domain with its keys and checks. Its scheduled email fails (withdrawals/), an open claim of it is canceled,
// its audience and its automations stay, and API keys that are bound to it can send nothing. It is announced to webhooks
// in the same transaction.
import { transaction } from '../../../platform/db/transaction.ts';
import { deleteCheck } from './checks/check-row.ts';
import { cancelClaimOf } from './claims/cancel.ts';
import type { Domain } from './domain.ts';
import type { DomainListener } from './domain-listener.ts';
import { announceDomain } from './event-data.ts';
import { lockDomain } from './find.ts';
import type { ChangeDomainDeps } from './update.ts';
import { startWithdrawal } from './withdrawals/start.ts';

/**
 * Deletes a domain. After the commit, the job that withdraws its scheduled email is woken.
 * @throws DomainError `not_found`; `validation_error` when an enabled automation uses it
 */
export async function deleteDomain(
  deps: ChangeDomainDeps & { domainListeners: readonly DomainListener[] },
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Domain> {
  return await transaction(deps.database, async (client) => {
    const domain = await lockDomain(client, accountId, id);
    for (const listener of deps.domainListeners) await listener.onDelete(client, domain);
    await announceDomain(client, deps, 'domain.deleted', domain, now);
    await cancelClaimOf(client, id);
    await deleteCheck(client, id);
    await client.query({
      name: 'delete-domain',
      text: 'DELETE FROM domains WHERE id = $1 AND account_id = $2',
      values: [id, accountId],
    });
    await startWithdrawal(client, deps.queues, { domainId: id, accountId, outcome: 'failed', now });
    return domain;
  });
}
