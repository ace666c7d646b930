// A token is held from before its claim until the last work under it has ended.
import { expect } from 'chai';
import { ActiveClaims } from '../../../../workers/runtime/claims/active-claims.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { createSignal } from '../../../support/time/signal.ts';

describe('Held claims', () => {
  it('hold a token from the call on until its work has ended, also when it fails', async () => {
    const claims = new ActiveClaims();
    const ended = createSignal();
    const failed = new Error('failed');
    const work = claims.hold('a', () => ended.given);
    const failing = claims.hold('b', () => Promise.reject(failed));
    expect(claims.tokens).to.deep.equal(['a', 'b']);
    expect(await failureOf(failing)).to.equal(failed);
    expect(claims.tokens).to.deep.equal(['a']);
    ended.give();
    await work;
    expect(claims.tokens).to.deep.equal([]);
  });

  it('hold a token until the last of several works has ended, whichever that is', async () => {
    const claims = new ActiveClaims();
    const outliving = createSignal();
    let later: Promise<void> | undefined;
    const count = await claims.hold('a', () => {
      later = claims.hold('a', () => outliving.given);
      return Promise.resolve(1);
    });
    expect([count, claims.has('a')]).to.deep.equal([1, true]);
    outliving.give();
    await later;
    expect(claims.has('a')).to.equal(false);
  });
});
