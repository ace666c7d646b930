import { expect } from 'chai';
import { FairQueue } from '../../../../shared/platform/sharing/fair-queue.ts';

describe('A fair queue', () => {
  const filled = () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.slice(0, 1), item);
    return queue;
  };
  const takeAll = (queue: FairQueue<string>) => Array.from({ length: queue.size }, () => queue.take());

  it('takes items of the owners round robin, and the items of one owner in their order', () => {
    expect(takeAll(filled())).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('skips an owner whose item may not be taken, without losing its place', () => {
    const queue = filled();
    expect(queue.take((_item, owner) => owner !== 'a')).to.equal('b1');
    expect(takeAll(queue)).to.deep.equal(['a1', 'c1', 'b2', 'a2', 'a3']);
  });

  it('counts the waiting items of all owners and of one', () => {
    const queue = filled();
    queue.take();
    expect([queue.size, queue.sizeOf('a'), queue.sizeOf('nobody')]).to.deep.equal([5, 2, 0]);
    expect(queue.clear()).to.have.length(5);
    expect([queue.size, queue.take()]).to.deep.equal([0, undefined]);
  });
});
