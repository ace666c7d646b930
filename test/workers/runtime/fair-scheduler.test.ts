// The fair scheduler of targets, endpoints of webhooks or mailbox providers: none delays another (docs/architecture/guarantees.md#fairness).
import { expect } from 'chai';
import { createFairScheduler, type FairScheduler } from '../../../workers/runtime/fair-scheduler.ts';

const ALL = 100_000;

describe('turns of targets', () => {
  const names = (count: number, prefix = 'e') =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const askAll = (turns: FairScheduler, targets: readonly string[]) => {
    for (const target of targets) turns.ask(target);
  };
  /** Asks and takes until no more places are given. @returns places given */
  const takeAll = (turns: FairScheduler, targets: readonly string[]): number => {
    let given = 0;
    for (;;) {
      askAll(turns, targets);
      const taken = turns.take(ALL);
      if (taken.length === 0) return given;
      given += taken.reduce((sum, { slots }) => sum + slots, 0);
    }
  };
  /** Takes places and ends them with a result. @returns places given */
  const use = (turns: FairScheduler, result: 'success' | 'failure'): number => {
    const taken = turns.take(ALL);
    for (const { target, slots } of taken) {
      for (let place = 0; place < slots; place += 1) turns.end(target, result);
    }
    return taken.reduce((sum, { slots }) => sum + slots, 0);
  };
  /** Makes a target proven: its window has the largest size. */
  const prove = (turns: FairScheduler, target: string) => {
    turns.ask(target);
    for (let count = 0; count < 8; count += 1) use(turns, 'success');
  };

  it('begin with one place', () => {
    const turns = createFairScheduler(1_000);
    expect(takeAll(turns, ['a'])).to.equal(1);
  });

  it('grow by one place with each success, up to 32', () => {
    const turns = createFairScheduler(1_000);
    turns.ask('a');
    const sizes = Array.from({ length: 8 }, () => use(turns, 'success'));
    expect(sizes).to.deep.equal([1, 2, 4, 8, 16, 32, 32, 32]);
  });

  it('are one place again after a failure', () => {
    const turns = createFairScheduler(1_000);
    prove(turns, 'a');
    expect(use(turns, 'failure')).to.equal(32);
    expect(turns.take(ALL)).to.deep.equal([{ target: 'a', slots: 1 }]);
  });

  it('are at most an eighth of the free places, with an eighth of all reserved', () => {
    const turns = createFairScheduler(80);
    prove(turns, 'a');
    expect(turns.take(ALL)).to.deep.equal([{ target: 'a', slots: 8 }]);
  });

  it('leave places free for the next target, however many become slow', () => {
    const turns = createFairScheduler(1_000);
    const slow = names(100, 'slow');
    for (const target of slow) prove(turns, target);
    takeAll(turns, slow);
    expect(turns.inProgress).to.be.within(500, 999);
    turns.ask('quick');
    expect(turns.take(ALL)).to.deep.equal([{ target: 'quick', slots: 1 }]);
  });

  it('of unknown targets are at most half of all places', () => {
    const turns = createFairScheduler(100);
    expect(takeAll(turns, names(500))).to.equal(50);
  });

  it('of targets that fail are at most a quarter of all places', () => {
    const turns = createFairScheduler(100);
    const failing = names(500);
    askAll(turns, failing);
    for (let left = failing.length; left > 0; ) left -= use(turns, 'failure');
    expect(takeAll(turns, failing)).to.equal(25);
  });

  it('count as those of a failing target as soon as its failures are known', () => {
    const turns = createFairScheduler(100);
    const failing = names(50);
    expect(takeAll(turns, failing)).to.equal(50);
    for (const target of failing) turns.learn(target, true);
    for (const target of failing.slice(0, 20)) turns.end(target, 'failure');
    // Thirty are still in use: more than a quarter, so these targets get no more places, but others do.
    expect(takeAll(turns, failing)).to.equal(0);
    expect(takeAll(turns, names(500, 'other'))).to.equal(20);
  });

  it('of a target that responds come however many others hang', () => {
    const turns = createFairScheduler(100);
    prove(turns, 'good');
    askAll(turns, names(500));
    const taken = turns.take(ALL);
    const good = taken.find(({ target }) => target === 'good')?.slots ?? 0;
    expect(good).to.be.above(1);
    expect(turns.inProgress - good).to.equal(50);
    for (let place = 0; place < good; place += 1) turns.end('good', 'success');
    expect(turns.take(ALL).map(({ target }) => target)).to.deep.equal(['good']);
  });

  it('of a proven target come although it was idle in the meantime', () => {
    const turns = createFairScheduler(100);
    turns.ask('good');
    use(turns, 'success');
    for (const { target, slots } of turns.take(ALL)) {
      for (let place = 0; place < slots; place += 1) turns.end(target, 'unused');
    }
    expect(turns.known).to.equal(0);
    expect(takeAll(turns, names(500))).to.equal(50);
    turns.ask('good');
    expect(turns.take(ALL)).to.deep.equal([{ target: 'good', slots: 1 }]);
  });

  /** Takes for proven targets that always have work. @returns the other targets that got places */
  const takeUnderLoad = (turns: FairScheduler, proven: readonly string[], atMost: number): string[] => {
    askAll(turns, proven);
    const taken = turns.take(atMost);
    for (const { target, slots } of taken.filter(({ target }) => proven.includes(target))) {
      for (let place = 0; place < slots; place += 1) turns.end(target, 'success');
    }
    return taken.map(({ target }) => target).filter((target) => !proven.includes(target));
  };

  it('of unknown targets are few at a time while proven ones have work', () => {
    const turns = createFairScheduler(1_000);
    const proven = names(40, 'good');
    for (const target of proven) prove(turns, target);
    askAll(turns, names(100));
    expect(takeUnderLoad(turns, proven, 200)).to.have.length(8);
    for (const target of proven) turns.end(target, 'unused');
    const quiet = createFairScheduler(1_000);
    askAll(quiet, names(100));
    expect(quiet.take(200)).to.have.length(100);
  });

  it('come to every target within a bounded number of takes, however much work proven ones have', () => {
    const turns = createFairScheduler(1_000);
    const proven = names(100, 'good');
    for (const target of proven) prove(turns, target);
    const unknown = names(200);
    askAll(turns, unknown);
    const met = Array.from({ length: 25 }, () => takeUnderLoad(turns, proven, 200));
    expect(met.flat()).to.deep.equal(unknown);
  });

  it('come to targets that fail as well, however many others wait', () => {
    const turns = createFairScheduler(1_000);
    const proven = names(100, 'good');
    const failing = names(20, 'failing');
    for (const target of proven) prove(turns, target);
    askAll(turns, failing);
    for (const target of failing) turns.learn(target, true);
    askAll(turns, names(400));
    const met = Array.from({ length: 5 }, () => takeUnderLoad(turns, proven, 200)).flat();
    expect(met.filter((target) => failing.includes(target))).to.have.members(failing);
  });

  it('come in the order in which targets asked', () => {
    const turns = createFairScheduler(8);
    askAll(turns, ['a', 'b', 'c', 'd', 'e']);
    expect(turns.take(2).map(({ target }) => target)).to.deep.equal(['a', 'b']);
    expect(turns.take(ALL).map(({ target }) => target)).to.deep.equal(['c', 'd']);
    turns.end('a', 'success');
    expect(turns.take(1).map(({ target }) => target)).to.deep.equal(['a']);
    turns.end('c', 'unused');
    expect(turns.take(ALL).map(({ target }) => target)).to.deep.equal(['e']);
  });

  it('come again automatically while there may be more work', () => {
    const turns = createFairScheduler(100);
    turns.ask('a');
    turns.take(ALL);
    turns.end('a', 'success');
    expect(turns.take(ALL)).to.deep.equal([{ target: 'a', slots: 2 }]);
    turns.end('a', 'success');
    turns.end('a', 'unused');
    expect(turns.take(ALL)).to.deep.equal([]);
  });

  it('come again when the target asked in the meantime', () => {
    const turns = createFairScheduler(100);
    turns.ask('a');
    turns.take(ALL);
    turns.ask('a');
    turns.end('a', 'unused');
    expect(turns.take(ALL)).to.deep.equal([{ target: 'a', slots: 1 }]);
  });

  it('are forgotten when there is no work', () => {
    const turns = createFairScheduler(100);
    for (const target of names(50)) {
      turns.ask(target);
      turns.take(ALL);
      turns.end(target, 'unused');
    }
    expect({ inProgress: turns.inProgress, known: turns.known }).to.deep.equal({ inProgress: 0, known: 0 });
  });
});
