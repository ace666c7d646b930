// Parses a point in time as people and programs write it: ISO 8601, or English ("in two hours", "Friday at 3pm ET"). A
// time without an offset is UTC (docs/reference/requests.md#times). A text that can be parsed only in part is refused:
// the part may mean another time than the whole.
import { requirePackage } from '../process/require-package.ts';
import { DAY_MS } from './durations.ts';
import { parseIsoInstant } from './iso-instant.ts';
import { inUtc } from './utc.ts';

/** A longer text is not a time, and the running time of chrono-node grows with the square of the length. */
const TEXT_MAX_LENGTH = 100;
/** A text that begins so must be valid ISO 8601; chrono-node would read 2026-02-30 as another day. */
const ISO_BEGIN = /^\d{4}-\d/;
/** Words that mean a time in the past; chrono-node ignores them when its option `forwardDate` is set. */
const BACKWARD = /\b(last|past|previous)\b/i;
const DATE_PARTS = ['year', 'month', 'day', 'weekday'] as const;

/** Parses a time, relative to `now`; undefined when the text is not a time. A weekday means the next one. */
export function parseInstant(text: string, now: Date): Date | undefined {
  const trimmed = text.trim();
  if (trimmed.length > TEXT_MAX_LENGTH) return undefined;
  return ISO_BEGIN.test(trimmed) ? parseIsoInstant(trimmed) : inUtc(() => parseEnglish(trimmed, now));
}

/** chrono-node calculates in the machine's time zone, with other weekdays and hours: call this within `inUtc`. */
function parseEnglish(text: string, now: Date): Date | undefined {
  const { parse } = requirePackage<typeof import('chrono-node/en')>('chrono-node/en');
  const phrase = text.replace(/^(on|at)\s+/i, '');
  const reference = { instant: now, timezone: 0 };
  const [found, ...others] = parse(phrase, reference, { forwardDate: !BACKWARD.test(phrase) });
  if (!found || others.length > 0 || found.end || found.text !== phrase) return undefined;
  const at = found.start.date();
  // For a time of day alone the next occurrence may be a UTC day earlier: "11pm ET", said at 10pm ET.
  const dayBefore = new Date(at.getTime() - DAY_MS);
  const isBareTime = !DATE_PARTS.some((part) => found.start.isCertain(part));
  return isBareTime && dayBefore >= now ? dayBefore : at;
}
