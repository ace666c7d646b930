// Parsing of times as clients write them, relative to a Friday morning, on machines in several time zones.
import { expect } from 'chai';
import fc from 'fast-check';
import { parseInstant } from '../../../../shared/platform/time/parse-instant.ts';

const NOW = new Date('2026-11-20T10:00:00.123Z');

const READ: [text: string, instant: string][] = [
  ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
  ['2026-12-01T10:00:00.123456Z', '2026-12-01T10:00:00.123Z'],
  ['2026-12-01T10:00:00.5+02:00', '2026-12-01T08:00:00.500Z'],
  ['2026-12-01T10:00:00-0530', '2026-12-01T15:30:00.000Z'],
  ['2026-12-01T10:00:00+02', '2026-12-01T08:00:00.000Z'],
  ['2026-12-01t10:00:00z', '2026-12-01T10:00:00.000Z'],
  ['2026-12-01T10:00:00', '2026-12-01T10:00:00.000Z'],
  ['2026-12-01 10:00', '2026-12-01T10:00:00.000Z'],
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  [' 2026-12-01T10:00:00Z ', '2026-12-01T10:00:00.000Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['in 1 hour', '2026-11-20T11:00:00.123Z'],
  ['in 1 min', '2026-11-20T10:01:00.123Z'],
  ['In 30 Days', '2026-12-20T10:00:00.123Z'],
  ['in 1 hour 30 minutes', '2026-11-20T11:30:00.123Z'],
  ['2 hours ago', '2026-11-20T08:00:00.123Z'],
  ['now', '2026-11-20T10:00:00.123Z'],
  ['tomorrow at 9am', '2026-11-21T09:00:00.000Z'],
  ['at 5pm tomorrow', '2026-11-21T17:00:00.000Z'],
  ['today at 9am', '2026-11-20T09:00:00.000Z'],
  ['Friday at 3pm ET', '2026-11-20T20:00:00.000Z'],
  ['on Friday at 3pm', '2026-11-20T15:00:00.000Z'],
  ['friday at 9am', '2026-11-27T09:00:00.000Z'],
  ['last friday', '2026-11-13T12:00:00.000Z'],
  ['on December 1 at 9am', '2026-12-01T09:00:00.000Z'],
  ['at noon', '2026-11-20T12:00:00.000Z'],
  ['9am', '2026-11-21T09:00:00.000Z'],
  ['Sat, 21 Nov 2026 10:00:00 +0200', '2026-11-21T08:00:00.000Z'],
];

// biome-ignore format: a table.
const NOT_READ = [
  '', ' ', 'soon', 'morgen um neun', '2026', '1767225600', '2026-02-30T10:00:00Z', '2026-13-01',
  '2026-12-01T24:00:00Z', '2026-12-01T10:60:00Z', '2026-12-01T10:00:00+24:00',
  '2026-12-01T10:00:00 or later', 'send it at 5 or never', 'every friday', 'tomorrow at 25:00',
  'tomorrow 9am to 5pm', 'in -5 minutes', 'in 9999999999 years',
  'tomorrow at 9am, or the day after tomorrow',
  'in 1 hour '.repeat(1_000),
];

describe('An instant', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  for (const machine of ['UTC', 'America/New_York', 'Pacific/Auckland'])
    it(`is read on a machine in ${machine}`, () => {
      for (const [text, instant] of READ) {
        process.env['TZ'] = machine;
        expect(parseInstant(text, NOW)?.toISOString(), text).to.equal(instant);
        expect(process.env['TZ']).to.equal(machine);
      }
    });

  it('in an hour that the time zone of the machine skips (summer time) is read like any other', () => {
    process.env['TZ'] = 'America/New_York';
    const now = new Date('2026-03-08T01:30:00.000Z');
    expect(parseInstant('in 1 hour', now)?.toISOString()).to.equal('2026-03-08T02:30:00.000Z');
  });

  it('that is a time of day is its next occurrence, also in a zone where it is still yesterday', () => {
    const now = new Date('2026-11-21T03:00:00.000Z');
    expect(parseInstant('11pm EST', now)?.toISOString()).to.equal('2026-11-21T04:00:00.000Z');
    expect(parseInstant('9pm EST', now)?.toISOString()).to.equal('2026-11-22T02:00:00.000Z');
  });

  it('in a zone with summer time is read with the offset of that day', () => {
    const now = new Date('2026-07-01T10:00:00.000Z');
    expect(parseInstant('tomorrow at 3pm ET', now)?.toISOString()).to.equal('2026-07-02T19:00:00.000Z');
  });

  it('is parsed or refused for random texts, and nothing is thrown', () => {
    const words = fc.constantFrom(
      ...'in on last 1 30 -1 1.5 9999999 hours days friday noon 25:00 ET 2026- Z T'.split(' '),
    );
    const texts = fc.oneof(
      fc.array(words).map((phrase) => phrase.join(' ')),
      fc.string(),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseInstant(text, NOW)?.getTime()).not.to.satisfy(Number.isNaN);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is not parsed from any other text', () => {
    for (const text of NOT_READ) expect(parseInstant(text, NOW), text.slice(0, 50)).to.equal(undefined);
  });
});
