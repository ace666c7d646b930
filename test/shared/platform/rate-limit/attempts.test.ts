import { expect } from 'chai';
import {
  type AttemptLimit,
  chargeAttempt,
  refundAttempt,
} from '../../../../shared/platform/rate-limit/attempts.ts';
import { useDatabase } from '../../../support/database/database.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const MINUTE_MS = 60_000;
const MAX = 3;

const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

describe('Attempts', () => {
  const database = useDatabase();
  let keys = 0;
  const newLimit = (): AttemptLimit => ({ key: `attempt ${++keys}`, max: MAX, windowMs: 15 * MINUTE_MS });
  const take = (limits: readonly AttemptLimit[], now = NOW) => chargeAttempt(database.pool, limits, now);
  const refund = (limits: readonly AttemptLimit[]) => refundAttempt(database.pool, limits);
  const takeAll = async (limits: readonly AttemptLimit[]) => {
    let taken = 0;
    while ((await take(limits)) === 0) taken += 1;
    return taken;
  };

  it('are as many as the limit allows, also when a hundred are made at once', async () => {
    const limit = newLimit();
    const waits = await Promise.all(Array.from({ length: 100 }, () => take([limit])));
    expect(waits.filter((seconds) => seconds === 0)).to.have.length(MAX);
    expect(new Set(waits)).to.deep.equal(new Set([0, 15 * 60]));
  });

  it('are counted in a window that begins with the first one and is not made longer', async () => {
    const limit = newLimit();
    expect(await take([limit])).to.equal(0);
    for (let count = 1; count < MAX; count += 1)
      expect(await take([limit], later(10 * MINUTE_MS))).to.equal(0);
    expect(await take([limit], later(10 * MINUTE_MS))).to.equal(5 * 60);
    expect(await take([limit], later(15 * MINUTE_MS - 1))).to.equal(1);
    expect(await take([limit], later(15 * MINUTE_MS))).to.equal(0);
  });

  it('are not counted when they are refused, nor under the other keys', async () => {
    const full = newLimit();
    const other = newLimit();
    expect(await takeAll([full])).to.equal(MAX);
    for (let count = 0; count < 10; count += 1) expect(await take([full, other])).to.be.above(0);
    expect(await takeAll([other])).to.equal(MAX);
    await refund([full]);
    expect(await takeAll([full])).to.equal(1);
  });

  it('can be made again when they were refunded, and no more than that', async () => {
    const limits = [newLimit(), newLimit()];
    for (let count = 0; count < 5; count += 1) await refund(limits);
    expect(await takeAll(limits)).to.equal(MAX);
    await refund(limits);
    expect(await takeAll(limits)).to.equal(1);
  });

  it('leave no row when they are refused or refunded, however many other keys are named', async () => {
    const full = newLimit();
    await takeAll([full]);
    const others = Array.from({ length: 20 }, newLimit);
    await Promise.all(others.map((other) => take([full, other])));
    const refunded = newLimit();
    await take([refunded]);
    await refund([refunded]);
    const { rows } = await database.pool.query('SELECT key, used FROM rate_limits WHERE key = ANY($1)', [
      [full, refunded, ...others].map(({ key }) => key),
    ]);
    expect(rows).to.deep.equal([{ key: full.key, used: MAX }]);
  });

  it('wait for the limit that is the last to end', async () => {
    const short = { ...newLimit(), windowMs: MINUTE_MS };
    const long = newLimit();
    await takeAll([short, long]);
    expect(await take([short, long])).to.equal(15 * 60);
    expect(await take([short])).to.equal(60);
  });

  it('of several keys do not deadlock, in whatever order the keys are given', async () => {
    const limits = [newLimit(), newLimit(), newLimit()];
    const orders = [limits, [...limits].reverse()];
    const works = Array.from({ length: 100 }, async (_, index) => {
      const order = orders[index % 2] ?? [];
      if ((await take(order)) === 0) await refund(order);
    });
    await Promise.all(works);
    expect(await takeAll(limits)).to.equal(MAX);
  });
});
