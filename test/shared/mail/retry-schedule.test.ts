// The retry schedule: growing delays (back-off) with jitter, three days in total.
import { expect } from 'chai';
import { RETRY_DELAYS_MS, retryDelayMs } from '../../../shared/mail/retry-schedule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('the retry schedule', () => {
  it('waits 1, 5, 15 and 30 minutes, then 1, 2, 4 and 8 hours, then 8 hours each', () => {
    const minutes = RETRY_DELAYS_MS.map((delayMs) => delayMs / MINUTE_MS);
    expect(minutes.slice(0, 8)).to.deep.equal([1, 5, 15, 30, 60, 120, 240, 480]);
    expect(new Set(minutes.slice(8))).to.deep.equal(new Set([480]));
  });

  it('ends within 72 hours, and not hours before', () => {
    const totalMs = RETRY_DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 0);
    expect(totalMs).to.be.within(71 * HOUR_MS, 72 * HOUR_MS);
  });

  it('has a delay after each failed attempt, and none after the last one', () => {
    const waits = RETRY_DELAYS_MS.map((_, index) => retryDelayMs(index + 1, () => 0));
    expect(waits).to.deep.equal(RETRY_DELAYS_MS);
    expect(retryDelayMs(RETRY_DELAYS_MS.length + 1, () => 0)).to.equal(undefined);
  });

  it('refuses to count from zero, which would fail a mail before its first attempt', () => {
    expect(() => retryDelayMs(0, () => 0)).to.throw(RangeError);
  });

  it('shortens a delay by up to a tenth, at random', () => {
    expect(retryDelayMs(1, () => 0.5)).to.equal(57_000);
    expect(retryDelayMs(1, () => 0.999_999)).to.equal(54_000);
  });
});
