// When the scheduled trigger starts an automation. A time without an offset is in the time zone of the trigger: where the
// clock skips it, it moves forward by as much; where the clock shows it twice, it is the first of the two.
import { DateTime, IANAZone } from 'luxon';
import { parseIsoInstant } from '../../../../platform/time/parse-instant.ts';
import type { TriggerConfig } from '../automation.ts';

/** A date alone ends like an offset, so the time must come before it. */
const WITH_OFFSET = /[T ].*(?:Z|[+-][\d:]+)$/i;
/** Intl of some versions of Node also accepts offsets, such as `+05:30`. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/;

/** True for the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  return ZONE.test(name) && IANAZone.isValidZone(name);
}

/** The time of a scheduled trigger. @returns undefined when `at` is not ISO 8601 */
export function scheduledAt({ at, timezone }: TriggerConfig): Date | undefined {
  const instant = parseIsoInstant(at);
  return instant && !WITH_OFFSET.test(at) ? inTimeZone(instant, timezone) : instant;
}

/** @param local in UTC what the clock of the time zone shows */
function inTimeZone(local: Date, timezone: string): Date {
  // Luxon keeps every zone that it was given, and the letter case of names does not matter.
  const zone = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  const fields = DateTime.fromJSDate(local, { zone: 'utc' }).toObject();
  const possible = DateTime.fromObject(fields, { zone }).getPossibleOffsets();
  return new Date(Math.min(...possible.map((each) => each.toMillis())));
}
