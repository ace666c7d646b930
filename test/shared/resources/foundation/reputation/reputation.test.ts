// How a reputation moves: limits at their edges, the days of a recovery and of a warm-up.
import { expect } from 'chai';
import { DAY_MS } from '../../../../../shared/platform/time/durations.ts';
import { type Figures, levelOf } from '../../../../../shared/resources/foundation/reputation/figures.ts';
import {
  capacityOf,
  evaluateReputation,
  GOOD_REPUTATION,
  liftPause,
  pauseByOperator,
  type Reputation,
  resumeAfterOperator,
  setWarmUp,
} from '../../../../../shared/resources/foundation/reputation/reputation.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const dayAfter = (days: number) => new Date(NOON.getTime() + days * DAY_MS);
const NO_MAIL: Figures = { judged: 0, bounced: 0, complained: 0 };

/** Judges once a day. @param days the figures and the use of each day, from the day after on */
function overDays(begin: Reputation, days: { figures?: Figures; used?: number }[]) {
  let reputation = begin;
  return days.map(({ figures = NO_MAIL, used = 0 }, index) => {
    reputation = evaluateReputation(reputation, { figures, used, judgedBefore: 0 }, dayAfter(index + 1));
    return [reputation.status, capacityOf(reputation)];
  });
}

describe('A reputation', () => {
  for (const [judged, bounced, complained, level] of [
    [0, 0, 0, 'good'],
    [19, 19, 0, 'good'],
    [401, 20, 0, 'good'],
    [400, 20, 0, 'warned'],
    [201, 20, 0, 'warned'],
    [200, 20, 0, 'paused'],
    [20, 20, 0, 'paused'],
    [10, 0, 2, 'good'],
    [3_001, 0, 3, 'good'],
    [3_000, 0, 3, 'warned'],
    [10, 0, 4, 'warned'],
    [1_001, 0, 5, 'warned'],
    [1_000, 0, 5, 'paused'],
  ] as const)
    it(`is ${level} with ${bounced} bounces and ${complained} complaints of ${judged}`, () => {
      expect(levelOf({ judged, bounced, complained }).level).to.equal(level);
    });

  const paused = (judgedBefore: number, before = GOOD_REPUTATION) =>
    evaluateReputation(
      before,
      { figures: { judged: 100, bounced: 50, complained: 0 }, judgedBefore, used: 0 },
      NOON,
    );

  it('recovers from a quarter of the mean, doubling daily, and ends at the mean', () => {
    const lifted = liftPause(paused(7 * 1_000), NOON);
    expect([lifted.status, capacityOf(lifted)]).to.deep.equal(['recovering', 250]);
    expect(overDays(lifted, [{}, {}])).to.deep.equal([
      ['recovering', 500],
      ['good', null],
    ]);
  });

  it('recovers from 50 at least, for the rest of the day at least', () => {
    const lifted = liftPause(paused(0), NOON);
    expect(capacityOf(lifted)).to.equal(50);
    expect(evaluateReputation(lifted, { figures: NO_MAIL, judgedBefore: 0, used: 50 }, NOON)).to.equal(
      lifted,
    );
    expect(overDays(lifted, [{}])).to.deep.equal([['good', null]]);
  });

  it('does not grow in a recovery while it would be warned', () => {
    const lifted = liftPause(paused(7 * 1_000), NOON);
    const warned = { judged: 400, bounced: 20, complained: 0 };
    expect(overDays(lifted, [{ figures: warned }, {}])).to.deep.equal([
      ['recovering', 250],
      ['recovering', 500],
    ]);
  });

  it('keeps the end of a recovery that is paused again', () => {
    const again = paused(0, liftPause(paused(7 * 1_000), NOON));
    expect(capacityOf(liftPause(again, NOON))).to.equal(250);
  });

  it('warms up by one step after each day of which half was used', () => {
    const begun = setWarmUp(GOOD_REPUTATION, true, NOON);
    expect(capacityOf(begun)).to.equal(50);
    expect(overDays(begun, [{ used: 24 }, { used: 25 }, { used: 100 }, { used: 0 }])).to.deep.equal([
      ['good', 50],
      ['good', 100],
      ['good', 250],
      ['good', 250],
    ]);
  });

  it('ends to warm up after the last step', () => {
    const last = { ...setWarmUp(GOOD_REPUTATION, true, NOON), warmUpCapacity: 100_000 };
    expect(overDays(last, [{ used: 49_999 }, { used: 50_000 }])).to.deep.equal([
      ['good', 100_000],
      ['good', null],
    ]);
  });

  it('changes nothing when a warm-up is set twice, or the clock goes back', () => {
    const begun = setWarmUp(GOOD_REPUTATION, true, NOON);
    expect(setWarmUp(begun, true, dayAfter(3))).to.equal(begun);
    expect(evaluateReputation(begun, { figures: NO_MAIL, judgedBefore: 0, used: 50 }, dayAfter(-1))).to.equal(
      begun,
    );
  });

  it('goes on with its recovery after the pause of an operator', () => {
    const lifted = liftPause(paused(7 * 1_000), NOON);
    const stopped = pauseByOperator(lifted, 'phishing', NOON);
    expect(overDays(stopped, [{}])).to.deep.equal([['paused', 250]]);
    const resumed = resumeAfterOperator(stopped, NOON);
    expect([resumed.status, capacityOf(resumed)]).to.deep.equal(['recovering', 250]);
  });

  it('stays paused, whatever its figures become', () => {
    expect(overDays(paused(0), [{}, {}])).to.deep.equal([
      ['paused', null],
      ['paused', null],
    ]);
  });
});
