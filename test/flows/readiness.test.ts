// The readiness of each process type of the Procfile, as a separate process: it is ready when everything that it needs
// is available, and reports what is missing. The test breaks and repairs its servers one after the other.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { isBuilt, programArguments } from '../../dev/build/build.ts';
import { GROUPS } from '../../shared/resources/work-kinds.ts';
import { createDatabase, dropDatabase, withServer } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../support/queues/redis.ts';
import { eventually } from '../support/time/eventually.ts';

interface Health {
  status: number;
  checks: Record<string, string>;
}

const OK = { database: 'ok', migrations: 'ok', partitions: 'ok', queue: 'ok' };
/** A disconnected process reconnects within seconds. */
const REPAIRED_MS = 60_000;

/** Process type → the source of its program and its arguments. */
const PROCESSES = readFileSync('Procfile', 'utf8')
  .trim()
  .split('\n')
  .map((line) => /^([\w-]+): node dist\/(\S+)\.js ?(.*)$/.exec(line) ?? [])
  .map(([, type = '', program = '', words = '']) => ({
    type,
    command: [`${program}.ts`, ...words.split(' ').filter((word) => word !== '')] as const,
  }))
  .filter(({ type }) => type !== 'release');

describe('The process types of the Procfile', () => {
  it('are web, inbound, submission and one for each group of workers', () => {
    const workers = GROUPS.map((group) => `worker-${group}`);
    expect(PROCESSES.map(({ type }) => type)).to.have.members(['web', 'inbound', 'submission', ...workers]);
  });
});

for (const { type, command } of PROCESSES) {
  describe(`The readiness of ${type}`, () => {
    let databaseUrl: string;
    let redis: TestRedis | undefined;
    let child: ChildProcess;
    let port: number;

    before(async () => {
      databaseUrl = await createDatabase();
      redis = HAS_REDIS ? await startRedis() : undefined;
      child = spawn(process.execPath, programArguments(command as never, await isBuilt()), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          DATABASE_URL: databaseUrl,
          REDIS_URL: redis?.url ?? '',
          SMTP_URL: 'smtp://127.0.0.1:9',
          SECRET_KEY: TEST_SECRET_KEY,
          HOST: '127.0.0.1',
          PORT: '0',
          HEALTH_PORT: '0',
          INBOUND_PORT: '0',
          SUBMISSION_PORT: '0',
          SUBMISSIONS_PORT: '0',
          LOG_LEVEL: 'silent',
        },
      });
      const [ready] = (await once(child, 'message')) as [{ port?: number; healthPort?: number }];
      port = ready.port ?? ready.healthPort ?? expect.fail('It named no port.');
      await isReady();
    });
    after(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }
      await redis?.kill();
      await dropDatabase(databaseUrl);
    });

    const ask = async (): Promise<Health> => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`);
      const { checks } = (await response.json()) as Health;
      return { status: response.status, checks };
    };
    const isReady = async () => {
      const health = await eventually(
        'it is ready',
        async () => {
          const found = await ask();
          return found.status === 200 && found;
        },
        REPAIRED_MS,
      );
      expect(health.checks).to.deep.equal(OK);
    };
    const onServer = (
      work: (query: (text: string) => Promise<unknown>) => Promise<void>,
      url = databaseUrl,
    ) => withServer(url, (client) => work((text) => client.query(text)));
    const name = () => new URL(databaseUrl).pathname.slice(1);
    /** Another database of the same server. */
    const elsewhere = () => {
      const url = new URL(databaseUrl);
      url.pathname = '/postgres';
      return url.href;
    };

    it('is reported while everything is available', isReady);

    it('is not reported while the database is unreachable', async () => {
      await onServer(async (query) => {
        await query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
        await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`);
      }, elsewhere());
      try {
        const { status, checks } = await ask();
        expect(status).to.equal(503);
        expect(checks['database']).to.equal('The database does not answer.');
      } finally {
        await onServer(async (query) => {
          await query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
        }, elsewhere());
      }
      await isReady();
    });

    it('is not reported while a migration is missing', async () => {
      await onServer(async (query) => {
        await query('CREATE TABLE kept AS SELECT * FROM knex_migrations ORDER BY id DESC LIMIT 1');
        await query('DELETE FROM knex_migrations WHERE id IN (SELECT id FROM kept)');
      });
      expect(await ask()).to.deep.equal({
        status: 503,
        checks: { ...OK, migrations: 'The database is not migrated to this version.' },
      });
      await onServer(async (query) => {
        await query('INSERT INTO knex_migrations SELECT * FROM kept');
        await query('ALTER TABLE knex_migrations RENAME TO migrations_of_nothing');
      });
      expect((await ask()).checks).to.include({
        database: 'ok',
        migrations: 'The database is not migrated to this version.',
      });
      await onServer(async (query) => {
        await query('ALTER TABLE migrations_of_nothing RENAME TO knex_migrations');
      });
      await isReady();
    });

    it('is not reported while partitions are missing', async () => {
      let partition = '';
      await onServer(async (query) => {
        const { rows } = (await query(
          `SELECT 'emails_' || to_char(date_trunc('month', now()) + interval '1 month', 'YYYY_MM') AS name`,
        )) as { rows: { name: string }[] };
        partition = rows[0]?.name ?? '';
        await query(`ALTER TABLE ${partition} RENAME TO hidden`);
      });
      expect(await ask()).to.deep.equal({
        status: 503,
        checks: { ...OK, partitions: "This month's or the next month's partitions are missing." },
      });
      await onServer(async (query) => {
        await query(`ALTER TABLE hidden RENAME TO ${partition}`);
      });
      await isReady();
    });

    if (HAS_REDIS) {
      it('is not reported while the queue accepts no jobs, and the process keeps running', async () => {
        await redis?.kill();
        expect(await ask()).to.deep.equal({
          status: 503,
          checks: { ...OK, queue: 'The queue takes no jobs.' },
        });
        expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).to.equal(200);
        await redis?.restart();
        await isReady();
      });
    }

    it('ends with the process, which stops gracefully', async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exit).to.deep.equal([0, null]);
    });
  });
}
