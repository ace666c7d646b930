// The loop of tick, sweeper and liveness: runs at once, then at its interval, never twice at the same time, also after
// failures.
import { mock } from 'node:test';
import { expect } from 'chai';
import { createLog } from '../../../shared/platform/log/log.ts';
import { type Repeat, repeat } from '../../../workers/runtime/repeat.ts';
import { watchEnd } from '../../support/time/signal.ts';

describe('a repeated task', () => {
  let now = 0;
  let runs: { finish(): void; fail(error: Error): void }[];
  let loop: Repeat;
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    level: 'debug',
    process: 'test',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const advance = async (milliseconds: number) => {
    now += milliseconds;
    mock.timers.tick(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const finishLast = async () => {
    runs.at(-1)?.finish();
    await advance(0);
  };

  beforeEach(() => {
    now = 1_000;
    lines.length = 0;
    runs = [];
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => now);
    const run = () =>
      new Promise<void>((resolve, reject) => {
        runs.push({ finish: resolve, fail: reject });
      });
    loop = repeat({ name: 'probe', everyMs: 1_000, log, run });
  });
  afterEach(async () => {
    const stopped = loop.stop();
    await finishLast();
    await stopped;
    mock.timers.reset();
    mock.restoreAll();
  });

  it('runs at once', () => {
    expect(runs).to.have.length(1);
  });

  it('runs again one interval after the start of the last run', async () => {
    await advance(300);
    await finishLast();
    await advance(699);
    expect(runs).to.have.length(1);
    await advance(1);
    expect(runs).to.have.length(2);
  });

  it('never runs twice at the same time, and runs at once after a run that took too long', async () => {
    await advance(5_000);
    expect(runs).to.have.length(1);
    await finishLast();
    await advance(1);
    expect(runs).to.have.length(2);
  });

  it('continues after a run that fails, and logs it', async () => {
    runs[0]?.fail(new Error('away'));
    await advance(0);
    await advance(1_000);
    expect(runs).to.have.length(2);
    expect(lines[0]).to.include({ loop: 'probe', msg: 'a run failed; the next one tries again' });
  });

  it('when stopped, ends after the current run', async () => {
    const stopping = loop.stop();
    const stop = watchEnd(stopping);
    await advance(1_000);
    expect(stop.hasEnded).to.equal(false);
    await finishLast();
    await stopping;
    await advance(10_000);
    expect(runs).to.have.length(1);
  });

  it('when stopped between two runs, ends at once', async () => {
    await finishLast();
    await loop.stop();
    await advance(10_000);
    expect(runs).to.have.length(1);
  });
});

describe('a repeated task that throws before it returns a promise', () => {
  it('does not stop the loop either', async () => {
    let runs = 0;
    const log = createLog({ level: 'silent', process: 'test' });
    const ranTwice = new Promise<void>((resolve) => {
      const loop = repeat({
        name: 'probe',
        everyMs: 1,
        log,
        run: () => {
          runs += 1;
          if (runs === 2) resolve(loop?.stop());
          throw new Error('a bug');
        },
      });
    });
    await ranTwice;
    expect(runs).to.equal(2);
  });
});
