// Releases recipients without an email: retention drops their partitions one after the other.
import type { Claim, WorkTable } from '../../shared/platform/work/work-table.ts';
import type { LoadedEmail } from '../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type { JobDeps } from '../runtime/job.ts';

/** Releases the claims that no loaded email belongs to. */
export async function releaseOrphans(
  table: WorkTable,
  claims: readonly Claim[],
  emails: readonly LoadedEmail[],
  { database }: JobDeps,
): Promise<void> {
  const loaded = new Set(emails.flatMap(({ recipients }) => recipients.map(({ id }) => id)));
  const orphans = claims.filter(({ id }) => !loaded.has(id));
  if (orphans.length === 0) return;
  await table.release(
    database,
    orphans.map((claim) => ({ ...claim, nextAttemptAt: null })),
  );
}
