// A process that behaves as its first argument says, so that a test can watch the life of a process from outside. It
// writes its events to stdout, in addition to its log.
import { ConfigError } from '../../../shared/platform/config/config.ts';
import { type ProcessContext, type Running, runProcess } from '../../../shared/platform/lifecycle/process.ts';

const behaviour = process.argv[2];
const STOP_TIMEOUT_MS = 500;

await runProcess('test process', start, STOP_TIMEOUT_MS);

function report(event: string): void {
  process.stdout.write(`${JSON.stringify({ event })}\n`);
}

async function start({ requestStop }: ProcessContext): Promise<Running> {
  if (behaviour === 'start-fails') throw new Error('the database is away');
  if (behaviour === 'start-refuses') throw new ConfigError('Name the groups to run.');
  // Keeps the process alive, as a server would.
  const alive = setInterval(() => {}, 60_000);
  if (behaviour === 'start-hangs') {
    report('starting');
    await new Promise(() => {});
  }
  if (behaviour === 'throws-later') setImmediate(() => throwLater());
  if (behaviour === 'rejects-later') setImmediate(() => void Promise.reject(new Error('a bug')));
  if (behaviour === 'warns-later') setImmediate(() => process.emitWarning(new Error('take care')));
  if (behaviour === 'asks-to-stop') setImmediate(() => requestStop(1));
  if (behaviour === 'asks-and-hangs') setImmediate(() => requestStop(7));
  return {
    announcement: { port: 4711 },
    async stop() {
      report('stop began');
      clearInterval(alive);
      if (behaviour?.endsWith('hangs')) await new Promise(() => {});
      if (behaviour === 'stop-fails') throw new Error('the stop failed');
      if (behaviour === 'stop-throws') setImmediate(() => throwLater());
      await new Promise((resolve) => setTimeout(resolve, 20));
      report('stop ended');
    },
  };
}

function throwLater(): never {
  throw new Error('a bug');
}
