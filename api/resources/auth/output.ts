// JSON form of sessions (docs/reference/auth.md).
import type { DescribedSession } from '../../../shared/resources/foundation/sessions/describe.ts';
import type { ListedSession } from '../../../shared/resources/foundation/sessions/list.ts';

/** The answer of GET /auth/me and of everything that begins or changes a session. */
export function toSession(session: DescribedSession) {
  const { id, person, accountId, accounts, suspension, csrfToken, expiresAt } = session;
  const here = accounts.find((account) => account.id === accountId);
  return {
    object: 'session',
    id,
    person,
    account: { id: accountId, name: here?.name ?? '', suspension },
    role: here?.role ?? 'viewer',
    accounts,
    csrf_token: csrfToken,
    expires_at: expiresAt.toISOString(),
  };
}

/** An item of GET /auth/sessions. @param currentId the session of the request */
export function toSessionItem(session: ListedSession, currentId: string) {
  return {
    id: session.id,
    account_id: session.accountId,
    is_current: session.id === currentId,
    address: session.address,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}
