// The liveness probe /healthz and the readiness probe /readyz (docs/reference/service.md#health).

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { monthStart, partitionName } from '../../../shared/platform/db/partitions.ts';
import {
  createHealthChecks,
  createReadiness,
  type HealthCheck,
} from '../../../shared/platform/health/health.ts';
import { SERVICE_VERSION as version } from '../../../shared/platform/process/version.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { useApp } from '../../support/api/app.ts';

describe('GET /healthz', () => {
  const app = useApp();

  it('Answers GET /healthz with 200 as long as the process runs, ready or not.', async () => {
    for (const ready of [200, 503]) {
      if (ready === 503) app.deps.readiness.drain();
      expect((await app.bare().get('/readyz')).status).to.equal(ready);
      const { status, body } = await app.bare().get('/healthz');
      expect({ status, body }).to.deep.equal({ status: 200, body: { status: 'ok', version } });
    }
  });
});

describe('The version of the service', () => {
  const app = useApp();

  it('Answers the version of the release in both probes, and writes it into every line of the log.', async () => {
    expect(version).to.equal(JSON.parse(readFileSync('package.json', 'utf8')).version);
    const [, newest] = /^## \[(\d.*)\]/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
    expect(newest, 'the newest release of the changelog').to.equal(version);
    for (const path of ['/healthz', '/readyz'])
      expect((await app.bare().get(path)).body).to.include({ version });
    app.deps.log.info('a line');
    expect(app.logLines.at(-1)).to.include({ msg: 'a line', version });
  });
});

describe('GET /readyz', () => {
  const app = useApp();
  const check = (parts: Partial<Parameters<typeof createHealthChecks>[0]>) => {
    const { database, clock, queues, log } = app.deps;
    return createReadiness(
      createHealthChecks({ database, partitionedTables: PARTITIONED_TABLES, clock, queues, ...parts }),
      log,
    ).check();
  };
  const ok = { database: 'ok', migrations: 'ok', partitions: 'ok', queue: 'ok' };

  it('Answers GET /readyz with 200 when database, migrations, partitions and queue are available.', async () => {
    const { status, body } = await app.bare().get('/readyz');
    expect({ status, body }).to.deep.equal({ status: 200, body: { status: 'ready', version, checks: ok } });
  });

  it('Is not ready when the database does not answer, and reveals no detail of the failure.', async () => {
    const database = { query: () => Promise.reject(new Error('password of 10.0.0.1')) };
    const report = await check({ database: database as never });
    const away = 'The database does not answer.';
    const checks = { ...ok, database: away, migrations: away, partitions: away };
    expect(report).to.deep.equal({ ready: false, checks });
    expect(JSON.stringify(report)).not.to.include('10.0.0.1');
  });

  it('Is not ready when a migration is missing.', async () => {
    await app.pool.query('ALTER TABLE knex_migrations RENAME TO hidden_migrations');
    await app.pool.query('CREATE TABLE knex_migrations AS SELECT * FROM hidden_migrations OFFSET 1');
    try {
      expect(await check({})).to.deep.equal({
        ready: false,
        checks: { ...ok, migrations: 'The database is not migrated to this version.' },
      });
    } finally {
      await app.pool.query('DROP TABLE knex_migrations');
      await app.pool.query('ALTER TABLE hidden_migrations RENAME TO knex_migrations');
    }
  });

  it('Is not ready when the partitions of this or the next month are missing.', async () => {
    const partitions = 'Partitions for this month or the next are missing.';
    for (const offset of [0, 1]) {
      const name = partitionName('webhook_attempts', monthStart(app.clock.now(), offset));
      await app.pool.query(`ALTER TABLE ${name} RENAME TO hidden_partition`);
      try {
        expect(await check({}), name).to.deep.equal({ ready: false, checks: { ...ok, partitions } });
      } finally {
        await app.pool.query(`ALTER TABLE hidden_partition RENAME TO ${name}`);
      }
    }
  });

  it('Is not ready when the queue accepts no jobs.', async () => {
    const report = await check({
      queues: { checkWrite: () => Promise.reject(new Error('READONLY 10.0.0.1')) },
    });
    expect(report).to.deep.equal({
      ready: false,
      checks: { ...ok, queue: 'The queue does not accept jobs.' },
    });
  });
});

describe('GET /readyz during a shutdown', () => {
  const app = useApp();

  it('Answers GET /readyz with 503 from the first moment of a shutdown.', async () => {
    app.deps.readiness.drain();
    const { status, body } = await app.bare().get('/readyz');
    expect(status).to.equal(503);
    const checks = { process: 'The process is stopping.' };
    expect(body).to.deep.equal({ status: 'unavailable', version, checks });
  });
});

describe('readiness', () => {
  const app = useApp();
  const hanging: HealthCheck = { name: 'slow', problem: 'It hangs.', run: () => new Promise(() => {}) };

  it('Counts a readiness check that does not answer in time as failed.', async () => {
    const report = await createReadiness([hanging], app.deps.log).check();
    expect(report).to.deep.equal({ ready: false, checks: { slow: 'It hangs.' } });
    expect(app.logLines).to.deep.include.members([app.logLines.find(({ check }) => check === 'slow')]);
  });

  it('Runs the readiness checks once for probes that arrive together.', async () => {
    let runs = 0;
    const counting: HealthCheck = {
      name: 'counting',
      problem: 'It failed.',
      run() {
        runs += 1;
        return Promise.resolve(true);
      },
    };
    const readiness = createReadiness([counting], app.deps.log);
    await Promise.all([readiness.check(), readiness.check(), readiness.check()]);
    expect(runs).to.equal(1);
    await readiness.check();
    expect(runs).to.equal(2);
  });
});
