import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { startCluster } from '../../dev/postgres/cluster.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { eventually } from '../support/eventually.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import {
  makeDataDirectory,
  makeMigratedDataDirectory,
  removeDataDirectory,
} from './support/data-directory.ts';
import {
  LOCAL_STACK_CONDITION_MS,
  LOCAL_STACK_TEST_TIMEOUT_MS,
  type LocalStack,
  startLocalStack,
} from './support/local-stack.ts';
import { killAll, type ProcessEntry, processTree, survivors } from './support/process-tree.ts';
import { useLocalStack } from './support/use-local-stack.ts';

/** The time limit after Ctrl-C that docs/operations.md promises. */
const STOP_LIMIT_MS = 10_000;

describe('the end of npm start', function () {
  this.timeout(LOCAL_STACK_TEST_TIMEOUT_MS);

  let dataDir: string;
  let stacks: LocalStack[];

  beforeEach(async () => {
    dataDir = await makeDataDirectory();
    stacks = [];
  });

  afterEach(async () => {
    await Promise.all(stacks.map((stack) => stack.end('SIGKILL')));
    await removeDataDirectory(dataDir);
  });

  function start(environment: Record<string, string> = {}): LocalStack {
    const stack = startLocalStack({ dataDir, environment });
    stacks.push(stack);
    return stack;
  }

  /** A ready local stack and all of its processes. */
  async function startWhole(
    environment: Record<string, string> = {},
  ): Promise<{ stack: LocalStack; tree: ProcessEntry[] }> {
    await copyPreparedCluster(dataDir);
    const stack = start(environment);
    await stack.ready();
    const tree = processTree(stack.pid);
    for (const part of ['dev/main.ts', 'api/main.', 'workers/main.', 'postgres -D']) {
      expect(
        tree.some(({ command }) => command.includes(part)),
        part,
      ).to.equal(true);
    }
    return { stack, tree };
  }

  function isGone(file: string): Promise<boolean> {
    return access(path.join(dataDir, file)).then(
      () => false,
      () => true,
    );
  }

  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    it(`leaves no process and no dev.json within 10 s of ${signal} to the whole process group`, async () => {
      const { stack, tree } = await startWhole();
      const begun = performance.now();
      process.kill(-stack.pid, signal);
      expect(await stack.ended()).to.equal(0);
      expect(performance.now() - begun).to.be.below(STOP_LIMIT_MS);
      expect(survivors(tree)).to.deep.equal([]);
      expect(await isGone('dev.json')).to.equal(true);
      expect(await readdir(dataDir)).not.to.include(`house.${stack.pid}.json`);
    });
  }

  it('treats the signal that npm forwards as the same Ctrl-C', async () => {
    const { stack, tree } = await startWhole();
    process.kill(stack.pid, 'SIGINT');
    process.kill(stack.pid, 'SIGINT');
    expect(await stack.ended()).to.equal(0);
    expect(survivors(tree)).to.deep.equal([]);
    expect(stack.output()).to.match(/Stopping …\n$/);
  });

  it('ends within 10 s although a process ignores every request to stop', async () => {
    const { stack, tree } = await startWhole();
    const api = tree.find(({ command }) => command.includes('api/main.'));
    process.kill(api?.pid ?? expect.fail('There is no API.'), 'SIGSTOP');
    const begun = performance.now();
    expect(await stack.end('SIGINT')).to.equal(0);
    expect(performance.now() - begun).to.be.below(STOP_LIMIT_MS);
    expect(survivors(tree)).to.deep.equal([]);
  });

  it('stops everything started so far when Ctrl-C comes during the start', async () => {
    const stack = start();
    await eventually(
      'Postgres was started',
      () => processTree(stack.pid).some(({ command }) => command.includes('postgres -D')),
      LOCAL_STACK_CONDITION_MS,
    );
    const tree = processTree(stack.pid);
    expect(await stack.end('SIGINT')).to.equal(0);
    expect(survivors(tree)).to.deep.equal([]);
  });

  it('ends API and workers when it is killed, and the next start adopts its Postgres', async () => {
    // With full logs: nothing reads their last lines.
    const { stack, tree } = await startWhole({ LOG_LEVEL: 'trace' });
    await stack.end('SIGKILL');
    await eventually('only Postgres is left', () =>
      survivors(tree).every(({ command }) => command.includes('postgres')),
    );
    const postmaster = tree.find(({ command }) => command.includes('postgres -D'));
    expect(survivors(tree)).to.deep.include(postmaster);
    const next = start();
    await next.ready();
    expect(next.output()).to.include(
      `Using the Postgres server of an earlier start (process ${postmaster?.pid}).`,
    );
    expect(await next.end('SIGINT')).to.equal(0);
    expect(survivors(tree)).to.deep.equal([]);
  });

  it('starts after everything was killed at once', async () => {
    const { stack, tree } = await startWhole();
    killAll(tree);
    await stack.ended();
    const next = start();
    const { apiUrl } = await next.ready();
    expect((await fetch(`${apiUrl}/readyz`)).status).to.equal(200);
    expect(next.output()).not.to.include('earlier start');
  });

  it('finishes a migration that a kill interrupted', async () => {
    const log = createLog({ level: 'silent', process: 'test' });
    const cluster = await startCluster({ dataDir, port: 0, log });
    const rival = new pg.Client(cluster.url);
    rival.on('error', () => {});
    await rival.connect();
    const watcher = new pg.Pool({ connectionString: cluster.url });
    // A table of the same name, not committed: the migration that creates it waits in the middle of its transaction.
    await rival.query('BEGIN; CREATE TABLE plans (id integer)');
    const stack = start();
    await eventually(
      'the migration waits',
      async () => {
        // On another connection: within a transaction the view never changes.
        const { rows } = await watcher.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%CREATE TABLE plans%'`,
        );
        return rows.length > 0;
      },
      LOCAL_STACK_CONDITION_MS,
    );
    await stack.end('SIGKILL');
    await rival.query('ROLLBACK');
    await rival.end();
    await watcher.end();
    const { apiUrl } = await start().ready();
    expect((await fetch(`${apiUrl}/readyz`)).status).to.equal(200);
  });
});

describe('npm start while it runs', function () {
  this.timeout(LOCAL_STACK_TEST_TIMEOUT_MS);

  const running = useLocalStack(makeMigratedDataDirectory);

  for (const [name, part] of [
    ['API', 'api/main.'],
    ['workers', 'workers/main.'],
    ['Postgres', 'postgres -D'],
  ] as const) {
    it(`starts ${name} again, at the same address, when its process dies`, async () => {
      const { stack, announcement } = running;
      const killed = await eventually(`${name} runs`, () =>
        processTree(stack.pid).find(({ command }) => command.includes(part)),
      );
      process.kill(killed.pid, 'SIGKILL');
      await eventually(
        `${name} runs again`,
        async () => {
          const now = processTree(stack.pid).find(({ command }) => command.includes(part));
          return (
            now !== undefined && now.pid !== killed.pid && (await fetch(`${announcement.apiUrl}/readyz`)).ok
          );
        },
        LOCAL_STACK_CONDITION_MS,
      );
      expect(stack.output()).to.match(new RegExp(`${name} ended .*is restarted`));
    });
  }
});
