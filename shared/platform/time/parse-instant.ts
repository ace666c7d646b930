// Reads an instant as people and programs write it: ISO 8601, or English ("in 1 hour", "Friday at 3pm ET"). A time
// without an offset is UTC (decisions.md §1). What is read only in part is not read: half a sentence is another time.
import { parse } from 'chrono-node/en';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { inUtc } from './utc.ts';

/** Longer texts name no instant, and chrono-node's time grows with the square of the length. */
const TEXT_MAX_LENGTH = 100;
/** What begins like this is ISO 8601, or a mistake in it; guessing would turn 2026-02-30 into some other day. */
const ISO_BEGIN = /^\d{4}-\d/;
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;
/** These look back, which chrono-node forgets when it is asked to look forward. */
const BACKWARD = /\b(last|past|previous)\b/i;
const DATE_PARTS = ['year', 'month', 'day', 'weekday'] as const;

/** The instant that a text names, seen from `now`; undefined when it names none. A weekday is the next one. */
export function parseInstant(text: string, now: Date): Date | undefined {
  const trimmed = text.trim();
  if (trimmed.length > TEXT_MAX_LENGTH) return undefined;
  return ISO_BEGIN.test(trimmed) ? parseIso(trimmed) : inUtc(() => parseEnglish(trimmed, now));
}

function parseIso(text: string): Date | undefined {
  const [match, ...parts] = ISO.exec(text) ?? [];
  if (match === undefined) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map((part) => Number(part ?? 0));
  const milliseconds = Number((parts[6] ?? '').slice(0, 3).padEnd(3, '0'));
  const fields = [year, month, day, hour, minute, second, milliseconds] as const;
  const local = instantOf(fields);
  const offsetMs = offsetOf(parts.slice(7));
  return local && offsetMs !== undefined ? new Date(local.getTime() - offsetMs) : undefined;
}

/** Undefined for a date that no calendar has: `Date` would go on counting into the next month. */
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

/** chrono-node reckons in the machine's time zone, and finds other Fridays and other hours there: call it in UTC. */
function parseEnglish(text: string, now: Date): Date | undefined {
  const phrase = text.replace(/^(on|at)\s+/i, '');
  const reference = { instant: now, timezone: 0 };
  const [found, ...others] = parse(phrase, reference, { forwardDate: !BACKWARD.test(phrase) });
  if (!found || others.length > 0 || found.end || found.text !== phrase) return undefined;
  const at = found.start.date();
  // The next one may be on what is still yesterday in UTC: 11pm ET, said at 10pm.
  const dayBefore = new Date(at.getTime() - DAY_MS);
  const isBareTime = !DATE_PARTS.some((part) => found.start.isCertain(part));
  return isBareTime && dayBefore >= now ? dayBefore : at;
}
