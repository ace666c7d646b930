// Lists audit events, newest first: of an account with filters (docs/reference/audit-events.md), and for operators of the
// whole service. Filters have no index: they search a limited number of the account's events from the cursor on.
import type { AUDIT_ACTOR_TYPES, AUDIT_OUTCOMES } from '../../../contract/audit-events/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { equals, type List } from '../../../platform/db/list.ts';
import { findPage, type Page } from '../../../platform/db/page.ts';

/** An event. */
export interface AuditEvent {
  id: string;
  /** Null: an act of an operator on the whole service. */
  accountId: string | null;
  actorType: (typeof AUDIT_ACTOR_TYPES)[number];
  actorId: string | null;
  actorEmail: string | null;
  actorName: string | null;
  operation: string;
  outcome: (typeof AUDIT_OUTCOMES)[number];
  targetId: string | null;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
}

/** Filters of the list. */
export interface AuditFilters {
  operation?: string | undefined;
  /** Id of a person. */
  actorId?: string | undefined;
  outcome?: (typeof AUDIT_OUTCOMES)[number] | undefined;
}

const COLUMNS = `
  id, account_id AS "accountId", actor_type AS "actorType", actor_id AS "actorId", actor_email AS "actorEmail",
  actor_name AS "actorName", operation, outcome, target_id AS "targetId", address, user_agent AS "userAgent",
  created_at AS "createdAt"`;

export const AUDIT_EVENT_LIST: List<AuditEvent, object, AuditFilters> = {
  columns: COLUMNS,
  from: 'audit_events',
  within: 'account_id',
  searched: { operation: equals('operation'), actorId: equals('actor_id'), outcome: equals('outcome') },
};

/** Lists the newest events of the whole service, for operators. */
export function listAllAuditEvents(database: Queryable, limit: number): Promise<Page<AuditEvent>> {
  const listed = { select: `SELECT ${COLUMNS} FROM audit_events`, where: 'true', values: [] };
  return findPage<AuditEvent>(database, listed, { limit });
}
