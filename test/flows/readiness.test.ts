// The readiness of each process type of the Procfile, as a separate process: it is ready when everything that it needs
// is available, and reports what is missing. All of them run on the same servers, which the test breaks and repairs.
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

describe('The readiness of each process type', function () {
  this.timeout(600_000);
  let databaseUrl: string;
  let redis: TestRedis | undefined;
  /** With their ports, by type. */
  let running: Record<string, { child: ChildProcess; port: number }>;

  before(async () => {
    databaseUrl = await createDatabase();
    redis = HAS_REDIS ? await startRedis() : undefined;
    running = Object.fromEntries(await Promise.all(PROCESSES.map(start)));
    await areReady();
  });
  after(async () => {
    await Promise.all(Object.values(running ?? {}).map(({ child }) => end(child, 'SIGKILL')));
    await redis?.kill();
    await dropDatabase(databaseUrl);
  });

  async function start({ type, command }: (typeof PROCESSES)[number]) {
    const child = spawn(process.execPath, programArguments(command as never, await isBuilt()), {
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
    const port = ready.port ?? ready.healthPort ?? expect.fail('It named no port.');
    return [type, { child, port }] as const;
  }
  async function end(child: ChildProcess, signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
    const exit = once(child, 'exit');
    child.kill(signal);
    return await exit;
  }

  /** Asks all processes. @returns their answers, by type */
  async function ofEach<T>(ask: (its: { child: ChildProcess; port: number }) => Promise<T>) {
    const asked = Object.entries(running).map(async ([type, its]) => [type, await ask(its)] as const);
    return Object.fromEntries(await Promise.all(asked));
  }
  const ask = async ({ port }: { port: number }): Promise<Health> => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { checks } = (await response.json()) as Health;
    return { status: response.status, checks };
  };
  const each = <T>(answer: T) => Object.fromEntries(PROCESSES.map(({ type }) => [type, answer]));
  const notReady = (fault: Partial<typeof OK>) => each({ status: 503, checks: { ...OK, ...fault } });
  const areReady = async () => {
    const isReady = (its: { port: number }) =>
      eventually('it is ready', async () => (await ask(its)).status === 200, REPAIRED_MS);
    await ofEach(isReady);
    expect(await ofEach(ask)).to.deep.equal(each({ status: 200, checks: OK }));
  };
  const onServer = (work: (query: (text: string) => Promise<unknown>) => Promise<void>, url = databaseUrl) =>
    withServer(url, (client) => work((text) => client.query(text)));
  const name = () => new URL(databaseUrl).pathname.slice(1);
  /** Another database of the same server. */
  const elsewhere = () => {
    const url = new URL(databaseUrl);
    url.pathname = '/postgres';
    return url.href;
  };

  it('is reported while everything is available', areReady);

  it('is not reported while the database is unreachable', async () => {
    await onServer(async (query) => {
      await query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
      await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`);
    }, elsewhere());
    try {
      const found = await ofEach(async (its) => {
        const { status, checks } = await ask(its);
        return { status, database: checks['database'] };
      });
      expect(found).to.deep.equal(each({ status: 503, database: 'The database does not answer.' }));
    } finally {
      await onServer(async (query) => {
        await query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
      }, elsewhere());
    }
    await areReady();
  });

  it('is not reported while a migration is missing', async () => {
    const migrations = 'The database is not migrated to this version.';
    await onServer(async (query) => {
      await query('CREATE TABLE kept AS SELECT * FROM knex_migrations ORDER BY id DESC LIMIT 1');
      await query('DELETE FROM knex_migrations WHERE id IN (SELECT id FROM kept)');
    });
    expect(await ofEach(ask)).to.deep.equal(notReady({ migrations }));
    await onServer(async (query) => {
      await query('INSERT INTO knex_migrations SELECT * FROM kept');
      await query('ALTER TABLE knex_migrations RENAME TO migrations_of_nothing');
    });
    expect(await ofEach(ask)).to.deep.equal(notReady({ migrations }));
    await onServer(async (query) => {
      await query('ALTER TABLE migrations_of_nothing RENAME TO knex_migrations');
    });
    await areReady();
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
    const partitions = 'Partitions for this month or the next are missing.';
    expect(await ofEach(ask)).to.deep.equal(notReady({ partitions }));
    await onServer(async (query) => {
      await query(`ALTER TABLE hidden RENAME TO ${partition}`);
    });
    await areReady();
  });

  if (HAS_REDIS) {
    it('is not reported while the queue accepts no jobs, and the process keeps running', async () => {
      await redis?.kill();
      expect(await ofEach(ask)).to.deep.equal(notReady({ queue: 'The queue does not accept jobs.' }));
      const healthOf = async ({ port }: { port: number }) =>
        (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
      expect(await ofEach(healthOf)).to.deep.equal(each(200));
      await redis?.restart();
      await areReady();
    });
  }

  it('ends with the process, which stops gracefully', async () => {
    expect(await ofEach(({ child }) => end(child, 'SIGTERM'))).to.deep.equal(each([0, null]));
  });
});
