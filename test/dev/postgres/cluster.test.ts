import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { type Cluster, type ClusterOptions, startCluster } from '../../../dev/postgres/cluster.ts';
import { THROWAWAY_SETTINGS } from '../../../dev/postgres/settings.ts';
import { StartError } from '../../../dev/start-error.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { copyPreparedCluster } from '../../support/database/prepared-cluster.ts';
import { makeDataDirectory, removeDataDirectory } from '../support/data-directory.ts';

const DEBIAN_POSTGRES_15 = process.env['POSTGRES_15_BIN_DIR'] ?? '/usr/lib/postgresql/15/bin';

describe('startCluster', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await makeDataDirectory();
  });

  afterEach(() => removeDataDirectory(dataDir));

  function start(options: Partial<ClusterOptions> = {}): Promise<Cluster> {
    const log = createLog({ level: 'silent', process: 'test' });
    return startCluster({ dataDir, port: 0, log, settings: THROWAWAY_SETTINGS, ...options });
  }

  async function ask(url: string, query: string): Promise<Record<string, unknown>> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query(query)).rows[0];
    } finally {
      await client.end();
    }
  }

  function refusal(work: Promise<unknown>): Promise<Error> {
    return work.then(
      () => {
        throw new Error('It was not refused.');
      },
      (error) => error,
    );
  }

  it('uses UTF-8 although LANG and LC_ALL are absent', async () => {
    const { url } = await start();
    const row = await ask(url, `SELECT current_setting('server_encoding') AS encoding, lower('ÄÖ') AS lower`);
    expect(row).to.deep.equal({ encoding: 'UTF8', lower: 'äö' });
  });

  it('runs the programs of POSTGRES_BIN_DIR, and refuses the data of another version with one sentence', async function () {
    if (!existsSync(path.join(DEBIAN_POSTGRES_15, 'postgres'))) this.skip();
    const old = await start({ binDir: DEBIAN_POSTGRES_15 });
    expect((await ask(old.url, 'SHOW server_version'))['server_version']).to.match(/^15\./);
    await old.stop('fast');
    const error = await refusal(start());
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.match(
      /^The database in .* was created by PostgreSQL 15, but the available version is 18: .*\.$/,
    );
  });

  it('refuses connections without the password', async () => {
    await copyPreparedCluster(dataDir);
    const { port } = await start();
    const error = await refusal(ask(`postgres://posthorn:guess@127.0.0.1:${port}/posthorn`, 'SELECT 1'));
    expect(error.message).to.include('password authentication failed');
  });

  it('listens on 127.0.0.1 only', async () => {
    await copyPreparedCluster(dataDir);
    const row = await ask(
      (await start()).url,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets`,
    );
    expect(row).to.deep.equal({ addresses: '127.0.0.1', sockets: '' });
  });

  it('keeps its data across a stop', async () => {
    await copyPreparedCluster(dataDir);
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept (id integer)');
    await first.stop('fast');
    expect(first.isRunning()).to.equal(false);
    const second = await start();
    expect(second.adopted).to.equal(false);
    expect(await ask(second.url, `SELECT to_regclass('kept')::text AS kept`)).to.deep.equal({ kept: 'kept' });
  });

  it('adopts the server that runs on the directory already', async () => {
    await copyPreparedCluster(dataDir);
    const first = await start();
    const second = await start();
    expect(second).to.include({ adopted: true, pid: first.pid, port: first.port, url: first.url });
  });

  it('waits for a server that is stopping, and starts a new one', async () => {
    await copyPreparedCluster(dataDir);
    const first = await start();
    process.kill(first.pid, 'SIGTERM');
    const second = await start();
    expect(second.adopted).to.equal(false);
    expect(second.pid).not.to.equal(first.pid);
  });

  it('starts on the data of a server that was killed', async () => {
    await copyPreparedCluster(dataDir);
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    const second = await start();
    expect(second.adopted).to.equal(false);
    expect(await ask(second.url, 'SELECT 1 AS one')).to.deep.equal({ one: 1 });
  });

  it('ignores a pid file whose pid now belongs to another program', async () => {
    await copyPreparedCluster(dataDir);
    const first = await start();
    await first.stop('fast');
    // A process of the same user: Postgres ignores the processes of other users.
    const { uid, gid } = await stat(path.join(dataDir, 'cluster', 'data'));
    const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
    await once(stranger, 'spawn');
    await pretendToRun(stranger);
    const second = await start();
    expect(second.adopted).to.equal(false);
    expect(stranger.exitCode).to.equal(null);
    stranger.kill();
    await once(stranger, 'close');
  });

  /** The pid file of a killed server whose pid now belongs to a new process. */
  async function pretendToRun({ pid }: ChildProcess): Promise<void> {
    const data = await realpath(path.join(dataDir, 'cluster', 'data'));
    const lines = [pid, data, 1_700_000_000, 5432, '', '127.0.0.1', '', 'ready'];
    const file = path.join(data, 'postmaster.pid');
    await writeFile(file, `${lines.join('\n')}\n`);
    // Written as the server's user, as Postgres does.
    await chmod(file, 0o666);
  }

  it('creates the data again when a kill interrupted initdb', async () => {
    const home = path.join(dataDir, 'cluster');
    await mkdir(path.join(home, 'data.new', 'base'), { recursive: true });
    await start();
    expect(await readdir(home)).to.have.members(['data']);
  });

  it('reports in one sentence that the password was lost', async () => {
    await copyPreparedCluster(dataDir);
    const first = await start();
    await rm(path.join(dataDir, 'postgres-password'));
    const error = await refusal(start());
    expect(error.message).to.match(/^The password of the database is lost: .*db:reset.*\.$/);
    expect(first.isRunning()).to.equal(false);
  });

  it('reports the error of Postgres in one sentence when it does not start', async () => {
    await copyPreparedCluster(dataDir);
    const error = await refusal(start({ settings: { max_connections: '0' } }));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.match(/^Postgres did not start: .*max_connections/);
  });
});
