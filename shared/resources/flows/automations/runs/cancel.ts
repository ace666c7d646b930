// Cancels runs: one at the request of the account, those of contacts that are deleted, and runs that a worker finds
// stopped or without their contact. Each clears the claim, so a worker can no longer write its result for the run
// (write-transitions.ts).
import { DomainError, notFound } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import type { CancelReason, RunPath, RunStatus } from './run.ts';

/** Assignments that end a run. The step at which it was and its data stay. */
export const END_CANCELLED = `
  status = 'cancelled', listens = '{}', wait_until = NULL, postponed_at = NULL, next_attempt_at = NULL, attempts = 0,
  claimed_by = NULL, claim_token = NULL, woken_at = NULL`;

const FIND = `
  SELECT run.status FROM automation_runs AS run JOIN automations AS automation ON automation.id = run.automation_id
  WHERE run.id = $3 AND run.automation_id = $2 AND run.account_id = $1 AND automation.deleted_at IS NULL
  FOR NO KEY UPDATE OF run`;

/**
 * Cancels a run. A cancelled one stays unchanged. After the answer no more mail is accepted for it.
 * @throws DomainError `not_found`; `validation_error` for a run that is completed or has failed
 */
export function cancelRun(
  { database }: { database: Database },
  { accountId, automationId, runId }: RunPath,
  now: Date,
): Promise<void> {
  return transaction(database, async (client) => {
    const { rows } = await client.query<{ status: RunStatus }>({
      name: 'find-run-to-cancel',
      text: FIND,
      values: [accountId, automationId, runId],
    });
    const [run] = rows;
    if (!run) throw notFound('Automation run');
    if (run.status === 'completed' || run.status === 'failed') throw hasEnded(run.status);
    if (run.status === 'running') await end(client, [runId], 'cancelled', now);
  });
}

function hasEnded(status: RunStatus): DomainError {
  return new DomainError(
    'validation_error',
    `The run ${status === 'failed' ? 'has already failed' : 'is already completed'}, so it cannot be cancelled.`,
  );
}

/** Cancels what runs of contacts that the transaction has locked, before it deletes them. */
export async function cancelRunsOfContacts(
  client: Transaction,
  contactIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = await lockRunsOfContacts(client, contactIds);
  if (ids.length > 0) await end(client, ids, 'contact_deleted', now);
}

/** Locks what runs of contacts, in the order of ids. @returns the ids */
export async function lockRunsOfContacts(
  client: Transaction,
  contactIds: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock-runs-of-contacts',
    text: `SELECT id FROM automation_runs WHERE contact_id = ANY($1::uuid[]) AND status = 'running'
           ORDER BY id FOR NO KEY UPDATE`,
    values: [contactIds],
  });
  return rows.map(({ id }) => id);
}

/** The runs are locked and running. */
async function end(
  client: Transaction,
  ids: readonly string[],
  reason: CancelReason,
  now: Date,
): Promise<void> {
  await client.query({
    name: 'cancel-automation-runs',
    text: `UPDATE automation_runs SET ${END_CANCELLED}, reason = $2, ended_at = $3
           WHERE id = ANY($1::uuid[])`,
    values: [ids, reason, now],
  });
}

/** A claimed run that cannot continue. */
export interface CancelledClaim extends Claim {
  reason: CancelReason;
}

const CANCEL_CLAIMED = `
  WITH held AS (
    SELECT run.id, given.reason
    FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (id, token, reason)
    JOIN automation_runs AS run ON run.id = given.id AND run.claim_token = given.token AND run.id = ANY($1::uuid[])
    ORDER BY run.id FOR NO KEY UPDATE OF run
  )
  UPDATE automation_runs AS run SET ${END_CANCELLED}, reason = held.reason, ended_at = $4
  FROM held WHERE run.id = held.id`;

/** Cancels claimed runs, except those whose claim was lost. */
export async function cancelClaimedRuns(
  database: Database,
  claims: readonly CancelledClaim[],
  now: Date,
): Promise<void> {
  if (claims.length === 0) return;
  await database.query({
    name: 'cancel-claimed-runs',
    text: CANCEL_CLAIMED,
    values: [
      claims.map(({ id }) => id),
      claims.map(({ token }) => token),
      claims.map(({ reason }) => reason),
      now,
    ],
  });
}
