// Lists audit events: of one account, or of the whole service.
import { findPageOf } from '../../shared/platform/db/list.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import {
  AUDIT_EVENT_LIST,
  type AuditEvent,
  listAllAuditEvents,
} from '../../shared/resources/foundation/audit-events/list.ts';
import { readCount } from '../read-words.ts';
import type { Verb } from '../verb.ts';

const LIMIT = 100;
const LIMIT_MAX = 1_000;

export const listAuditEventsVerb: Verb = {
  summary: 'Lists what people and operators did, newest first.',
  parameters: [],
  options: {
    account: { value: 'account', summary: 'only events of this account' },
    limit: { value: 'count', summary: `maximum number of events, up to ${LIMIT_MAX}; default: ${LIMIT}` },
  },
  audit: 'none',
  async run({ account, limit = String(LIMIT) }, { database }) {
    const most = readCount(limit, 'limit', LIMIT_MAX);
    const owner = account === undefined ? undefined : (await requireAccount(database, account)).id;
    const { rows, hasMore } =
      owner === undefined
        ? await listAllAuditEvents(database, most)
        : await findPageOf(database, AUDIT_EVENT_LIST, owner, { limit: most });
    return { object: 'list', has_more: hasMore, data: rows.map(toAuditEvent) };
  },
};

function toAuditEvent(event: AuditEvent) {
  const { actorType: type, actorId: id, actorEmail: email, actorName: name } = event;
  return {
    object: 'audit_event',
    id: event.id,
    account_id: event.accountId,
    actor: { type, id, email, name },
    operation: event.operation,
    outcome: event.outcome,
    target_id: event.targetId,
    address: event.address,
    user_agent: event.userAgent,
    created_at: event.createdAt,
  };
}
