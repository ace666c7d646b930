// Lists the sessions of a person in all of the accounts, newest first.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';

/** A session as its person sees it. */
export interface ListedSession {
  id: string;
  accountId: string;
  /** From where it was started. */
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** Lists a page of the sessions of a person that have not ended. */
export function listSessions(
  database: Queryable,
  { personId, now }: { personId: string; now: Date },
  page: PageRequest,
): Promise<Page<ListedSession>> {
  return findPage<ListedSession>(database, listedSessions(personId, now), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedSessions(personId: string, now: Date): ListedRows {
  return {
    select: `SELECT id, account_id AS "accountId", address, user_agent AS "userAgent", created_at AS "createdAt",
               last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
             FROM sessions`,
    where: 'person_id = ANY($1::uuid[]) AND expires_at > $2',
    values: [[personId], now],
    orderedWithin: 'person_id',
  };
}
