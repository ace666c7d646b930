// How the dashboard writes times: how long ago, exactly when, and for how long (dashboard/format/time.ts).
import { expect } from 'chai';
import { duration, exactTime, relativeTime } from '../../dashboard/format/time.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

describe('a relative time', () => {
  const CASES: readonly (readonly [at: string, words: string])[] = [
    ['2026-11-20T12:00:00.000Z', 'just now'],
    ['2026-11-20T11:59:01.000Z', 'just now'],
    ['2026-11-20T11:59:00.000Z', '1 min ago'],
    ['2026-11-20T11:00:01.000Z', '59 min ago'],
    ['2026-11-20T11:00:00.000Z', '1 h ago'],
    ['2026-11-19T12:00:01.000Z', '23 h ago'],
    ['2026-11-19T12:00:00.000Z', '1 d ago'],
    ['2026-11-13T12:00:01.000Z', '6 d ago'],
    ['2026-11-13T12:00:00.000Z', '13 Nov'],
    ['2025-11-20T12:00:00.000Z', '20 Nov 2025'],
    ['2026-11-20T12:00:30.000Z', 'in a moment'],
    ['2026-11-20T12:05:00.000Z', 'in 5 min'],
    ['2026-11-22T12:00:00.000Z', 'in 2 d'],
    ['2027-01-05T12:00:00.000Z', '5 Jan 2027'],
    ['not a time', '–'],
  ];
  for (const [at, words] of CASES) {
    it(`${at} is "${words}"`, () => {
      expect(relativeTime(new Date(at), NOW, 'UTC')).to.equal(words);
    });
  }

  it('names the day of the zone of the person', () => {
    const at = new Date('2026-03-12T23:30:00.000Z');
    expect(relativeTime(at, NOW, 'UTC')).to.equal('12 Mar');
    expect(relativeTime(at, NOW, 'Europe/Athens')).to.equal('13 Mar');
  });
});

describe('an exact time', () => {
  it('has the zone of the person', () => {
    const at = new Date('2026-07-01T22:05:09.000Z');
    expect(exactTime(at, 'UTC')).to.equal('1 July 2026 at 22:05:09 UTC');
    expect(exactTime(at, 'Europe/Berlin')).to.equal('2 July 2026 at 00:05:09 CEST');
  });

  it('of no time is a dash', () => {
    expect(exactTime(new Date('not a time'))).to.equal('–');
  });
});

describe('a duration', () => {
  const CASES: readonly (readonly [milliseconds: number, words: string])[] = [
    [0, '0 ms'],
    [4.4, '4 ms'],
    [999.6, '999 ms'],
    [1_000, '1 s'],
    [1_250, '1.2 s'],
    [59_990, '59.9 s'],
    [60_000, '1 min'],
    [185_000, '3 min 5 s'],
    [7_260_000, '2 h 1 min'],
    [90_000_000, '1 d 1 h'],
  ];
  for (const [milliseconds, words] of CASES) {
    it(`${milliseconds} ms is "${words}"`, () => {
      expect(duration(milliseconds)).to.equal(words);
    });
  }
});
