// Suspends and resumes accounts in tests, as operators do.
import type { Database } from '../../../shared/platform/db/connect.ts';
import { endSuspension, suspendAccount } from '../../../shared/platform/work/suspensions/suspension.ts';

/** Suspends an account. */
export async function suspend(
  database: Database,
  accountId: string,
  { reason = null, at = new Date() }: { reason?: string | null; at?: Date } = {},
): Promise<void> {
  const suspension = { cause: 'operator', reason, suspendedAt: at, deletesAt: null } as const;
  await suspendAccount(database, { accountId, ...suspension });
}

/** Ends it. */
export async function resume(database: Database, accountId: string, now = new Date()): Promise<void> {
  await endSuspension(database, { accountId, cause: 'operator', now });
}
