// The injected clock: the machine's time plus a fixed offset.
import { mock } from 'node:test';
import { expect } from 'chai';
import { createSystemClock } from '../../../../shared/platform/time/clock.ts';

describe('the system clock', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now }));
  afterEach(() => mock.timers.reset());

  it('shows the time of the machine', () => {
    expect(createSystemClock().now()).to.deep.equal(now);
  });

  for (const offsetMs of [86_400_000, -86_400_000]) {
    it(`is ${offsetMs} ms ahead and runs on from there`, () => {
      const clock = createSystemClock(offsetMs);
      mock.timers.tick(1_500);
      expect(clock.now().getTime()).to.equal(now.getTime() + offsetMs + 1_500);
    });
  }
});
