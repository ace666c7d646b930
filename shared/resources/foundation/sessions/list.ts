// The list of the sessions of a person in all of the accounts.
import type { List } from '../../../platform/db/list.ts';

/** A session as its person sees it. */
export interface ListedSession {
  id: string;
  accountId: string;
  /** The address of the client that started it. */
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

export const SESSION_LIST: List<ListedSession, { activeAt: Date }> = {
  columns: `id, account_id AS "accountId", address, user_agent AS "userAgent", created_at AS "createdAt",
    last_used_at AS "lastUsedAt", expires_at AS "expiresAt"`,
  from: 'sessions',
  within: 'person_id',
  filters: { activeAt: (now, parameter) => `expires_at > ${parameter(now)}` },
};
