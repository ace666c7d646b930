import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { FairTurns } from '../../../../shared/platform/sharing/fair-turns.ts';
import { failureOf } from '../../../support/failure-of.ts';

/** Longer than a turn, so that nothing follows it in the same one. */
function computeLong(): void {
  const endsAt = performance.now() + 25;
  while (performance.now() < endsAt);
}

describe('Fair turns of the event loop', () => {
  it('answers results and errors of computations, which begin in a later turn', async () => {
    const turns = new FairTurns();
    let isDone = false;
    const result = turns.run('a', () => {
      isDone = true;
      return 7;
    });
    expect(isDone).to.equal(false);
    expect(await result).to.equal(7);
    const error = new Error('a bug');
    const failing = turns.run('a', () => {
      throw error;
    });
    expect(await failureOf(failing)).to.equal(error);
    expect(await turns.run('a', () => 8)).to.equal(8);
  });

  it('runs one long computation per turn of the loop, and owners take turns', async () => {
    const turns = new FairTurns();
    const order: string[] = [];
    const run = (owner: string) =>
      turns.run(owner, () => {
        order.push(owner);
        computeLong();
      });
    const all = Promise.all([run('a'), run('a'), run('a'), run('b')]);
    // Other work of the loop comes between any two of them.
    for (let turn = 1; turn <= 4; turn += 1) {
      const before = order.length;
      while (order.length === before) await nextTurn();
      expect(order).to.have.length(turn);
    }
    await all;
    expect(order).to.deep.equal(['a', 'b', 'a', 'a']);
  });

  it('runs many short computations in a turn, and says to a long one when to end', async () => {
    const turns = new FairTurns();
    let turnsSeen = 0;
    let isWatching = true;
    const watch = () => {
      turnsSeen += 1;
      if (isWatching) setImmediate(watch);
    };
    setImmediate(watch);
    await Promise.all(Array.from({ length: 1_000 }, () => turns.run('a', () => 1)));
    isWatching = false;
    expect(turnsSeen).to.be.below(500);
    const mayGoOn = await turns.run('a', (may) => {
      const first = may();
      computeLong();
      return [first, may()];
    });
    expect(mayGoOn).to.deep.equal([true, false]);
  });

  it('leaves the loop to other work for as long as a turn took, where it rests', async () => {
    const turns = new FairTurns(5, { rests: true });
    const times: number[] = [];
    const run = () =>
      turns.run('a', () => {
        times.push(performance.now());
        computeLong();
        times.push(performance.now());
      });
    await Promise.all([run(), run()]);
    const [begun = 0, ended = 0, next = 0] = times;
    // A timer may be early by a millisecond.
    expect(next - ended).to.be.at.least(ended - begun - 2);
    expect(await turns.run('a', () => 7)).to.equal(7);
  });
});
