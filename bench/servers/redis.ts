// Starts a redis-server for the bench, as durable as a queue in production: append-only file, synced each second.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../dev/processes/ports.ts';

/** A running server. */
export interface BenchRedis {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const READY = 'Ready to accept connections';

/** Starts the installed `redis-server`. */
export async function startRedis(): Promise<BenchRedis> {
  const port = await freePort();
  const directory = await mkdtemp(path.join(tmpdir(), `posthorn-bench-redis-`));
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const remove = () => rm(directory, { recursive: true, force: true });
  const ended = once(server, 'exit').then(() => Promise.reject(new Error('The process ended.')));
  await Promise.race([untilReady(server.stdout), ended]).catch(async (cause: unknown) => {
    await remove();
    throw new Error('redis-server did not start: is it installed?', { cause });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGKILL');
      await once(server, 'exit');
      await remove();
    },
  };
}

async function untilReady(output: NodeJS.ReadableStream): Promise<void> {
  // Reading continues after the start: a full pipe would stop the server.
  const lines = createInterface({ input: output });
  await new Promise<void>((resolve) => {
    lines.on('line', (line) => line.includes(READY) && resolve());
  });
}
