import { expect } from 'chai';
import { createConcurrencyLimit } from '../../../../shared/platform/sharing/concurrency-limit.ts';
import { failureOf } from '../../../support/failure-of.ts';

describe('A concurrency limit (semaphore)', () => {
  it('runs at most its number of calls concurrently, in their order, also after a failure', async () => {
    const limit = createConcurrencyLimit(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((number) =>
      limit.run(async () => {
        begun.push(number);
        await new Promise<void>((end) => ends.push(end));
        if (number === 1) throw new Error('a failure');
        return number;
      }),
    );
    const failure = failureOf(works[1] ?? expect.fail());
    expect(begun).to.deep.equal([0, 1]);
    ends[1]?.();
    expect((await failure).message).to.equal('a failure');
    expect(begun).to.deep.equal([0, 1, 2]);
    ends[0]?.();
    expect(await works[0]).to.equal(0);
    expect(begun).to.deep.equal([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    expect(await Promise.all([works[2], works[3]])).to.deep.equal([2, 3]);
  });
});
