// The lease of a worker while the synchronous standby of the database is silent: a renewal waits for it, and its session
// stays in the server (docs/architecture/failover.md#leases).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { connectDatabase } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { takeLease } from '../../../workers/runtime/lease.ts';
import { type ServerWithStandby, startServerWithStandby } from '../../support/database/silent-standby.ts';
import { eventually } from '../../support/time/eventually.ts';
import { hurryLimits } from '../../support/time/hurry.ts';

const SESSIONS = `SELECT count(*)::integer AS sessions FROM pg_stat_activity
                  WHERE application_name = 'leased' AND state <> 'idle'`;

describe('the lease of a worker without its standby', () => {
  let server: ServerWithStandby;
  before(async () => {
    server = await startServerWithStandby();
  });
  after(() => server.stop());

  it('has two renewals that wait at most, whose connections the pool counts', async () => {
    const connectionString = await server.createDatabase();
    const failures: string[] = [];
    const destination = { write: (line: string) => void failures.push(line) };
    const log = createLog({ level: 'debug', process: 'test', destination });
    const database = connectDatabase({ connectionString, poolSize: 10, applicationName: 'leased', log });
    const admin = new pg.Pool({ connectionString, max: 1 });
    const worker = { workerId: randomUUID(), groups: ['send'], renewEveryMs: 20 };
    const lease = await takeLease({ database, log, ...worker });
    let endHurry = () => {};
    try {
      await server.silence();
      endHurry = hurryLimits(5_000);
      const counts = async () => {
        const { rows } = await admin.query(SESSIONS);
        return [rows[0].sessions, database.totalCount].join();
      };
      await eventually('two renewals wait', async () => (await counts()) === '2,2');
      const before = failures.length;
      await eventually('five more have failed', () => failures.length >= before + 5);
      expect(await counts()).to.equal('2,2');
      endHurry();
      await server.wake();
      await eventually('it is renewed', () => lease.mayStartWork());
    } finally {
      endHurry();
      await server.wake();
      await lease.end();
      await database.end();
      await admin.end();
    }
  });
});
