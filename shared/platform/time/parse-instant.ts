// Parses a point in time as people and programs write it: ISO 8601, or English ("in two hours", "Friday at 3pm ET"). A
// time without an offset is UTC (docs/reference/requests.md#times). A text of which only a part can be parsed is
// refused: the part may mean another time than the whole.
import { requirePackage } from '../process/require-package.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { inUtc } from './utc.ts';

/** A longer text is no time, and the running time of chrono-node grows with the square of the length. */
const TEXT_MAX_LENGTH = 100;
/** A text that begins so must be valid ISO 8601; chrono-node would read 2026-02-30 as another day. */
const ISO_BEGIN = /^\d{4}-\d/;
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;
/** Words that mean a time in the past; chrono-node ignores them when its option `forwardDate` is set. */
const BACKWARD = /\b(last|past|previous)\b/i;
const DATE_PARTS = ['year', 'month', 'day', 'weekday'] as const;

/** Parses a time, relative to `now`; undefined when the text is no time. A weekday means the next one. */
export function parseInstant(text: string, now: Date): Date | undefined {
  const trimmed = text.trim();
  if (trimmed.length > TEXT_MAX_LENGTH) return undefined;
  return ISO_BEGIN.test(trimmed) ? parseIsoInstant(trimmed) : inUtc(() => parseEnglish(trimmed, now));
}

/** Parses a date or time in ISO 8601, and nothing else; undefined when the text is none. A date is its first instant. */
export function parseIsoInstant(text: string): Date | undefined {
  const [match, ...parts] = ISO.exec(text) ?? [];
  if (match === undefined) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map((part) => Number(part ?? 0));
  const milliseconds = Number((parts[6] ?? '').slice(0, 3).padEnd(3, '0'));
  const fields = [year, month, day, hour, minute, second, milliseconds] as const;
  const local = instantOf(fields);
  const offsetMs = offsetOf(parts.slice(7));
  return local && offsetMs !== undefined ? new Date(local.getTime() - offsetMs) : undefined;
}

/** Undefined for a date that does not exist: `Date` would continue into the next month. */
function instantOf([year = 0, month = 0, ...rest]: readonly (number | undefined)[]): Date | undefined {
  const [day = 0, hour = 0, minute = 0, second = 0, milliseconds = 0] = rest;
  const instant = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  const isSame =
    instant.getUTCMonth() === month - 1 &&
    instant.getUTCDate() === day &&
    instant.getUTCHours() === hour &&
    instant.getUTCMinutes() === minute &&
    instant.getUTCSeconds() === second;
  return isSame ? instant : undefined;
}

function offsetOf([sign, hours = '0', minutes = '0']: readonly (string | undefined)[]): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
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
