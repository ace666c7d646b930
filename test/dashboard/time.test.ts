// How the dashboard writes times: how long ago, on which day, exactly when, and for how long (dashboard/format/time.ts).
import { expect } from 'chai';
import {
  dayAndTime,
  duration,
  exactTime,
  listTime,
  nearMoment,
  relativeTime,
} from '../../dashboard/format/time.ts';
import { inZone } from '../support/time/in-zone.ts';

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
      expect(inZone('UTC', () => relativeTime(new Date(at), NOW))).to.equal(words);
    });
  }

  it('names the day of the zone of the person', () => {
    const at = new Date('2026-03-12T23:30:00.000Z');
    expect(inZone('UTC', () => relativeTime(at, NOW))).to.equal('12 Mar');
    expect(inZone('Europe/Athens', () => relativeTime(at, NOW))).to.equal('13 Mar');
  });
});

it('names the day of a time within a sentence only when it is another one', () => {
  const words = (at: string) => inZone('UTC', () => nearMoment(new Date(at), NOW));
  expect(words('2026-11-20T18:53:00.000Z')).to.equal('18:53');
  expect(words('2026-11-21T08:00:00.000Z')).to.equal('21 Nov, 08:00');
});

describe('the time of a row', () => {
  const CASES: readonly (readonly [zone: string, at: string, now: string, words: string])[] = [
    ['UTC', '2026-11-20T09:05:07Z', '2026-11-20T12:00:00Z', '09:05:07'],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z', '00:00:00'],
    ['UTC', '2026-11-19T23:59:59Z', '2026-11-20T00:00:00Z', 'Yest. 23:59'],
    ['UTC', '2026-11-18T23:59:59Z', '2026-11-20T00:00:00Z', '18 Nov'],
    ['UTC', '2025-12-31T23:00:00Z', '2026-01-01T01:00:00Z', 'Yest. 23:00'],
    ['UTC', '2025-12-30T23:00:00Z', '2026-01-01T01:00:00Z', '30 Dec 2025'],
    ['UTC', '2026-11-21T00:00:00Z', '2026-11-20T23:00:00Z', '21 Nov'],
    ['Asia/Tokyo', '2026-11-19T14:59:00Z', '2026-11-19T15:00:00Z', 'Yest. 23:59'],
    // The day on which clocks go forward has 23 hours, the one on which they go back 25.
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29T21:45:00Z', '00:30:00'],
    ['Europe/Berlin', '2026-03-28T22:30:00Z', '2026-03-29T21:45:00Z', 'Yest. 23:30'],
    ['Europe/Berlin', '2026-10-24T22:15:00Z', '2026-10-25T22:45:00Z', '00:15:00'],
    ['Europe/Berlin', '2026-10-24T22:15:00Z', '2026-10-26T22:45:00Z', 'Yest. 00:15'],
    ['UTC', 'not a time', '2026-11-20T12:00:00Z', '–'],
  ];
  for (const [zone, at, now, words] of CASES) {
    it(`of ${at} at ${now} in ${zone} is "${words}"`, () => {
      expect(inZone(zone, () => listTime(new Date(at), new Date(now)))).to.equal(words);
    });
  }
});

describe('an exact time', () => {
  it('has the zone of the person', () => {
    const at = new Date('2026-07-01T22:05:09.000Z');
    expect(exactTime(at, 'UTC')).to.equal('1 July 2026 at 22:05:09 UTC');
    expect(exactTime(at, 'Europe/Berlin')).to.equal('2 July 2026 at 00:05:09 CEST');
    expect(inZone('Europe/Berlin', () => dayAndTime(at))).to.equal('2 Jul, 00:05');
  });

  it('makes one formatter for a zone, and none for what rows and records show', () => {
    const { DateTimeFormat } = Intl;
    let made = 0;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (target, given) => {
        made += 1;
        return Reflect.construct(target, given);
      },
    });
    try {
      listTime(NOW, NOW);
      relativeTime(new Date('2025-01-01'), NOW);
      dayAndTime(NOW);
      expect(made).to.equal(0);
      for (let hour = 0; hour < 50; hour += 1) exactTime(NOW, 'America/Lima');
      expect(made).to.equal(1);
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
    }
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
