// Routes of /audit-events: who did what in the account.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { AUDIT_EVENT_LIST } from '../../../shared/resources/foundation/audit-events/list.ts';
import { toList } from '../../page.ts';
import { type Resource, route } from '../../route.ts';
import { listAuditEventsQuery } from './input.ts';
import { toAuditEventItem } from './output.ts';

/** Routes of the audit log. */
export const auditEventRoutes: Resource = [
  route(
    OPERATIONS.listAuditEvents,
    { query: listAuditEventsQuery },
    async ({ deps, caller, query: { operation, actor_id: actorId, outcome, ...page } }) => {
      const filters = { operation, actorId, outcome };
      return toList(
        await findPageOf(deps.database, AUDIT_EVENT_LIST, caller.accountId, page, filters),
        toAuditEventItem,
      );
    },
  ),
];
