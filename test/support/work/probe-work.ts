// The smallest possible kind of work: a row that is done when its run has been recorded. The conformance suite uses it
// to test the real runtime, in this process or in others, and counts how often each row was done.

import type { Database } from '../../../shared/platform/db/connect.ts';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { defineWork } from '../../../shared/platform/work/define-work.ts';
import type { JobHandler, RegistryEntry } from '../../../workers/runtime/job.ts';
import { untilWritten } from '../../../workers/runtime/outcomes/until-written.ts';
import { describeClaims, withClaims } from '../../../workers/runtime/with-claims.ts';

const probeWork = defineWork({
  group: 'schedule',
  queue: 'probe',
  job: 'do-probe-work',
  concurrency: 2,
  table: 'probe_work',
});
export const { queue: probeQueue, table: probeTable } = probeWork;

const SCHEMA = `
  CREATE TABLE probe_work (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id uuid NOT NULL DEFAULT gen_random_uuid(),
    next_attempt_at timestamptz,
    attempts smallint NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz
  );
  CREATE TABLE probe_runs (work_id uuid NOT NULL, worker uuid NOT NULL);
`;

/** Creates the tables in a test's database. */
export async function createProbeTables(database: Database): Promise<void> {
  await database.query(SCHEMA);
}

/** Inserts rows that are due and woken, as an accepted request does; the caller wakes the queue. */
export async function insertProbeWork(database: Database, count: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO probe_work (next_attempt_at, woken_at)
     SELECT now(), clock_timestamp() FROM generate_series(1, $1) RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** How often rows were done. */
export interface ProbeCounts {
  rows: number;
  /** Rows that were done at least once. */
  done: number;
  /** Runs of a row after its first one. */
  doubled: number;
}

export async function countProbeWork(database: Database): Promise<ProbeCounts> {
  const { rows } = await database.query<Record<keyof ProbeCounts, string>>(
    `SELECT (SELECT count(*) FROM probe_work) AS rows,
            count(DISTINCT work_id) AS done, count(*) - count(DISTINCT work_id) AS doubled
     FROM probe_runs`,
  );
  const counts = rows[0];
  return { rows: Number(counts?.rows), done: Number(counts?.done), doubled: Number(counts?.doubled) };
}

/** Does the rows of a job: each is released and its run is recorded in one transaction, like real work. */
export const doProbeWork: JobHandler = async ({ ids }, deps) => {
  const claimed = await withClaims(probeTable, ids, deps, async (claims) => {
    const releases = claims.map((claim) => ({ ...claim, nextAttemptAt: null }));
    await untilWritten(
      () =>
        transaction(deps.database, async (client) => {
          const done = await probeTable.release(client, releases);
          await client.query('INSERT INTO probe_runs SELECT id, $2 FROM unnest($1::uuid[]) AS id', [
            done,
            deps.lease.workerId,
          ]);
        }),
      deps.log,
    );
  });
  return describeClaims(ids.length, claimed);
};

/** The probe's entry in the registry of workers. */
export function probeEntry(handle: JobHandler = doProbeWork): RegistryEntry {
  return { ...probeWork, open: () => ({ handle }) };
}
