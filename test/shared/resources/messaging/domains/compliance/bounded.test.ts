// How long a request waits for DNS.
import { expect } from 'chai';
import { bounded } from '../../../../../../shared/resources/messaging/domains/compliance/bounded.ts';
import { failureOf } from '../../../../../support/failure-of.ts';

describe('Waiting for DNS', () => {
  const silence = new Promise<string>(() => {});

  it('ends with the answer', async () => {
    expect(await bounded(Promise.resolve('answer'), 'late')).to.equal('answer');
  });

  it('ends without one when the time is over', async () => {
    expect(await bounded(silence, 'late', 1)).to.equal('late');
  });

  it('hides no bug', async () => {
    const failure = await failureOf(bounded(Promise.reject(new RangeError('a bug')), 'late'));
    expect(failure).to.be.instanceOf(RangeError);
  });
});
