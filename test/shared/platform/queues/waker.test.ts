// Batching of wake-ups, with fake timers: few jobs, no waiting callers, and a circuit breaker for a server that is
// away.
import { mock } from 'node:test';
import { expect } from 'chai';
import { createWaker, type WakeOutcome, type Waker } from '../../../../shared/platform/queues/waker.ts';

interface Sending {
  jobs: string[][];
  succeed(): void;
  fail(error: Error): void;
}

const idsOf = (count: number, prefix = 'id') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe('a waker', () => {
  let now = 0;
  let sendings: Sending[];
  let outcomes: { outcome: WakeOutcome; ids: number; error?: unknown }[];
  let waker: Waker;

  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** Advances the time and runs everything that becomes due. */
  const advance = async (milliseconds: number) => {
    now += milliseconds;
    mock.timers.tick(milliseconds);
    await settle();
  };
  const sizes = () => sendings.map(({ jobs }) => jobs.map((ids) => ids.length));
  const succeedAll = async () => {
    for (const sending of sendings) sending.succeed();
    await settle();
  };

  beforeEach(() => {
    now = 1_000_000;
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => now);
    sendings = [];
    outcomes = [];
    waker = createWaker({
      send: (jobs) =>
        new Promise<void>((resolve, reject) => {
          sendings.push({ jobs, succeed: resolve, fail: reject });
        }),
      onOutcome: (outcome, ids, error) =>
        outcomes.push(error === undefined ? { outcome, ids } : { outcome, ids, error }),
    });
  });
  afterEach(async () => {
    // A timer that is left would run in the next test.
    const drained = waker.drain();
    await settle();
    await succeedAll();
    await succeedAll();
    await drained;
    mock.timers.reset();
    mock.restoreAll();
  });

  it('sends the first wake-up at once', () => {
    waker.wake(['a']);
    expect(sendings.map(({ jobs }) => jobs)).to.deep.equal([[['a']]]);
  });

  it('collects later ones for 25 ms into one job', async () => {
    waker.wake(['a']);
    waker.wake(['b']);
    await advance(24);
    waker.wake(['c']);
    expect(sendings).to.have.length(1);
    await advance(1);
    expect(sendings.map(({ jobs }) => jobs)).to.deep.equal([[['a']], [['b', 'c']]]);
  });

  it('sends at most one job per 25 ms while wake-ups keep coming', async () => {
    for (let millisecond = 0; millisecond < 100; millisecond += 1) {
      waker.wake([`id${millisecond}`]);
      await advance(1);
    }
    expect(sizes()).to.deep.equal([[1], [24], [25], [25], [25]]);
  });

  it('sends at once again after a pause', async () => {
    waker.wake(['a']);
    await advance(25);
    waker.wake(['b']);
    expect(sendings).to.have.length(2);
  });

  it('sends as soon as 100 ids are collected', () => {
    waker.wake(['first']);
    waker.wake(idsOf(99));
    expect(sendings).to.have.length(1);
    waker.wake(['hundredth']);
    expect(sizes()).to.deep.equal([[1], [100]]);
  });

  it('puts at most 100 ids into a job, in the order of their arrival', () => {
    const ids = idsOf(250);
    waker.wake(ids);
    expect(sizes()).to.deep.equal([[100, 100, 50]]);
    expect(sendings[0]?.jobs.flat()).to.deep.equal(ids);
  });

  it('sends an id once per batch, and again in the next batch', async () => {
    waker.wake(['first']);
    waker.wake(['a', 'a']);
    waker.wake(['a', 'b']);
    await advance(25);
    waker.wake(['a']);
    await advance(25);
    expect(sendings.map(({ jobs }) => jobs)).to.deep.equal([[['first']], [['a', 'b']], [['a']]]);
  });

  it('sends nothing for no ids, then or later', async () => {
    waker.wake([]);
    await advance(100);
    expect(sendings).to.deep.equal([]);
  });

  it('reports every id as sent after the server has taken it', async () => {
    waker.wake(idsOf(3));
    expect(outcomes).to.deep.equal([]);
    await succeedAll();
    expect(outcomes).to.deep.equal([{ outcome: 'sent', ids: 3 }]);
  });

  describe('whose server fails', () => {
    const error = new Error('away');
    beforeEach(async () => {
      waker.wake(idsOf(3));
      sendings[0]?.fail(error);
      await settle();
    });

    it('reports the ids and the error', () => {
      expect(outcomes).to.deep.equal([{ outcome: 'failed', ids: 3, error }]);
    });

    it('drops wake-ups for a second without a command to the server (open circuit breaker)', async () => {
      await advance(25);
      for (let elapsed = 25; elapsed < 975; elapsed += 25) {
        waker.wake([`id${elapsed}`]);
        await advance(25);
      }
      expect(sendings).to.have.length(1);
      const dropped = outcomes.filter(({ outcome }) => outcome === 'dropped');
      expect(dropped.reduce((sum, { ids }) => sum + ids, 0)).to.be.at.least(37);
    });

    it('tries again after the second', async () => {
      await advance(999);
      waker.wake(['dropped']);
      await advance(25);
      expect(sendings).to.have.length(1);
      waker.wake(['sent']);
      await advance(25);
      expect(sendings.at(-1)?.jobs).to.deep.equal([['sent']]);
    });
  });

  describe('with eight running commands', () => {
    beforeEach(async () => {
      for (let command = 0; command < 8; command += 1) {
        waker.wake([`first${command}`]);
        await advance(25);
      }
      expect(sendings).to.have.length(8);
    });

    it('sends no ninth', async () => {
      waker.wake(idsOf(500));
      await advance(1_000);
      expect(sendings).to.have.length(8);
      expect(outcomes).to.deep.equal([]);
    });

    it('sends the collected ids as soon as one has ended', async () => {
      waker.wake(idsOf(250));
      sendings[3]?.succeed();
      await settle();
      expect(sizes().at(-1)).to.deep.equal([100, 100, 50]);
    });

    it('collects ten thousand ids', async () => {
      waker.wake(idsOf(10_000));
      await advance(25);
      expect(outcomes).to.deep.equal([]);
      sendings[0]?.succeed();
      await settle();
      expect(sendings.at(-1)?.jobs.flat()).to.have.length(10_000);
    });

    it('drops the collected ids when there are more', async () => {
      waker.wake(idsOf(10_000));
      waker.wake(['one too many']);
      await advance(25);
      expect(outcomes).to.deep.equal([{ outcome: 'dropped', ids: 10_001 }]);
      expect(sendings).to.have.length(8);
    });

    it('drops the collected ids when one of them fails', async () => {
      waker.wake(idsOf(5));
      sendings[0]?.fail(new Error('away'));
      await settle();
      expect(outcomes.map(({ outcome, ids }) => [outcome, ids])).to.deep.equal([
        ['failed', 1],
        ['dropped', 5],
      ]);
    });

    it('sends the rest and waits for all of them when it is drained', async () => {
      waker.wake(idsOf(5));
      let drained = false;
      const draining = waker.drain().then(() => {
        drained = true;
      });
      await succeedAll();
      expect(sizes().at(-1)).to.deep.equal([5]);
      expect(drained).to.equal(false);
      await succeedAll();
      await draining;
      expect(outcomes.reduce((sum, { ids }) => sum + ids, 0)).to.equal(13);
    });
  });

  it('sends the collected ids at once when it is drained', async () => {
    waker.wake(['a']);
    waker.wake(['b']);
    const draining = waker.drain();
    expect(sendings).to.have.length(2);
    await succeedAll();
    await draining;
    await advance(1_000);
    expect(sendings).to.have.length(2);
  });

  it('waits also for commands that fail when it is drained', async () => {
    waker.wake(['a']);
    const draining = waker.drain();
    sendings[0]?.fail(new Error('away'));
    await draining;
    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(['failed']);
  });
});
