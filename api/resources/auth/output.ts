// JSON form of sessions (docs/reference/auth.md).
import type { DescribedSession } from '../../../shared/resources/sessions/describe.ts';

/** The answer of GET /auth/me and of everything that begins or changes a session. */
export function toSession({ id, person, accountId, accounts, csrfToken, expiresAt }: DescribedSession) {
  const here = accounts.find((account) => account.id === accountId);
  return {
    object: 'session',
    id,
    person,
    account: { id: accountId, name: here?.name ?? '' },
    role: here?.role ?? 'viewer',
    accounts,
    csrf_token: csrfToken,
    expires_at: expiresAt.toISOString(),
  };
}
