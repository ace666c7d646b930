// Durations as people write them: "30 minutes", "1 hour 30 minutes", "two days". A library knows the units; what it would
// read from other text ("about 3", "1.2.3 days", a bare number) is refused before by its form.
import parse from 'parse-duration';

const UNIT = '(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)';
const PART = `\\d{1,9}(?:\\.\\d{1,3})? ?${UNIT}`;
const DIGITS = new RegExp(`^${PART}(?:(?:,| and|) ?${PART}){0,5}$`, 'i');
const NUMBERS: Readonly<Record<string, number>> = {
  'half a': 0.5,
  'half an': 0.5,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};
const WORDS = new RegExp(
  `^(${Object.keys(NUMBERS).join('|')}) (seconds?|minutes?|hours?|days?|weeks?)$`,
  'i',
);

/** Milliseconds that a duration may have. */
export interface DurationBounds {
  minMs: number;
  maxMs: number;
}

/**
 * Parses a duration.
 * @returns milliseconds, whole and within the bounds; undefined for any other text
 */
export function parseDuration(text: string, { minMs, maxMs }: DurationBounds): number | undefined {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  const milliseconds = Math.round(millisecondsOf(trimmed) ?? Number.NaN);
  return milliseconds >= minMs && milliseconds <= maxMs ? milliseconds : undefined;
}

function millisecondsOf(text: string): number | null | undefined {
  if (DIGITS.test(text)) return parse(text.replaceAll(' and ', ' '));
  const [, number = '', unit] = WORDS.exec(text) ?? [];
  return unit === undefined ? undefined : parse(`${NUMBERS[number.toLowerCase()]} ${unit}`);
}
