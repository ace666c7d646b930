// Parses a point in time in ISO 8601, and nothing else. A time without an offset is UTC. It imports no package, because the
// dashboard judges payloads of events by it, too (shared/resources/flows/events/definitions/broken-field.ts).
import { MINUTE_MS } from './durations.ts';

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;

/** Parses a date or time in ISO 8601, and nothing else; undefined when the text is not one. A date is its first instant. */
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
