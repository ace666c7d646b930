// When the turn of a mail is expected that a destination does not take now. Pure; times are given.
import { expect } from 'chai';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/platform/time/durations.ts';
import { ExpectedTurns } from '../../../../workers/transports/pacing/expected-turns.ts';

describe('Expected turns', () => {
  const expectation = { perSecond: 10, afterMs: 3 * SECOND_MS };
  const nextOf = (turns: ExpectedTurns, account: string, count: number, nowMs = 0) =>
    Array.from({ length: count }, () => turns.next(account, expectation, nowMs));

  it('follow each other at half the pace of the destination', () => {
    expect(nextOf(new ExpectedTurns(), 'a', 3)).to.deep.equal([3_200, 3_400, 3_600]);
  });

  it('come in a line of each account, and the lines share the pace', () => {
    const turns = new ExpectedTurns();
    nextOf(turns, 'many', 1_000);
    expect(nextOf(turns, 'few', 2)).to.deep.equal([3_400, 3_800]);
  });

  it('are in half an hour at most', () => {
    const all = nextOf(new ExpectedTurns(), 'many', 50_000);
    expect(Math.max(...all)).to.equal(30 * MINUTE_MS);
    expect(all.filter((inMs) => inMs < 30 * MINUTE_MS)).to.have.length.within(8_900, 9_000);
  });

  it('end with time', () => {
    const turns = new ExpectedTurns();
    nextOf(turns, 'a', 600);
    expect(nextOf(turns, 'a', 1, 10 * MINUTE_MS)).to.deep.equal([3_200]);
  });
});
