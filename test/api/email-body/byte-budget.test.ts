import { expect } from 'chai';
import { createByteBudget } from '../../../api/email-body/byte-budget.ts';

/** Lets everything go on that may. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('The bytes that large bodies may hold', () => {
  it('are given while there are some, and then to those who wait when others are done', async () => {
    const budget = createByteBudget(100);
    const [first, second, third] = [budget.open(), budget.open(), budget.open()];
    const taken: string[] = [];
    await first.take(60);
    await second.take(40);
    void second.take(1).then(() => taken.push('second'));
    void third.take(30).then(() => taken.push('third'));
    await turn();
    expect(taken).to.deep.equal([]);
    first.release();
    await turn();
    expect(taken).to.deep.equal(['second', 'third']);
  });

  it('never keep the one waiting that began first, so that it ends', async () => {
    const budget = createByteBudget(100);
    const [first, second] = [budget.open(), budget.open()];
    await second.take(100);
    await first.take(500);
    let isTaken = false;
    void second.take(1).then(() => {
      isTaken = true;
    });
    await turn();
    expect(isTaken).to.equal(false);
    first.release();
    await turn();
    expect(isTaken, 'the second is the first now').to.equal(true);
  });

  it('keep nobody waiting who has gone', async () => {
    const budget = createByteBudget(10);
    const [first, second] = [budget.open(), budget.open()];
    await first.take(10);
    const waiting = second.take(5);
    second.release();
    await waiting;
    await second.take(5);
    first.release();
    await budget.open().take(10);
  });
});
