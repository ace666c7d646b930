// What the watch of GET /app/changes reads of an account does not grow with its rows (docs/architecture/changes.md), also
// where most other accounts have so few that Postgres would read and sort all of them.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { CHANGE_LOGS, CHANGE_MARKS } from '../../../shared/resources/change-marks.ts';
import { readWatched, SeenMarks } from '../../../shared/resources/foundation/changes/read-marks.ts';
import { useDatabase } from '../../support/database/database.ts';
import { explainWork, readingsOf } from '../../support/database/prepared-plans.ts';
import { createAccount } from '../../support/factories/factories.ts';

/** The rows of the large account; each other one has one. */
const ROWS = 5_000;

describe('the marks of change of a large account among small ones', () => {
  const database = useDatabase();

  it('are read from a few rows', async () => {
    const { id } = await createAccount(database.pool);
    await database.pool.query('ALTER TABLE suppressions DROP CONSTRAINT suppressions_account_id_fkey');
    const owner = 'CASE WHEN n % 3 = 0 THEN $1::uuid ELSE gen_random_uuid() END';
    for (const insert of [
      `INSERT INTO suppressions (id, account_id, address, reason, created_at)
       SELECT uuid_v7(now()), ${owner}, n || '@customer.dev', 'manual', now()`,
      `INSERT INTO logs (id, account_id, request_id, method, endpoint, response_status, duration_ms, created_at)
       SELECT (extract(epoch FROM now())::bigint * 1000 - n) * 1048576, ${owner}, 'x', 'GET', '/emails', 200, 1, now()`,
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                                    is_exclusive, status, chain, listens, clock, created_at, ended_at)
       SELECT uuid_v7(now()), ${owner}, $1, $1, 0, $1, gen_random_uuid(), gen_random_uuid(), false,
              CASE WHEN n % 4 = 0 THEN 'failed' ELSE 'completed' END, '{}', '{}', now(), now(), now() + n * interval '1 ms'`,
    ])
      await database.pool.query(`${insert} FROM generate_series(1, $2::integer) AS n`, [id, 3 * ROWS]);
    await database.pool.query('ANALYZE');
    const sources = { marks: CHANGE_MARKS, logs: CHANGE_LOGS };
    const watched = { sessionIds: [randomUUID()], accounts: new Map([[id, new SeenMarks(sources)]]) };
    const explained = await explainWork(database.url, { plansOnce: false }, (client) =>
      readWatched(client, sources, watched, new Date()),
    );
    const readings = readingsOf(explained, /^(suppressions|logs_|automation_runs)/);
    expect(readings).to.have.length.above(3);
    const indexes = readings.map(({ node }) => node['Index Name']);
    expect(indexes).to.include('automation_runs_newest_ended');
    for (const { node, read } of readings)
      expect(read, `${node['Node Type']} of ${node['Relation Name']}`).to.be.at.most(300);
  });
});
