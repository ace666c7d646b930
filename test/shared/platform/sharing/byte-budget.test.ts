// The byte budget: a weighted semaphore for the memory of large bodies, with a share for each account.
import { expect } from 'chai';
import { type BudgetPart, createByteBudget } from '../../../../shared/platform/sharing/byte-budget.ts';

/** Waits until every promise that can settle has settled. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Takes bytes, and records the names whose bytes were granted. */
function createTaking() {
  const taken: string[] = [];
  const take = async (name: string, part: BudgetPart, bytes: number) => {
    void part.take(bytes).then(() => taken.push(name));
    await turn();
  };
  return { taken, take };
}

describe('The byte budget of large bodies', () => {
  it('grants bytes while some are free, and then to waiting bodies when others are released', async () => {
    const budget = createByteBudget(100);
    const first = budget.open('a');
    const second = budget.open('b');
    const third = budget.open('b');
    const { taken, take } = createTaking();
    await first.take(60);
    await second.take(40);
    await take('third', third, 20);
    expect(taken).to.deep.equal([]);
    first.release();
    await turn();
    expect(taken).to.deep.equal(['third']);
  });

  it('never lets the body that began first wait, so that it can finish', async () => {
    const budget = createByteBudget(100);
    const first = budget.open('a');
    const second = budget.open('b');
    const { taken, take } = createTaking();
    await second.take(200);
    await first.take(500);
    await take('second', second, 1);
    expect(taken).to.deep.equal([]);
    first.release();
    await turn();
    expect(taken, 'the second is the oldest now').to.deep.equal(['second']);
  });

  it('grants one account its oldest body and a quarter of the budget for all its others', async () => {
    const budget = createByteBudget(100);
    const parts = [budget.open('a'), budget.open('a'), budget.open('a')] as const;
    const { taken, take } = createTaking();
    await take('oldest', parts[0], 60);
    await take('second', parts[1], 20);
    await take('third', parts[2], 10);
    expect(taken).to.deep.equal(['oldest', 'second']);
    parts[1].release();
    await turn();
    expect(taken).to.deep.equal(['oldest', 'second', 'third']);
  });

  it('never lets an account wait for the bytes of one other account', async () => {
    const budget = createByteBudget(100);
    const { taken, take } = createTaking();
    await take('oldest', budget.open('a'), 100);
    await take('other', budget.open('a'), 25);
    const parts = [budget.open('b'), budget.open('b'), budget.open('b')] as const;
    await take('small', parts[0], 10);
    await take('another small', parts[1], 10);
    await take('large', parts[2], 80);
    expect(taken).to.deep.equal(['oldest', 'small', 'another small']);
    parts[0].release();
    parts[1].release();
    await turn();
    expect(taken.at(-1)).to.equal('large');
  });

  it('grants at most twice the budget and the body that began first', async () => {
    const budget = createByteBudget(100);
    const { taken, take } = createTaking();
    for (const account of ['a', 'b', 'c']) await take(account, budget.open(account), 100);
    expect(taken).to.deep.equal(['a', 'b']);
  });

  it('lets no released body wait', async () => {
    const budget = createByteBudget(10);
    const first = budget.open('a');
    const second = budget.open('a');
    const third = budget.open('b');
    await first.take(10);
    const waiting = second.take(5);
    second.release();
    await waiting;
    await second.take(5);
    first.release();
    await third.take(10);
  });

  it('grants at once or not at all to a body that cannot wait', async () => {
    const budget = createByteBudget(100);
    const oldest = budget.open('a');
    const second = budget.open('b');
    const third = budget.open('c');
    await oldest.take(100);
    expect([second.tryTake(100), third.tryTake(1), budget.used]).to.deep.equal([true, false, 200]);
    second.release();
    expect([third.tryTake(1), budget.used]).to.deep.equal([true, 101]);
    third.release();
    expect(third.tryTake(1), 'a released body holds nothing').to.equal(false);
  });
});
