// The lifecycle of a process (readiness, graceful shutdown, exit codes), with real processes and real signals.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { eventually } from '../../../support/time/eventually.ts';

const MAIN = fileURLToPath(new URL('../../../support/processes/process-main.ts', import.meta.url));
const ENVIRONMENT = { NODE_ENV: 'test', DATABASE_URL: 'postgres://u:hunter2@127.0.0.1/x', LOG_LEVEL: 'info' };

type Line = Record<string, unknown> & { event?: string; msg?: string };

/** A process under test, with its output so far. */
interface Watched {
  child: ChildProcess;
  lines: Line[];
  messages: unknown[];
  /** Resolves with exit code and signal, after all output has been read. */
  ended: Promise<[number | null, NodeJS.Signals | null]>;
}

interface WatchOptions {
  environment?: Record<string, string>;
  /** False: without a supervisor and its IPC channel. */
  supervised?: boolean;
}

function watch(behaviour: string, { environment = {}, supervised = true }: WatchOptions = {}): Watched {
  const child = spawn(process.execPath, ['--import', 'tsx/esm', MAIN, behaviour], {
    stdio: ['ignore', 'pipe', 'inherit', ...(supervised ? (['ipc'] as const) : [])],
    env: { PATH: process.env['PATH'], ...ENVIRONMENT, ...environment },
  });
  const lines: Line[] = [];
  const messages: unknown[] = [];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line) as Line));
  });
  child.on('message', (message) => messages.push(message));
  // Not 'close': Node does not emit it once the parent has disconnected.
  const ended = Promise.all([once(child, 'exit'), child.stdout && once(child.stdout, 'end')]).then(
    ([exit]) => exit as [number | null, NodeJS.Signals | null],
  );
  return { child, lines, messages, ended };
}

const saw = (watched: Watched, wanted: Line) =>
  eventually(`the process says ${JSON.stringify(wanted)}`, () =>
    watched.lines.some((line) => Object.entries(wanted).every(([key, value]) => line[key] === value)),
  );

const events = ({ lines }: Watched) => lines.flatMap(({ event }) => event ?? []);

describe('a process', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`reports to its supervisor that it is ready, and shuts down gracefully and exits with 0 at ${signal}`, async () => {
      const watched = watch('runs');
      await saw(watched, { msg: 'ready', port: 4711 });
      await eventually('the message arrives', () => watched.messages.length > 0);
      expect(watched.messages).to.deep.equal([{ type: 'ready', port: 4711 }]);
      watched.child.kill(signal);
      expect(await watched.ended).to.deep.equal([0, null]);
      expect(events(watched)).to.deep.equal(['stop began', 'stop ended']);
      await saw(watched, { msg: 'stopping', reason: signal });
    });
  }

  it('shuts down gracefully when its supervisor is gone', async () => {
    const watched = watch('runs');
    await saw(watched, { msg: 'ready' });
    watched.child.disconnect();
    expect(await watched.ended).to.deep.equal([0, null]);
    expect(events(watched)).to.deep.equal(['stop began', 'stop ended']);
  });

  it('stops once, even after several signals', async () => {
    const watched = watch('runs');
    await saw(watched, { msg: 'ready' });
    watched.child.kill('SIGTERM');
    watched.child.kill('SIGINT');
    watched.child.disconnect();
    expect(await watched.ended).to.deep.equal([0, null]);
    expect(events(watched)).to.deep.equal(['stop began', 'stop ended']);
  });

  it('needs no supervisor, and continues after a warning, which it logs', async () => {
    const watched = watch('warns-later', { supervised: false });
    await saw(watched, { msg: 'ready' });
    await saw(watched, { msg: 'warning of the process', level: 40 });
    watched.child.kill('SIGTERM');
    expect(await watched.ended).to.deep.equal([0, null]);
  });

  it('exits with the code that it requested itself', async () => {
    const watched = watch('asks-to-stop');
    expect(await watched.ended).to.deep.equal([1, null]);
    expect(events(watched)).to.deep.equal(['stop began', 'stop ended']);
  });

  it('exits at once when it is stopped during its start', async () => {
    const watched = watch('start-hangs');
    await saw(watched, { event: 'starting' });
    watched.child.kill('SIGTERM');
    expect(await watched.ended).to.deep.equal([0, null]);
    expect(watched.messages).to.deep.equal([]);
  });
});

describe('a process that fails', () => {
  for (const behaviour of ['throws-later', 'rejects-later']) {
    it(`shuts down gracefully and exits with 1 when something ${behaviour.replace('-', ' ')}`, async () => {
      const watched = watch(behaviour);
      expect(await watched.ended).to.deep.equal([1, null]);
      expect(events(watched)).to.deep.equal(['stop began', 'stop ended']);
      await saw(watched, { msg: 'uncaught error: this is a bug', level: 60 });
    });
  }

  it('exits with 1 after an uncaught error during the shutdown', async () => {
    const watched = watch('stop-throws');
    await saw(watched, { msg: 'ready' });
    watched.child.kill('SIGTERM');
    expect(await watched.ended).to.deep.equal([1, null]);
    expect(events(watched)).to.deep.equal(['stop began', 'stop ended']);
  });

  it('exits with 1 when its shutdown fails', async () => {
    const watched = watch('stop-fails');
    await saw(watched, { msg: 'ready' });
    watched.child.kill('SIGTERM');
    expect(await watched.ended).to.deep.equal([1, null]);
    await saw(watched, { msg: 'the graceful shutdown failed' });
  });

  it('exits with 1 when it cannot start, and logs why', async () => {
    const watched = watch('start-fails');
    expect(await watched.ended).to.deep.equal([1, null]);
    await saw(watched, { msg: 'could not start' });
    expect(watched.lines.at(-1)).to.have.nested.property('err.message', 'the database is away');
    expect(watched.messages).to.deep.equal([]);
  });

  it('exits with 78 and logs one line when its configuration is invalid', async () => {
    const watched = watch('runs', { environment: { PORT: 'http' } });
    expect(await watched.ended).to.deep.equal([78, null]);
    expect(watched.lines).to.have.length(1);
    expect(watched.lines[0]).to.include({ level: 60, msg: 'Configuration: "PORT" must be a number.' });
    expect(JSON.stringify(watched.lines)).not.to.contain('hunter2');
  });

  it('exits with 78 and logs one line when start refuses the configuration', async () => {
    const watched = watch('start-refuses');
    expect(await watched.ended).to.deep.equal([78, null]);
    expect(watched.lines.map(({ msg }) => msg)).to.deep.equal(['Name the groups to run.']);
  });
});

describe('a shutdown that hangs', () => {
  it('is cut off, and the process exits with 1', async () => {
    const watched = watch('stop-hangs');
    await saw(watched, { msg: 'ready' });
    watched.child.kill('SIGTERM');
    expect(await watched.ended).to.deep.equal([1, null]);
    expect(events(watched)).to.deep.equal(['stop began']);
  });

  it('is cut off also when nothing else keeps the process alive, with the requested exit code', async () => {
    const watched = watch('asks-and-hangs', { supervised: false });
    expect(await watched.ended).to.deep.equal([7, null]);
    expect(events(watched)).to.deep.equal(['stop began']);
  });
});
