// Suspends and resumes accounts in tests, by default as operators do.
import type { Database } from '../../../shared/platform/db/connect.ts';
import {
  endSuspension,
  type NewSuspension,
  type SuspensionCause,
  suspendAccount,
} from '../../../shared/platform/work/suspensions/suspension.ts';

/** Suspends an account. */
export async function suspend(
  database: Database,
  accountId: string,
  {
    at = new Date(),
    ...fields
  }: Partial<Pick<NewSuspension, 'cause' | 'reason' | 'deletesAt'>> & { at?: Date } = {},
): Promise<void> {
  const defaults = { cause: 'operator', reason: null, deletesAt: null } as const;
  await suspendAccount(database, { ...defaults, ...fields, accountId, suspendedAt: at });
}

/** Ends it. */
export async function resume(
  database: Database,
  accountId: string,
  { cause = 'operator', now = new Date() }: { cause?: SuspensionCause; now?: Date } = {},
): Promise<void> {
  await endSuspension(database, { accountId, cause, now });
}
