// Times as people type them into the dashboard (dashboard/format/typed-moment.ts): in UTC they mean what the API reads
// (shared/platform/time/parse-instant.ts); elsewhere what the clocks of the zone show, also on the days on which they
// are set forward or back.
import { expect } from 'chai';
import { momentWords } from '../../dashboard/design/fields/moment/moment-words.ts';
import { readMoment } from '../../dashboard/format/typed-moment.ts';
import { instantAt, textWithOffset, wallTimeOf } from '../../dashboard/format/zoned-time.ts';
import { parseInstant } from '../../shared/platform/time/parse-instant.ts';

const DAYS =
  `today|tomorrow|yesterday|Friday|Mon|Tuesday|wed|Thursday|1 December|December 1|Dec 1st|1st of May|sept 4|
  3 March 2027|March 3rd, 2027|31 Jan|20 November`.split(/\s*\|\s*/);
const CLOCKS = ['9am', '9:30 pm', '21:00', '0:15', 'noon', 'midnight', '12am', '12:30pm'];
const ALONE =
  `now|in 1 hour|in an hour|in half an hour|in 90 min|in 1.5 hours|2 hours ago|in a week|in three days|
  two hours from now|2026-12-01|2026-12-01 10:00|2026-12-01T10:00:00+02:00|2026-12-01T10:00-0330|at 9am|on Friday|
  tomorrow at 9am UTC|tomorrow at 9`.split(/\s*\|\s*/);
const NO_TIMES =
  `|foo|in|every Friday|9am to 5pm|2026-02-30|30 February|2026-12-01T25:00|13pm|24:00|in zero hours|
  in 2 hours ago|9|tomorrow 9am ET|${'in '.repeat(40)}`.split(/\s*\|\s*/);
const READ_AT = ['2026-11-20T12:34:56.000Z', '2026-11-22T23:10:00.000Z', '2026-02-28T00:05:00.000Z'];

describe('A time as people type it', () => {
  it('is shown with the name of its zone, once', () => {
    const at = new Date('2026-11-20T12:00:00Z');
    const when = (zone: string) => momentWords({ at, shown: 'once' }, { zone, now: at }).when;
    expect(when('UTC')).to.match(/ at 12:00 UTC, just now$/);
    expect(when('Europe/Berlin')).to.match(/ at 13:00 GMT\+1, Europe\/Berlin, just now$/);
  });

  it('means in UTC what the API reads', () => {
    const texts = [...ALONE, ...DAYS, ...CLOCKS];
    for (const day of DAYS)
      for (const clock of CLOCKS) texts.push(`${day} at ${clock}`, `${clock} on ${day}`);
    for (const now of READ_AT.map((at) => new Date(at))) {
      for (const text of texts) {
        const read = readMoment(text, { now, zone: 'UTC' })?.at.toISOString();
        // Some orders are more than the API reads; none may mean another time.
        const byApi = parseInstant(text, now)?.toISOString() ?? read;
        expect(read, `${text} at ${now.toISOString()}`).to.be.a('string').and.equal(byApi);
      }
    }
  });

  it('is refused where its meaning is not certain', () => {
    for (const text of NO_TIMES) {
      const read = readMoment(text, { now: new Date(READ_AT[0] ?? ''), zone: 'UTC' });
      expect(read?.at, text).to.equal(undefined);
    }
  });

  // Berlin: 29 March 2026 02:00 → 03:00, 25 October 03:00 → 02:00. Lord Howe goes by half an hour. Samoa has none.
  const CASES: readonly (readonly [
    text: string,
    zone: string,
    shown: string,
    at: string,
    second?: string,
  ])[] = [
    ['2026-03-29 02:30', 'Europe/Berlin', 'skipped', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29 03:00', 'Europe/Berlin', 'once', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25 02:30', 'Europe/Berlin', 'twice', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['2026-10-25 03:00', 'Europe/Berlin', 'once', '2026-10-25T02:00:00.000Z'],
    ['2026-03-08 02:15', 'America/New_York', 'skipped', '2026-03-08T07:15:00.000Z'],
    ['2026-11-01 01:15', 'America/New_York', 'twice', '2026-11-01T05:15:00.000Z', '2026-11-01T06:15:00.000Z'],
    ['2026-10-04 02:15', 'Australia/Lord_Howe', 'skipped', '2026-10-03T15:45:00.000Z'],
    [
      '2026-04-05 01:45',
      'Australia/Lord_Howe',
      'twice',
      '2026-04-04T14:45:00.000Z',
      '2026-04-04T15:15:00.000Z',
    ],
    ['2026-12-01', 'Asia/Kathmandu', 'once', '2026-11-30T18:15:00.000Z'],
    ['2026-10-25T02:30+01:00', 'Europe/Berlin', 'once', '2026-10-25T01:30:00.000Z'],
    ['9am UTC', 'Asia/Tokyo', 'once', '2026-03-28T09:00:00.000Z'],
    // Said at 23:30 on 28 March in Berlin: the day after has 23 hours, and the clocks count, but for hours.
    ['tomorrow at 9:00', 'Europe/Berlin', 'once', '2026-03-29T07:00:00.000Z'],
    ['in 1 day', 'Europe/Berlin', 'once', '2026-03-29T21:30:00.000Z'],
    ['in 24 hours', 'Europe/Berlin', 'once', '2026-03-29T22:30:00.000Z'],
    ['9am', 'Europe/Berlin', 'once', '2026-03-29T07:00:00.000Z'],
  ];
  for (const [text, zone, shown, at, second] of CASES) {
    it(`${text} in ${zone} is ${shown} ${at}`, () => {
      const late = /^\d{4}/.test(text) ? '2026-01-01T00:00:00.000Z' : '2026-03-28T22:30:00.000Z';
      const now = new Date(zone === 'Asia/Tokyo' ? '2026-03-28T08:00:00.000Z' : late);
      const read = readMoment(text, { now, zone });
      expect([read?.shown, read?.at.toISOString(), read?.second?.toISOString()]).to.deep.equal([
        shown,
        at,
        second,
      ]);
    });
  }

  it('with an offset is the one instant that is meant, also in the hours that come twice', () => {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe']) {
      for (let hour = 0; hour < 365 * 24; hour += 1) {
        const at = new Date(Date.UTC(2026, 0, 1, hour, 45));
        // The days on which clocks change, and a few others.
        if (at.getUTCDay() % 6 !== 0 || at.getUTCMonth() % 3 === 1) continue;
        const { shown, at: first, second } = instantAt(wallTimeOf(at, zone), zone);
        expect([first.getTime(), second?.getTime()], `${zone} ${at.toISOString()} ${shown}`).to.include(
          at.getTime(),
        );
        const text = textWithOffset(at, zone);
        expect(readMoment(text, { now: at, zone })?.at.getTime(), text).to.equal(at.getTime());
      }
    }
  });
});
