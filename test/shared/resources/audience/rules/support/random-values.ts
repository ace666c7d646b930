// Random texts, numbers and dates that are often equal or nearly equal: for trees of rules and for what they look at.
import fc from 'fast-check';
import { isValueOfType } from '../../../../../../shared/resources/audience/contact-properties/value.ts';

/** Letters whose case depends on the language, characters with a meaning in SQL, and one that is two units of UTF-16. */
// biome-ignore format: a table.
const PIECES = [
  '', 'a', 'A', 'b', 'B', 'İ', 'ı', 'i', 'I', 'ß', 'SS', 'É', 'é', 'K', '%', '_', '\\', "'", ' ', '😀', '.',
];

/** Texts of up to three pieces. */
export const someText = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 3 })
  .map((pieces) => pieces.join(''));

// biome-ignore format: a table.
const NUMBERS = [
  0, -0, 1, -1, 0.1, 0.2, 0.30000000000000004, 0.3,
  1e21,
  1e-7,
  5e-324,
  -5e-324,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  2 ** 53,
  2 ** 53 + 2,
  123.456,
];
export const someNumber = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);

/** Numbers of days that rules name, and before which days something has happened: after today, never, or long ago. */
// biome-ignore format: a table.
export const someDays = fc.constantFrom(
  0, -0, 1, 2, 30, -1, 0.5, -0.5, 29.5, 30.5, 5e-324, 99_999.5, 100_000, 100_001, 1e21, Number.MAX_VALUE, -Number.MAX_VALUE,
);
export const someDaysAgo = fc.option(fc.constantFrom(-1, 0, 1, 2, 29, 30, 31, 20_000));

const DAYS = ['2026-01-31', '2026-02-01', '1000-01-01', '9999-12-31', '1969-12-31', '2024-02-29'];
const TIMES = ['', '00:00', '23:59', '05:30', '00:00:00', '18:30:00', '23:59:59'];
const FRACTIONS = ['', '.1', ',5', '.123', '.1234', '.123999999', '.9999', '.9995', ',000000001'];
const ZONES = ['', 'Z', 'z', '+00', '+05', '-05', '+0530', '-05:30', '+05:30', '+23:59', '-23:59', '+15:30'];

/** Dates in every form that a contact property accepts. */
export const someDate = fc
  .record({
    day: fc.constantFrom(...DAYS),
    separator: fc.constantFrom('T', 't', ' '),
    time: fc.constantFrom(...TIMES),
    fraction: fc.constantFrom(...FRACTIONS),
    zone: fc.constantFrom(...ZONES),
  })
  .map(({ day, separator, time, fraction, zone }) => {
    if (time === '') return day;
    return `${day}${separator}${time}${time.length > '00:00'.length ? fraction : ''}${zone}`;
  })
  .filter((text) => isValueOfType('date', text));
