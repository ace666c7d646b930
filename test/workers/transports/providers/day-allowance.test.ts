// The mails that processes take of what a provider takes a day: together never more, and each of them once.
import { expect } from 'chai';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { DayAllowance } from '../../../../workers/transports/providers/day-allowance.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestClock } from '../../../support/time/clock.ts';
import { eventually } from '../../../support/time/eventually.ts';

const PER_DAY = 450;

describe('The mails of a day', () => {
  const database = useDatabase();
  const clock = createTestClock();
  const log = createLog({ level: 'silent', process: 'test' });
  const open = () => new DayAllowance({ database: database.pool, clock, log, provider: 'default' });
  const isUsedUp = (allowance: DayAllowance, perDay: number) => () => {
    allowance.left(perDay);
    return allowance.isUsedUpUntil !== undefined;
  };
  /** Uses whatever is left, until nothing is. */
  const useAll = async (allowance: DayAllowance, perDay = PER_DAY) => {
    let used = 0;
    await eventually('all is used', () => {
      const left = allowance.left(perDay);
      allowance.use(left);
      used += left;
      return isUsedUp(allowance, perDay)();
    });
    return used;
  };

  it('are never more than the provider takes, of all processes together, and as many again on the next day', async () => {
    for (let day = 0; day < 2; day += 1) {
      const used = await Promise.all([open(), open(), open()].map((allowance) => useAll(allowance)));
      expect(used.reduce((sum, each) => sum + each)).to.equal(PER_DAY);
      clock.advance(DAY_MS);
    }
  });

  it('are used by other mail where one was not used for its own, on the same day', async () => {
    clock.advance(DAY_MS);
    const allowance = open();
    expect(await useAll(allowance)).to.equal(PER_DAY);
    allowance.use(-1);
    expect([allowance.isUsedUpUntil, allowance.left(PER_DAY)]).to.deep.equal([undefined, 1]);
    clock.advance(DAY_MS);
    allowance.use(-1);
    expect(allowance.left(PER_DAY)).to.equal(0);
    await allowance.stop();
  });

  it('are more as soon as the limit is higher, and none while it is lower than what was taken', async () => {
    clock.advance(DAY_MS);
    const allowance = open();
    expect(await useAll(allowance, 10)).to.equal(10);
    allowance.askAgain();
    expect(await useAll(allowance, 25)).to.equal(15);
    allowance.askAgain();
    expect(await useAll(allowance, 5)).to.equal(0);
    expect(allowance.isUsedUpUntil?.getUTCHours()).to.equal(0);
  });
});
