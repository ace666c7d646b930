// Writes the result of a check, if nothing has changed the states since (compare-and-set on the version of the row),
// and releases the row of work with it. A check that was overtaken writes nothing, and its domain is due again; a check
// that was requested during this one follows at once.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database, Queryable } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import { lockDomain } from '../find.ts';
import { findDkimKeys } from '../keys/dkim-key.ts';
import type { RecordState } from '../records/record-state.ts';
import { type SettleDeps, settleDomain } from '../settle.ts';
import { type CheckResult, dueAt } from './check.ts';
import { domainCheckWork } from './work.ts';

/** The end of a check. */
interface CheckEnd {
  work: Claim;
  version: number;
  requests: number;
  states: readonly RecordState[];
  /** Null: DNS has not answered. */
  checkedAt: Date | null;
  nextAttemptAt: Date | null;
}

/** The release of every work table (shared/platform/work/work-table-sql.ts), and the states with it. */
const END = `
  WITH held AS (
    SELECT checks.id, checks.version = done.version AS is_current, done.records, done.checked_at,
           CASE WHEN checks.version = done.version AND checks.requests = done.requests THEN done.next_attempt_at
             ELSE $3::timestamptz END AS next_attempt_at
    FROM jsonb_to_recordset($1::jsonb)
      AS done (id uuid, token uuid, version integer, requests integer, records jsonb, checked_at timestamptz,
               next_attempt_at timestamptz)
    JOIN domain_checks AS checks ON checks.id = done.id AND checks.claim_token = done.token
      AND checks.id = ANY($2::uuid[])
    ORDER BY checks.id FOR NO KEY UPDATE OF checks
  )
  UPDATE domain_checks AS checks SET
    records = CASE WHEN is_current THEN held.records ELSE checks.records END,
    checked_at = CASE WHEN is_current THEN coalesce(held.checked_at, checks.checked_at) ELSE checks.checked_at END,
    next_attempt_at = held.next_attempt_at,
    claimed_by = NULL, claim_token = NULL, woken_at = NULL
  FROM held WHERE checks.id = held.id`;

/** Writes checks that are quiet (check.ts). */
export async function writeQuietChecks(
  database: Queryable,
  results: readonly CheckResult[],
  now: Date,
): Promise<void> {
  const ends = results.map((result) =>
    endOf(result, dueAt(result.after, result.subject.keys, null, now), now),
  );
  await writeEnds(database, ends, now);
}

/** Writes a check that changes something, in one transaction with the status of the domain, its keys and its event. */
export async function writeCheck(
  deps: SettleDeps & { database: Database },
  result: CheckResult,
  now: Date,
): Promise<void> {
  const { work, domain, row } = result.subject;
  await transaction(deps.database, async (client) => {
    const locked = await lockIfThere(client, domain);
    if (!locked) return;
    if (!(await isCurrent(client, work, row.version))) {
      await domainCheckWork.table.release(client, [{ ...work, nextAttemptAt: now }]);
      return;
    }
    const statesOf = (records: CheckResult['after']) => records.map(({ state }) => state);
    const keys = await findDkimKeys(client, [domain.id]);
    const moved = { keys, before: statesOf(result.before), states: statesOf(result.after) };
    const settled = await settleDomain(client, deps, locked, moved, now);
    const next = dueAt(settled.records, settled.keys, result.claimDueAt, now);
    await writeEnds(client, [{ ...endOf(result, next, now), states: statesOf(settled.records) }], now);
  });
}

async function lockIfThere(client: Transaction, { accountId, id }: { accountId: string; id: string }) {
  try {
    return await lockDomain(client, accountId, id);
  } catch (error) {
    // It was deleted, and its row of work with it.
    if (error instanceof DomainError && error.name === 'not_found') return undefined;
    throw error;
  }
}

async function isCurrent(client: Transaction, { id, token }: Claim, version: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'lock-domain-check',
    text: 'SELECT FROM domain_checks WHERE id = $1 AND claim_token = $2 AND version = $3 FOR NO KEY UPDATE',
    values: [id, token, version],
  });
  return rowCount === 1;
}

function endOf({ subject, after, isAnswered }: CheckResult, nextAttemptAt: Date | null, now: Date): CheckEnd {
  return {
    work: subject.work,
    version: subject.row.version,
    requests: subject.row.requests,
    states: after.map(({ state }) => state),
    checkedAt: isAnswered ? now : null,
    nextAttemptAt,
  };
}

async function writeEnds(database: Queryable, ends: readonly CheckEnd[], now: Date): Promise<void> {
  const done = ends.map(({ work: { id, token }, version, requests, states, checkedAt, nextAttemptAt }) => ({
    id,
    token,
    version,
    requests,
    records: states,
    checked_at: checkedAt,
    next_attempt_at: nextAttemptAt,
  }));
  await database.query({
    name: 'end-domain-checks',
    text: END,
    values: [JSON.stringify(done), done.map(({ id }) => id), now],
  });
}
