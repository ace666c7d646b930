// Time zones: when their clocks show a time, also one that they skip or show twice, and what is not a name of a zone.
import { expect } from 'chai';
import {
  atWallTime,
  atWallTimeInAll,
  instantIn,
  isTimeZone,
  wallTimeIn,
} from '../../../../shared/platform/time/time-zones.ts';
import { ZONE_NAMES } from '../../../../shared/platform/time/zone-names.ts';

const INSTANTS: readonly (readonly [zone: string, wall: string, instant: string])[] = [
  ['UTC', '2026-12-01T09:00', '2026-12-01T09:00Z'],
  ['europe/BERLIN', '2026-12-01T09:00', '2026-12-01T08:00Z'],
  ['Asia/Kolkata', '2026-12-01T09:00', '2026-12-01T03:30Z'],
  ['Etc/GMT+12', '2026-12-01T09:00', '2026-12-01T21:00Z'],
  ['Pacific/Kiritimati', '2026-12-01T09:00', '2026-11-30T19:00Z'],
  // Half past two does not exist, or twice.
  ['Europe/Berlin', '2027-03-28T01:59', '2027-03-28T00:59Z'],
  ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30Z'],
  ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:59', '2026-10-24T23:59Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30Z'],
  ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30Z'],
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30Z'],
  // By half an hour, in the south, and at a quarter to.
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45Z'],
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45Z'],
  ['Pacific/Chatham', '2026-09-27T03:00', '2026-09-26T14:15Z'],
  ['Pacific/Chatham', '2027-04-04T03:00', '2027-04-03T13:15Z'],
  // The day that Samoa skipped when it moved over the date line.
  ['Pacific/Apia', '2011-12-29T23:59', '2011-12-30T09:59Z'],
  ['Pacific/Apia', '2011-12-30T09:00', '2011-12-30T19:00Z'],
  ['Pacific/Apia', '2011-12-31T00:00', '2011-12-30T10:00Z'],
];

const asUtc = (wall: string) => new Date(`${wall}Z`);

describe('Time zones', () => {
  it('show a time at an instant: later if they skip it, the first time if they show it twice', async () => {
    for (const [zone, wall, instant] of INSTANTS) {
      const expected = new Date(instant);
      expect(atWallTime(asUtc(wall), zone), `${wall} ${zone}`).to.deep.equal(expected);
      const all = await atWallTimeInAll(asUtc(wall));
      expect(all.get(zone.toLowerCase()), `${wall} ${zone}`).to.deep.equal(expected);
      expect([...all.keys()]).to.deep.equal([...ZONE_NAMES.keys()]);
    }
  });

  it('read a time without an offset as theirs, and say what they show at one with an offset', () => {
    for (const [text, instant, wall] of [
      ['2026-12-01T09:00', '2026-12-01T08:00Z', '2026-12-01T09:00'],
      ['2026-12-01', '2026-11-30T23:00Z', '2026-12-01T00:00'],
      ['2026-12-01T09:00:30.5Z', '2026-12-01T09:00:30.500Z', '2026-12-01T10:00:30.500'],
      ['2026-12-01 09:00-05:00', '2026-12-01T14:00Z', '2026-12-01T15:00'],
    ] as const) {
      expect(instantIn(text, 'Europe/Berlin'), text).to.deep.equal(new Date(instant));
      expect(wallTimeIn(text, 'Europe/Berlin'), text).to.deep.equal(asUtc(wall));
    }
    for (const text of ['tomorrow at 9am', '', '2026-02-30'])
      expect([instantIn(text, 'UTC'), wallTimeIn(text, 'UTC')], text).to.deep.equal([undefined, undefined]);
  });

  it('have IANA names, and no others', () => {
    for (const name of [...ZONE_NAMES.values(), 'eUROPE/berlin'])
      expect(isTimeZone(name), name).to.equal(true);
    for (const name of [
      'Mars/Base',
      '',
      ' ',
      'utc+2',
      '+02:00',
      '-0500',
      'Europe',
      'Europe/Berlin ',
      '../UTC',
    ])
      expect([isTimeZone(name), ZONE_NAMES.has(name.toLowerCase())], name).to.deep.equal([false, false]);
    for (const name of ['Europe/Kyiv', 'Europe/Kiev', 'Asia/Calcutta', 'US/Eastern', 'Etc/GMT-14', 'UTC'])
      expect(ZONE_NAMES.get(name.toLowerCase())).to.equal(name);
  });
});
