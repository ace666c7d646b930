// The worker process as an operator runs it: command line, health port and graceful shutdown.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { isBuilt, programArguments } from '../../dev/build/build.ts';
import { useDatabase } from '../support/database/database.ts';
import { eventually } from '../support/time/eventually.ts';

interface StartedWorker {
  child: ChildProcess;
  /** All log lines so far. */
  output(): string;
}

describe('the worker process', () => {
  const database = useDatabase();
  let program: string[];
  before(async () => {
    program = programArguments(['workers/main.ts'], await isBuilt());
  });
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  const spawnWorker = (
    groups: readonly string[],
    environment: Record<string, string> = {},
  ): StartedWorker => {
    const child = spawn(process.execPath, [...program, ...groups], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: database.url, ...environment },
    });
    children.push(child);
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    return { child, output: () => text };
  };
  const startWorker = async (environment: Record<string, string> = {}) => {
    const worker = spawnWorker(['schedule'], environment);
    const [announcement] = (await once(worker.child, 'message')) as [
      { groups: string[]; healthPort?: number },
    ];
    return { ...worker, announcement };
  };
  const workerRows = async () =>
    (await database.pool.query('SELECT groups, pid FROM worker_processes')).rows as unknown[];

  for (const groups of [[], ['nonsense']]) {
    it(`exits with 78 and one sentence for the groups "${groups.join(' ')}"`, async () => {
      const { child, output } = spawnWorker(groups);
      expect(await once(child, 'exit')).to.deep.equal([78, null]);
      expect(output().trim().split('\n')).to.have.length(1);
      expect(output()).to.contain('Name the groups to run');
      expect(await workerRows()).to.deep.equal([]);
    });
  }

  it('exits with 78 when it sends directly from an address that this machine lacks, and only then', async () => {
    const SOURCE = { MX_SOURCES: '203.0.113.5/mx1.acme.dev' };
    for (const group of ['send', 'bulk']) {
      const { child, output } = spawnWorker([group], { ...SOURCE, SMTP_URL: 'mx:' });
      expect(await once(child, 'exit')).to.deep.equal([78, null]);
      expect(output()).to.contain(
        '\\"MX_SOURCES\\" has 203.0.113.5, which is not an address of this machine.',
      );
    }
    const { child } = await startWorker({ ...SOURCE, SMTP_URL: 'mx:' });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
  });

  it('exits with 78 when ALERT_SMTP_URL cannot be used, without showing it', async () => {
    const { child, output } = spawnWorker(['domain'], {
      ALERT_SMTP_URL: 'smtp://u:hunter2@relay.dev?tls=no',
    });
    expect(await once(child, 'exit')).to.deep.equal([78, null]);
    expect(output()).to.contain('\\"ALERT_SMTP_URL\\" must have one of').and.not.contain('hunter2');
  });

  it('exits with 1 when Postgres is down at its start', async () => {
    const { child, output } = spawnWorker(['all'], { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' });
    expect(await once(child, 'exit')).to.deep.equal([1, null]);
    expect(output()).to.contain('The database cannot be reached').and.not.contain('hunter2');
  });

  it('takes a lease, answers on its health port, runs recurring tasks, and leaves no lease at SIGTERM', async () => {
    const { child, announcement, output } = await startWorker({ HEALTH_PORT: '0' });
    expect(announcement.groups).to.deep.equal(['schedule']);
    expect(await workerRows()).to.deep.equal([{ groups: ['schedule'], pid: child.pid }]);
    const health = `http://127.0.0.1:${announcement.healthPort}`;
    expect((await fetch(`${health}/healthz`)).status).to.equal(200);
    await eventually('it is ready', async () => (await fetch(`${health}/readyz`)).status === 200);
    expect(await (await fetch(`${health}/metrics`)).text()).to.contain('mail_queue_wakes_total');
    await eventually('every task has run', async () => {
      const { rows } = await database.pool.query('SELECT FROM recurring_work WHERE last_finished_at IS NULL');
      return rows.length === 0;
    });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
    expect(await workerRows()).to.deep.equal([]);
    expect(output()).not.to.match(/"level":(40|50|60)/);
  });

  it('does not listen without a health port', async () => {
    const { child, announcement } = await startWorker();
    expect(announcement).not.to.have.property('healthPort');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
  });
});
