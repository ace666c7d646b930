// The end of `npm start` by Ctrl-C, by a closed terminal and by kills, the rest, and the next start.
import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import pg from 'pg';
import { type Cluster, startCluster } from '../../dev/postgres/cluster.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { copyPreparedCluster } from '../support/database/prepared-cluster.ts';
import { killAll, type ProcessEntry, processTree, survivors } from '../support/processes/process-tree.ts';
import { eventually } from '../support/time/eventually.ts';
import { makeDataDirectory, removeDataDirectory } from './support/data-directory.ts';
import { LOCAL_STACK_CONDITION_MS, type LocalStack, startLocalStack } from './support/local-stack.ts';

/** The time limit after Ctrl-C that docs/operations.md promises. */
const STOP_LIMIT_MS = 10_000;
const POSTGRES = 'postgres -D';
/** Name → part of the command line. */
const SUPERVISED = { API: 'api/main.', workers: 'workers/main.', Postgres: POSTGRES };

describe('npm start', () => {
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

  /** Waits until all processes run. @returns them, with those of the server that the start has adopted */
  async function whole(stack: LocalStack, adopted?: Cluster): Promise<ProcessEntry[]> {
    const { apiUrl } = await stack.ready();
    expect((await fetch(`${apiUrl}/readyz`)).status).to.equal(200);
    const sentence = `Using the Postgres server of an earlier start (process ${adopted?.pid}).`;
    if (adopted) expect(stack.output()).to.include(sentence);
    else expect(stack.output()).not.to.include('earlier start');
    const parts = ['dev/main.ts', ...Object.values(SUPERVISED)];
    const find = () => {
      const tree = [...processTree(stack.pid), ...(adopted ? processTree(adopted.pid) : [])];
      return parts.every((part) => tree.some(({ command }) => command.includes(part))) && tree;
    };
    // One that was just starting when Postgres was killed has ended, and starts once more.
    return await eventually(`${parts.join(', ')} run`, find, LOCAL_STACK_CONDITION_MS);
  }

  /** Expects an end within the limit that leaves no process and no file. */
  async function expectEnd(stack: LocalStack, tree: ProcessEntry[], signal: NodeJS.Signals): Promise<void> {
    const begun = performance.now();
    process.kill(-stack.pid, signal);
    expect(await stack.ended()).to.equal(0);
    expect(performance.now() - begun).to.be.below(STOP_LIMIT_MS);
    expect(survivors(tree)).to.deep.equal([]);
    expect(await readdir(dataDir))
      .not.to.include('dev.json')
      .and.not.to.include(`house.${stack.pid}.json`);
  }

  /** The server of a start that was killed. */
  const leaveCluster = () =>
    startCluster({ dataDir, port: 0, log: createLog({ level: 'silent', process: 'test' }) });

  /** Kills a start in the middle of the transaction of a migration. @returns the server that it leaves */
  async function interruptMigration(): Promise<Cluster> {
    const cluster = await leaveCluster();
    const rival = new pg.Client(cluster.url);
    rival.on('error', () => {});
    await rival.connect();
    const watcher = new pg.Pool({ connectionString: cluster.url });
    // A table of the same name, not committed: the migration that creates it waits.
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
    return cluster;
  }

  it('starts again each process that dies, starts after all were killed at once, and leaves none within 10 s of SIGINT to the whole process group', async () => {
    await copyPreparedCluster(dataDir);
    const killed = start();
    await whole(killed);
    const { apiUrl } = await killed.ready();
    for (const [name, part] of Object.entries(SUPERVISED)) {
      const find = () => processTree(killed.pid).find(({ command }) => command.includes(part));
      const { pid } = await eventually(`${name} runs`, find);
      process.kill(pid, 'SIGKILL');
      const runsAgain = async () => {
        const now = find();
        return now !== undefined && now.pid !== pid && (await fetch(`${apiUrl}/readyz`)).ok;
      };
      await eventually(`${name} runs again, at the same address`, runsAgain, LOCAL_STACK_CONDITION_MS);
      expect(killed.output()).to.match(new RegExp(`${name} ended .*is restarted`));
    }
    killAll(await whole(killed));
    await killed.ended();

    const stack = start();
    const tree = await whole(stack);
    const ending = expectEnd(stack, tree, 'SIGINT');
    // npm forwards the signal that the terminal has already sent: both are one Ctrl-C.
    process.kill(stack.pid, 'SIGINT');
    await ending;
    expect(stack.output()).to.match(/Stopping …\n$/);
  }).timeout(240_000);

  it('stops everything started so far when Ctrl-C comes during the start', async () => {
    const stack = start();
    await eventually(
      'Postgres was started',
      () => processTree(stack.pid).some(({ command }) => command.includes(POSTGRES)),
      LOCAL_STACK_CONDITION_MS,
    );
    const tree = processTree(stack.pid);
    expect(await stack.end('SIGINT')).to.equal(0);
    expect(survivors(tree)).to.deep.equal([]);
  });

  it('starts after it was killed in a migration or alone, adopts its Postgres, and leaves none within 10 s of SIGHUP, not even a process that ignores every request to stop', async () => {
    const cluster = await interruptMigration();
    // With full logs: nothing reads their last lines.
    const finishing = start({ LOG_LEVEL: 'trace' });
    const tree = await whole(finishing, cluster);
    await finishing.end('SIGKILL');
    await eventually('only Postgres is left', () =>
      survivors(tree).every(({ command }) => command.includes('postgres')),
    );
    expect(survivors(tree).map(({ pid }) => pid)).to.include(cluster.pid);

    const adopting = start();
    const processes = await whole(adopting, cluster);
    const api = processes.find(({ command }) => command.includes('api/main.'));
    process.kill(api?.pid ?? expect.fail('There is no API.'), 'SIGSTOP');
    await expectEnd(adopting, processes, 'SIGHUP');
  }).timeout(240_000);
});
