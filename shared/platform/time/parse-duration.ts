// Durations as people write them: "30 minutes", "1 hour 30 minutes", "two days". Libraries know the units and the words;
// what they would read from other text ("about 3", "1.2.3 days", a bare number) is refused before by its form.
import parse from 'parse-duration';
import { parseInstant } from './parse-instant.ts';

const UNIT = '(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)';
const PART = `\\d{1,9}(?:\\.\\d{1,3})? ?${UNIT}`;
const DIGITS = new RegExp(`^${PART}(?:(?:,| and|) ?${PART}){0,5}$`, 'i');
const NUMBERS = 'half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const WORDS = new RegExp(`^(?:${NUMBERS}) (?:seconds?|minutes?|hours?|days?|weeks?)$`, 'i');

/** Milliseconds that a duration may have. */
export interface DurationBounds {
  minMs: number;
  maxMs: number;
}

/**
 * Parses a duration.
 * @returns milliseconds, whole and within the bounds; undefined for a text that is no such duration
 */
export function parseDuration(text: string, { minMs, maxMs }: DurationBounds): number | undefined {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  const milliseconds = Math.round(millisecondsOf(trimmed) ?? Number.NaN);
  return milliseconds >= minMs && milliseconds <= maxMs ? milliseconds : undefined;
}

function millisecondsOf(text: string): number | null | undefined {
  if (DIGITS.test(text)) return parse(text.replaceAll(' and ', ' '));
  return WORDS.test(text) ? parseInstant(`in ${text}`, new Date(0))?.getTime() : undefined;
}
