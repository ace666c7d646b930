// Verbs for requests for production access: operators list those that are pending and deny one. The verb
// `grant-production-access` grants one.
import { DomainError } from '../../shared/contract/domain-error.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import type { AccessRequest } from '../../shared/resources/foundation/accounts/access-requests/access-request.ts';
import { decideAccessRequest } from '../../shared/resources/foundation/accounts/access-requests/decide.ts';
import { listPendingAccessRequests } from '../../shared/resources/foundation/accounts/access-requests/list.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import { lockAccount } from '../../shared/resources/foundation/accounts/lock.ts';
import { recordAuditEvent } from '../../shared/resources/foundation/audit-events/record.ts';
import { readCount, readText } from '../read-words.ts';
import type { Verb } from '../verb.ts';

const LIMIT = 100;
const LIMIT_MAX = 1_000;

export const listAccessRequestsVerb: Verb = {
  summary: 'Lists pending requests for production access, oldest first.',
  parameters: [],
  options: {
    limit: { value: 'count', summary: `maximum number of requests, up to ${LIMIT_MAX}; default: ${LIMIT}` },
  },
  audit: 'none',
  async run({ limit = String(LIMIT) }, { database }) {
    const requests = await listPendingAccessRequests(database, readCount(limit, 'limit', LIMIT_MAX));
    const data = requests.map(({ accountName, plan, requestedBy, ...request }) => ({
      ...toAccessRequest(request),
      account_name: accountName,
      plan,
      requested_by: requestedBy,
    }));
    return { object: 'list', data };
  },
};

export const denyProductionAccessVerb: Verb = {
  summary:
    'Denies the pending request of an account for production access. The account can request it again.',
  parameters: ['account'],
  options: { reason: { value: 'text', summary: 'the reason, shown to the members of the account' } },
  audit: 'in transaction',
  async run({ account = '', reason }, { database, ids, act }) {
    const words = reason === undefined ? undefined : readText(reason, 'reason');
    const { id: accountId } = await requireAccount(database, account);
    const { now } = act;
    return await transaction(database, async (client) => {
      await lockAccount(client, accountId);
      const denied = await decideAccessRequest(client, { accountId, status: 'denied', reason: words, now });
      if (!denied)
        throw new DomainError('not_found', `The account ${accountId} has no pending request for access.`);
      await recordAuditEvent(client, ids, { ...act, accountId, targetId: denied.id });
      return toAccessRequest(denied);
    });
  },
};

function toAccessRequest(request: AccessRequest) {
  return {
    object: 'production_access_request',
    id: request.id,
    account_id: request.accountId,
    website: request.website,
    use_case: request.useCase,
    monthly_volume: request.monthlyVolume,
    status: request.status,
    reason: request.reason,
    created_at: request.createdAt,
    decided_at: request.decidedAt,
  };
}
