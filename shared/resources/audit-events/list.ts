// Lists audit events, newest first: of an account with filters (docs/reference/audit-events.md), and for operators of the
// whole service. Filters have no index: they search a limited number of the account's events from the cursor on.
import type { AUDIT_ACTOR_TYPES, AUDIT_OUTCOMES } from '../../contract/audit-events/values.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import {
  findPage,
  type ListedRows,
  type Page,
  type PageRequest,
  searchWindow,
} from '../../platform/db/page.ts';

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

/** Lists a page of an account's events. */
export function listAuditEvents(
  database: Queryable,
  accountId: string,
  filters: AuditFilters,
  page: PageRequest,
): Promise<Page<AuditEvent>> {
  return findPage<AuditEvent>(database, listedAuditEvents(accountId, filters, page), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedAuditEvents(accountId: string, filters: AuditFilters, page: PageRequest): ListedRows {
  const values: unknown[] = [[accountId]];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ['operation', filters.operation],
    ['actor_id', filters.actorId],
    ['outcome', filters.outcome],
  ].flatMap(([column, value]) => (value === undefined ? [] : [`${column} = ${parameter(value)}`]));
  const where = 'account_id = ANY($1::uuid[])';
  const orderedWithin = 'account_id';
  if (conditions.length === 0)
    return { select: `SELECT ${COLUMNS} FROM audit_events`, where, values, orderedWithin };
  const window = searchWindow(
    { select: 'SELECT * FROM audit_events', where, orderedWithin, parameter },
    page,
  );
  const select = `SELECT ${COLUMNS} FROM (${window}) AS audit_events`;
  return { select, where: conditions.join(' AND '), values, orderedWithin };
}

/** Lists the newest events of the whole service, for operators. */
export function listAllAuditEvents(database: Queryable, limit: number): Promise<Page<AuditEvent>> {
  const listed = { select: `SELECT ${COLUMNS} FROM audit_events`, where: 'true', values: [] };
  return findPage<AuditEvent>(database, listed, { limit });
}
