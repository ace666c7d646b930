// A real redis-server for a test, on a free port, without persistence: after a kill every job is lost. Tests stop,
// freeze and restart it to prove that nothing depends on it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../../../dev/processes/ports.ts';
import { withTimeout } from '../../../shared/platform/time/timeout.ts';
import { eventually } from '../time/eventually.ts';

/** Whether tests that need Redis can run; test/run.ts reports it when the machine has none. */
export const HAS_REDIS = !process.env['TEST_WITHOUT_REDIS'];

/** A running redis-server. */
export interface TestRedis {
  readonly url: string;
  /** Kills it; its data is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  restart(): Promise<void>;
  /** Freezes it (SIGSTOP): connections stay open and are not answered. */
  freeze(): void;
  thaw(): void;
}

/** A server that is starting may accept a connection and never answer on it. */
const ANSWERS_WITHIN_MS = 3_000;

/** True when a redis-server or a Sentinel answers on a port. */
export async function answers(port: number, password = ''): Promise<boolean> {
  const client = new Redis(port, '127.0.0.1', { password, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await withTimeout(ANSWERS_WITHIN_MS, 'Connecting', client.connect());
    return (await withTimeout(ANSWERS_WITHIN_MS, 'PING', client.ping())) === 'PONG';
  } finally {
    client.disconnect();
  }
}

/** Starts a server; the caller kills it. */
export async function startRedis(settings: readonly string[] = [], wantedPort?: number): Promise<TestRedis> {
  const port = wantedPort ?? (await freePort());
  let server: ChildProcess | undefined;
  const restart = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    server = spawn('redis-server', [...options, ...settings], { stdio: 'ignore' });
    await eventually('redis-server answers', () => answers(port));
  };
  await restart();
  return {
    url: `redis://127.0.0.1:${port}`,
    restart,
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const exit = once(server, 'exit');
      server.kill('SIGKILL');
      await exit;
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  };
}
