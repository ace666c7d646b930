// Query plans of the statements of a work table that is large and nearly finished: each finds its rows with an index,
// without a sequential scan. The plans come from Postgres, for exactly the statements that are sent.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../../../../shared/platform/db/connect.ts';
import { WORK_KINDS } from '../../../../shared/resources/work-kinds.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { expectIndex, explain, type Work } from '../../../support/database/plans.ts';
import { connectOnce } from '../../../support/database/prepared-plans.ts';
import { extent } from '../../../support/extent.ts';
import { recipientsTable } from '../../../support/work/work-rows.ts';

/** In each 200 rows, 197 are finished, one is due, one is woken and one is claimed by a dead worker. */
const ROWS = extent('PLAN_ROWS', 50_000, 200_000);
/** One of two hundred rows. */
const DUE = ROWS / 200;
const LARGEST_LIMIT = 10_000;

describe('an empty table of work', () => {
  const database = useDatabase();
  let planning: Database;
  before(() => {
    planning = connectOnce(database.url);
  });
  after(() => planning.end());

  /** The lines of the plan that read the table. @param types of the parameters */
  async function readsOf(types: string, move: Work): Promise<string[]> {
    let text = '';
    const recording = {
      query(statement: { text: string }) {
        text = statement.text;
        return Promise.resolve({ rows: [] });
      },
    };
    await move(recording as never);
    await planning.query(`PREPARE move (${types}) AS ${text}`);
    const { rows } = await planning.query('EXPLAIN EXECUTE move (NULL, NULL, NULL)');
    await planning.query('DEALLOCATE move');
    const lines = rows.map((row) => row['QUERY PLAN'] as string);
    return lines.filter((line) => /(Index|Seq) (Only )?Scan|Index Cond/.test(line));
  }

  // A worker keeps the plan of its first claim; by then a million rows may be woken.
  it('gets a plan that claims the rows of a job by their keys, not by reading all woken rows', async () => {
    const { table } = recipientsTable;
    const reads = await readsOf('uuid[], uuid, uuid', (on) => table.claim(on, [], { worker: '', token: '' }));
    const lines = reads.filter((line) => /Scan/.test(line));
    expect(lines).to.not.have.length(0);
    expect(lines.filter((line) => !/_pkey/.test(line))).to.deep.equal([]);
  });

  it('gets a plan that releases rows by their keys', async () => {
    const { table } = recipientsTable;
    const reads = await readsOf('uuid[], uuid[], timestamptz[]', (on) => table.release(on, []));
    const scans = reads.filter((line) => /Scan/.test(line));
    expect(scans).to.not.have.length(0);
    expect(scans.filter((line) => !/_pkey/.test(line))).to.deep.equal([]);
    // A scan without a condition would read the whole index.
    expect(reads).to.have.length(2 * scans.length);
    expect(reads.filter((line) => /id = held\.id/.test(line))).to.not.have.length(0);
  });
});

describe('tables of work', () => {
  const database = useDatabase();

  // Each worker process looks for claims of its own each 5 s.
  it('have an index on their claimed rows that begins with the worker', async () => {
    const { rows } = await database.pool.query<{ table: string }>(
      `SELECT tablename AS table FROM pg_indexes WHERE indexdef ~ '\\(claimed_by(, lane)?\\) WHERE \\(claimed_by IS NOT NULL\\)'`,
    );
    const indexed = new Set(rows.map(({ table }) => table));
    const tables = WORK_KINDS.map(({ table }) => table.definition.table);
    // It has a row for each task.
    expect(tables.filter((table) => !indexed.has(table))).to.deep.equal(['recurring_work']);
  });
});

describe('a large table of work', () => {
  const database = useDatabase();
  const { table } = recipientsTable;
  let ids: string[];

  before(async () => {
    // Ids of version 7 from the second day of each month that has a partition: none of them is empty.
    await database.pool.query(
      `INSERT INTO email_recipients
         (id, next_attempt_at, claimed_by, claim_token, woken_at, attempts,
          email_id, account_id, kind, position, address, state, lane, updated_at)
       SELECT (substr(stamp, 1, 8) || '-' || substr(stamp, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
              CASE WHEN n % 200 < 3 THEN now() - n * interval '1 ms' END,
              CASE WHEN n % 200 = 2 THEN gen_random_uuid() END,
              CASE WHEN n % 200 = 2 THEN gen_random_uuid() END,
              CASE WHEN n % 200 IN (1, 2) THEN now() - n * interval '1 ms' END,
              1, gen_random_uuid(), gen_random_uuid(), 'to', 0, 'a@acme.dev', 'sent', 'transactional', now()
       FROM generate_series(1, $1::integer) AS n,
            LATERAL (SELECT date_trunc('month', now()) + (n / 200 % 5 - 1) * interval '1 month' + interval '1 day') AS d (day),
            LATERAL (SELECT lpad(to_hex(extract(epoch FROM day)::bigint * 1000), 12, '0')) AS s (stamp)`,
      [ROWS],
    );
    await database.pool.query('ANALYZE email_recipients');
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM email_recipients WHERE woken_at IS NOT NULL AND claimed_by IS NULL LIMIT 100',
    );
    ids = rows.map(({ id }) => id);
  });

  const claims = () => ids.map((id) => ({ id, token: randomUUID() }));
  const lease = { worker: randomUUID(), token: randomUUID() };
  const released = () => ids.map((id) => ({ id, token: lease.token, nextAttemptAt: null }));
  const moves: [name: string, index: RegExp, move: Work][] = [
    ['markDue of a tick', /next_attempt_at_idx/, (on) => table.markDue(on, new Date(), DUE)],
    [
      'markLostWakeUps of a sweep',
      /woken_at_idx/,
      (on) => table.markLostWakeUps(on, new Date(), LARGEST_LIMIT),
    ],
    ['findLost of a sweep', /claimed_by_lane_idx/, (on) => table.findLost(on, 60_000, LARGEST_LIMIT)],
    [
      'findUnheld of a sweep',
      /claimed_by_lane_idx/,
      (on) => table.findUnheld(on, lease.worker, [lease.token], LARGEST_LIMIT),
    ],
    ['reclaim of a sweep', /pkey|claimed_by_lane_idx/, (on) => table.reclaim(on, claims(), new Date())],
    ['claim of a job', /pkey/, (on) => table.claim(on, ids, lease)],
    ['abandon of a job', /claimed_by_lane_idx/, (on) => table.abandon(on, lease, new Date())],
    ['release of a job', /pkey/, (on) => table.release(on, released())],
  ];
  it('serves each transition from an index, without a sequential scan', async () => {
    for (const [name, index, move] of moves) {
      const [nodes = [], ...others] = await explain(database.pool, move);
      expect(others, name).to.deep.equal([]);
      expectIndex(nodes, index, name);
    }
  });

  it('marks all that are due in a tick', async () => {
    expect(await table.markDue(database.pool, new Date(), DUE)).to.have.length(DUE);
  });
});
