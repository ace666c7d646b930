import { expect } from 'chai';
import { FairLimit, type FairLimits, type Leave } from '../../../../shared/platform/sharing/fair-limit.ts';

describe('A fair limit', () => {
  /** Enters holders, named by the letter of their owner and a number; `entered` has those that were let in. */
  function open(limits: FairLimits) {
    const limit = new FairLimit(limits);
    const entered: string[] = [];
    const leaves = new Map<string, Leave>();
    const enter = (name: string, weight?: number) =>
      limit.enter(
        name.slice(0, 1),
        (leave) => {
          entered.push(name);
          leaves.set(name, leave);
        },
        weight,
      );
    const leave = (name: string) => leaves.get(name)?.();
    return { limit, entered, enter, leave };
  }

  it('lets in at once while there is room, of all and of an owner', () => {
    const { entered, enter } = open({ total: 3, perOwner: 2 });
    expect(['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => enter(name))).to.not.include(false);
    expect(entered).to.deep.equal(['a1', 'a2', 'b1']);
  });

  it('lets those in that wait, owner by owner, and those of an owner in their order', () => {
    const { entered, enter, leave } = open({ total: 1 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) enter(name);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) leave(name);
    expect(entered).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('lets a light one pass a heavy one of another owner, and a single one weigh anything', () => {
    const { entered, enter, leave } = open({ weight: 10 });
    for (const [name, weight] of [
      ['a1', 100],
      ['a2', 8],
      ['b1', 3],
      ['c1', 2],
    ] as const)
      enter(name, weight);
    expect(entered).to.deep.equal(['a1']);
    leave('a1');
    expect(entered).to.deep.equal(['a1', 'a2', 'c1']);
    leave('a2');
    expect(entered.at(-1)).to.equal('b1');
  });

  it('lets none pass those of its own owner that wait', () => {
    const { entered, enter, leave } = open({ weight: 10 });
    enter('a1', 6);
    enter('a2', 6);
    enter('a3', 1);
    expect(entered).to.deep.equal(['a1']);
    leave('a1');
    expect(entered).to.deep.equal(['a1', 'a2', 'a3']);
  });

  it('lets any number in that leave at once', () => {
    const limit = new FairLimit({ total: 1 });
    const leaves: Leave[] = [];
    let left = 0;
    limit.enter('a', (leave) => leaves.push(leave));
    for (let number = 0; number < 100_000; number += 1)
      limit.enter('a', (leave) => {
        left += 1;
        leave();
      });
    leaves[0]?.();
    expect(left).to.equal(100_000);
  });

  it('refuses those that too many wait before, and forgets all that wait', () => {
    const { limit, entered, enter, leave } = open({ total: 1, waiting: 3, waitingPerOwner: 2 });
    enter('a1');
    expect(['a2', 'a3', 'a4', 'b1', 'b2'].map((name) => enter(name))).to.deep.equal([
      true,
      true,
      false,
      true,
      false,
    ]);
    expect(limit.waitingOf('a')).to.equal(2);
    limit.clear();
    leave('a1');
    expect(entered).to.deep.equal(['a1']);
    expect(enter('b3')).to.equal(true);
  });

  it('gives the room back when work fails, also at once', async () => {
    const limit = new FairLimit({ total: 1, waiting: 0 });
    const failing = limit.run('a', () => Promise.reject(new Error('no')));
    expect(limit.run('b', () => Promise.resolve('too many'))).to.equal(undefined);
    expect(await failing?.catch(String)).to.equal('Error: no');
    const throwing = limit.run('b', () => {
      throw new Error('at once');
    });
    expect(await throwing?.catch(String)).to.equal('Error: at once');
    expect(await limit.run('b', () => Promise.resolve('done'))).to.equal('done');
  });
});
