// SQL for the moment that an ISO 8601 text names, as parseIsoInstant (shared/platform/time/iso-instant.ts) reads it: a
// date is its first moment, a time without an offset is UTC, and digits beyond the milliseconds are cut. PostgreSQL's
// own reading of such a text rounds to microseconds, knows no comma before the fraction and fails for offsets of 16
// hours and more, so the text is taken apart. The parts are always valid, because only texts that parseIsoInstant
// accepts are stored, of the years 1000 to 9999.

/** Characters of `2026-11-20`, of `2026-11-20T12:00` and of `2026-11-20T12:00:00.000`. */
const DATE = 10;
const TO_MINUTES = 16;
const TO_MILLISECONDS = 23;

/**
 * @param text SQL of the text; it is evaluated several times
 * @returns SQL of type timestamp, in UTC
 */
export function isoInstant(text: string): string {
  const sign = `strpos(translate(substr(${text}, ${TO_MINUTES + 1}), '-', '+'), '+')`;
  return `CASE WHEN octet_length(${text}) = ${DATE} THEN (${text})::timestamp
    WHEN ${sign} = 0 THEN ${localTime(`rtrim(${text}, 'Zz')`)}
    ELSE ${localTime(`left(${text}, ${TO_MINUTES} - 1 + ${sign})`)} - ${offset(`substr(${text}, ${TO_MINUTES} + ${sign})`)} END`;
}

/** The timestamp of a date and a time without an offset. */
function localTime(text: string): string {
  return `replace(left(${text}, ${TO_MILLISECONDS}), ',', '.')::timestamp`;
}

/** The interval of `+05`, `+0530` or `+05:30`. */
function offset(text: string): string {
  return `overlay(rpad(replace(${text}, ':', ''), 5, '0') PLACING ':' FROM 4 FOR 0)::interval`;
}
