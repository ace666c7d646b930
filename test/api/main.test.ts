// The web process: it reports its port, stops gracefully on a signal (docs/architecture/guarantees.md#shutdown), and
// exits with a code that names the cause.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startServer } from '../../api/http/server.ts';
import { isBuilt, programArguments } from '../../dev/build/build.ts';
import { createTrackingTokens } from '../../shared/mail/tracking/tracking-tokens.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { openChanges } from '../support/api/changes-stream.ts';
import { useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY, TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { createAccount, createApiKey, createEmail } from '../support/factories/factories.ts';
import { createMember, signIn } from '../support/factories/people-factories.ts';
import { exchange } from '../support/net/raw-http.ts';
import { createTcpServer } from '../support/net/tcp-server.ts';
import { killAll, processTree, survivors } from '../support/processes/process-tree.ts';
import { eventually } from '../support/time/eventually.ts';
import { createLink } from './auth/links.ts';

const EXIT_CONFIG = 78;

describe('The web process', () => {
  // Registered before the database, so that no process is left when it is dropped.
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
  });
  const database = useDatabase();
  let program: string[];
  before(async () => {
    program = programArguments(['api/main.ts'], await isBuilt());
  });

  const spawnWeb = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, program, {
      env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'test', ...environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    children.push(child);
    const output: string[] = [];
    child.stdout?.on('data', (chunk) => output.push(String(chunk)));
    return { child, output };
  };
  const start = async (environment: Record<string, string> = {}) => {
    const { child, output } = spawnWeb({ DATABASE_URL: database.url, ...environment });
    const [message] = await once(child, 'message');
    expect(message).to.include({ type: 'ready' });
    return { child, output, port: Number((message as { port: number }).port) };
  };
  const pidOf = ({ pid }: ChildProcess) => pid ?? expect.fail('It has not started.');
  const exitOf = async (child: ChildProcess) => {
    const [code, signal] = await once(child, 'exit');
    return signal ?? code;
  };
  const get = (port: number, path: string, token = '') =>
    exchange(
      port,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );

  /** A password that is set is stored as production stores it. */
  const expectCostOfProduction = async (port: number) => {
    const { email, personId } = await createMember(database.pool);
    const token = await createLink({ pool: database.pool, clock: createSystemClock() }, email);
    const body = JSON.stringify({ token, password: 'a better horse battery' });
    const head =
      'Host: x\r\nUser-Agent: x\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nConnection: close';
    const answer = await exchange(
      port,
      `POST /auth/reset HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
    const { rows } = await database.pool.query('SELECT password_hash FROM people WHERE id = $1', [personId]);
    expect(rows[0].password_hash).to.match(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  };

  it('announces the port that it listens on, is ready, stores passwords at the cost of production, and ends its streams and with code 0 on SIGINT; another one with code 1, as the port is taken', async () => {
    const { child, port } = await start();
    expect(await get(port, '/readyz')).to.match(/^HTTP\/1\.1 200 /);
    const { child: second } = spawnWeb({ DATABASE_URL: database.url, PORT: String(port) });
    expect(await exitOf(second)).to.equal(1);
    await expectCostOfProduction(port);
    const tree = processTree(pidOf(child));
    // The compiler of tsx is there only while a file is compiled for the first time.
    expect(tree.filter(({ command }) => !command.includes('esbuild'))).to.have.length(2);
    const stream = await openChanges({ url: `http://127.0.0.1:${port}` }, await signIn(database.pool));
    await stream.next();
    const exit = exitOf(child);
    child.kill('SIGINT');
    // It is ended, not broken off when the time of the stop is over.
    expect(await stream.toEnd()).to.equal('');
    expect(await exit).to.equal(0);
    await eventually('no process is left', () => survivors(tree).length === 0);
  });

  it('hashes passwords in a process that knows no secret, is started again when it dies, and ends with a killed web process', async () => {
    const { child, port } = await start();
    const hasherOf = () => {
      const [, hasher, ...others] = processTree(pidOf(child));
      expect(others).to.deep.equal([]);
      return hasher ?? expect.fail('There is no process that hashes passwords.');
    };
    await expectCostOfProduction(port);
    const first = hasherOf();
    expect(first.command).to.include('scrypt-main.js');
    if (process.platform === 'linux') {
      const names = readFileSync(`/proc/${first.pid}/environ`, 'utf8').matchAll(/(?:^|\0)(\w+)=/g);
      for (const [, name] of names) expect(name).to.match(/^NODE_CHANNEL_/);
    }
    killAll([first]);
    await expectCostOfProduction(port);
    const second = hasherOf();
    expect(second.pid).not.to.equal(first.pid);
    child.kill('SIGKILL');
    await eventually('the process that hashes passwords has ended', () => survivors([second]).length === 0);
  });

  it('ends with code 0 when its supervisor has exited', async () => {
    const { child } = await start();
    const exit = exitOf(child);
    child.disconnect();
    expect(await exit).to.equal(0);
  });

  it('answers the request in flight before it ends on SIGTERM, records the use of its key and all logs, and closes its connections', async () => {
    const { child, port } = await start();
    const { token, id } = await createApiKey(database.pool);
    const exit = exitOf(child);
    const blocker = await database.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE domains');
      const answer = get(port, '/domains', token);
      await eventually('the request waits for the table', async () => {
        const { rowCount } = await database.pool.query(
          "SELECT FROM pg_stat_activity WHERE application_name = 'posthorn web' AND wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rowCount === 1;
      });
      const answers = await Promise.all(Array.from({ length: 50 }, () => get(port, '/webhooks', token)));
      for (const each of answers) expect(each).to.match(/^HTTP\/1\.1 200 /);
      child.kill('SIGTERM');
      await eventually('the process refuses connections', () =>
        get(port, '/healthz').then(
          () => false,
          (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
        ),
      );
      await blocker.query('COMMIT');
      expect(await answer)
        .to.match(/^HTTP\/1\.1 200 /)
        .and.include('Connection: close');
      expect(await exit).to.equal(0);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    const { rows } = await database.pool.query('SELECT last_used_at FROM api_keys WHERE id = $1', [id]);
    expect(rows[0].last_used_at).to.be.instanceOf(Date);
    const { rowCount } = await database.pool.query('SELECT FROM logs WHERE api_key_id = $1', [id]);
    expect(rowCount).to.equal(51);
    await eventually('its connections are gone', async () => {
      const { rowCount } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'posthorn%'",
      );
      return rowCount === 0;
    });
  });

  it('stores the hits of tracked mail that it has answered before it ends on SIGTERM', async () => {
    const { child, port } = await start({ SECRET_KEY: TEST_SECRET_KEY });
    const email = await createEmail(database.pool, (await createAccount(database.pool)).id);
    const tokens = createTrackingTokens(TEST_SECRET_KEYS);
    const recipientId = email.recipients[0]?.id ?? '';
    const target = 'https://acme.dev/';
    const numbers = [...Array(20).keys()];
    const answers = await Promise.all(
      numbers.map((number) =>
        get(port, `/c/${tokens.link(recipientId, { number, target: `${target}${number}` })}`),
      ),
    );
    const exit = exitOf(child);
    child.kill('SIGTERM');
    for (const answer of answers) expect(answer).to.match(/^HTTP\/1\.1 302 /);
    expect(await exit).to.equal(0);
    const { rowCount } = await database.pool.query('SELECT FROM tracking_hits WHERE email_id = $1', [
      email.id,
    ]);
    expect(rowCount).to.equal(numbers.length);
  });

  it('ends with code 78 and one sentence when its configuration is wrong', async () => {
    const { child, output } = spawnWeb({ DATABASE_URL: 'nonsense' });
    expect(await exitOf(child)).to.equal(EXIT_CONFIG);
    const [line = '', ...others] = output.join('').trim().split('\n');
    expect(others).to.deep.equal([]);
    expect(JSON.parse(line).msg).to.include('DATABASE_URL').and.not.include('nonsense');
  });

  it('starts no server on a port that is taken', async () => {
    const other = await createTcpServer(() => {});
    const ids = createIds(createSystemClock());
    const options = {
      app: () => {},
      ids,
      publicUrl: 'http://localhost',
      port: other.port,
      host: '127.0.0.1',
    };
    const failure = await startServer(options).catch((error: NodeJS.ErrnoException) => error.code);
    expect(failure).to.equal('EADDRINUSE');
    await other.close();
  });
});
