// A real PgBouncer (from apt) on a free port of 127.0.0.1, in front of one Postgres, as an ordinary user: it refuses to
// run as root. Tests change its mode while it runs, kill it and freeze it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findServerUser } from '../../../dev/postgres/server-user.ts';
import { freePort } from '../../../dev/processes/ports.ts';
import { eventually } from '../time/eventually.ts';

/** `pgbouncer.ini`: when another client may get the connection to Postgres. */
export type PoolMode = 'session' | 'transaction' | 'statement';

/** A running PgBouncer. */
export interface PgBouncer {
  /** The URL of a database, given that of Postgres, through it. */
  urlOf(databaseUrl: string): string;
  /** Writes pgbouncer.ini and reads it again, while clients are connected. */
  setMode(mode: PoolMode): Promise<void>;
  /** A command of its console: RELOAD, PAUSE, RESUME, SHOW POOLS. @returns the rows of its answer */
  command(words: string): Promise<Record<string, unknown>[]>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** What differs from the defaults of PgBouncer. */
export interface PgBouncerOptions {
  mode: PoolMode;
  /** Lines of pgbouncer.ini, `default_pool_size=1`. */
  settings?: readonly string[];
}

/** In session mode each connection of a client is one to Postgres: its default is 20 for each user and database. */
const POOL_SIZE = 'default_pool_size=300';

/** @param server URL of a superuser of Postgres, as whom all clients log in there */
export async function startPgBouncer(server: string, options: PgBouncerOptions): Promise<PgBouncer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-pgbouncer-'));
  const user = await findServerUser(directory);
  const port = await freePort('127.0.0.1', true);
  const file = path.join(directory, 'pgbouncer.ini');
  const write = (mode: PoolMode) =>
    writeFile(file, configurationOf(server, port, { ...options, mode }), { mode: 0o600 });
  await write(options.mode);
  if (user) await Promise.all([directory, file].map((name) => chown(name, user.uid, user.gid)));
  const console = async (words: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'lab', database: 'pgbouncer' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(words)).rows;
    } finally {
      await client.end();
    }
  };
  let running: ChildProcess | undefined;
  const restart = async () => {
    running = spawn('pgbouncer', ['--quiet', file], { ...user, stdio: 'ignore' });
    await eventually('PgBouncer answers', () => console('SHOW VERSION'));
  };
  const kill = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exit = once(running, 'exit');
    running.kill('SIGKILL');
    await exit;
  };
  await restart();
  return {
    urlOf: (databaseUrl) => Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    async setMode(mode) {
      await write(mode);
      await console('RELOAD');
    },
    command: console,
    kill,
    restart,
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(directory, { recursive: true });
    },
  };
}

function configurationOf(server: string, port: number, { mode, settings = [] }: PgBouncerOptions): string {
  const { hostname, port: serverPort, username, password } = new URL(server);
  return [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr=127.0.0.1',
    `listen_port=${port}`,
    'unix_socket_dir=',
    'auth_type=any',
    'admin_users=lab',
    'max_client_conn=1000',
    POOL_SIZE,
    `pool_mode=${mode}`,
    ...settings,
    '',
  ].join('\n');
}
