// A time as people type it: "tomorrow 9:00", "in 2 hours", "Friday at 3pm", "1 December", or ISO 8601. The words are those
// that the API takes (docs/reference/requests.md#times), but for rare ones, and mean the same; only that a time without a
// zone is one of the person's clocks here, and of UTC there. So what is sent is the instant and never the words. Pure.
import { instantAt, wallTimeOf, type ZonedInstant } from './zoned-time.ts';

/** When and where a text is read. */
export interface Reading {
  now: Date;
  /** IANA name. */
  zone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOON_MS = DAY_MS / 2;
const TEXT_MAX_LENGTH = 100;
const UNITS: Readonly<Record<string, number>> = {
  minute: MINUTE_MS,
  min: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const ISO = /^(\d{4}-\d\d-\d\d)(?:[t ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(z|[+-]\d\d(?::?\d\d)?)?)?$/;
const LATER = /^(?:in )?(an?|half an|\d{1,4}(?:\.\d)?|[a-z]+) (minute|min|hour|day|week)s?( ago| from now)?$/;
const WEEKDAY = /^(sun|mon|tue|wed|thu|thur|thurs|fri|sat)(?:day|sday|nesday|rsday|urday)?$/;
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DAY_THEN_MONTH = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? (\\d{4}))?$`);
const MONTH_THEN_DAY = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`);
const CLOCK = /^(?:(\d{1,2}):(\d\d)(?: ?(am|pm))?|(\d{1,2}) ?(am|pm)|(noon|midday|midnight))$/;
/** "9am tomorrow", "9am on Friday". */
const CLOCK_FIRST = /^(\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midnight) (?:on )?(.+)$/;
const CLOCK_LAST = /^(.+?),? (?:at )?(\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midday|midnight)$/;
/** "tomorrow at 9": an hour alone, where a word says that it is one. */
const HOUR_LAST = /^(.+?),? at (\d{1,2})$/;

/** @returns undefined: it is not a time, or its meaning is uncertain */
export function readMoment(text: string, reading: Reading): ZonedInstant | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (words === '' || words.length > TEXT_MAX_LENGTH) return undefined;
  const iso = ISO.exec(words);
  if (iso) return readIso(iso, reading.zone);
  const [, before, zone] = /^(.+?) (utc|gmt)$/.exec(words) ?? [];
  const read = before === undefined ? reading : { ...reading, zone: 'UTC' };
  const phrase = (zone === undefined ? words : (before ?? '')).replace(/^(?:on|at) /, '');
  return readLater(phrase, read) ?? readDay(phrase, read);
}

function readIso([, date = '', time = '00:00', offset]: RegExpExecArray, zone: string) {
  const wall = Date.parse(`${date}T${time}Z`);
  // `Date` continues 30 February into March.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date)) return undefined;
  if (offset === undefined) return instantAt(wall, zone);
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return once(wall - (sign === '-' ? -offsetMs : offsetMs));
}

/** "in 2 hours", "half an hour ago". Days and weeks keep what the clocks show. */
function readLater(phrase: string, { now, zone }: Reading): ZonedInstant | undefined {
  if (phrase === 'now') return once(now.getTime());
  const [, count = '', unit = '', direction] = LATER.exec(phrase) ?? [];
  const many = countOf(count);
  if (
    many === undefined ||
    !(phrase.startsWith('in ') || direction) ||
    (phrase.startsWith('in ') && direction)
  )
    return undefined;
  const distance = (direction === ' ago' ? -1 : 1) * many * (UNITS[unit] ?? 0);
  return distance % DAY_MS === 0 && unit !== 'hour' && unit !== 'minute' && unit !== 'min'
    ? instantAt(wallTimeOf(now, zone) + distance, zone)
    : once(now.getTime() + distance);
}

function countOf(words: string): number | undefined {
  if (words === 'a' || words === 'an') return 1;
  if (words === 'half an') return 0.5;
  if (/^\d/.test(words)) return Number(words);
  const number = NUMBERS.indexOf(words);
  return number > 0 ? number : undefined;
}

/** A day, a time of day, or both in either order. */
function readDay(phrase: string, { now, zone }: Reading): ZonedInstant | undefined {
  const today = midnightOf(wallTimeOf(now, zone));
  const clockAlone = clockOf(phrase);
  const { day, clock } = clockAlone === undefined ? splitDay(phrase) : {};
  const found =
    clockAlone === undefined
      ? dayOf(day ?? phrase, wallTimeOf(now, zone))
      : { midnight: today, time: clockAlone, next: today + DAY_MS };
  const time = clock === undefined ? found?.time : clockOf(clock);
  if (found === undefined || time === undefined) return undefined;
  const read = instantAt(found.midnight + time, zone);
  return found.next === undefined || read.at >= now ? read : instantAt(found.next + time, zone);
}

function splitDay(phrase: string): { day?: string; clock?: string | undefined } {
  const [, day, clock] = CLOCK_LAST.exec(phrase) ?? [];
  if (day !== undefined) return { day, clock };
  const [, before, hour] = HOUR_LAST.exec(phrase) ?? [];
  if (before !== undefined) return { day: before, clock: `${hour}:00` };
  const [, first, rest] = CLOCK_FIRST.exec(phrase) ?? [];
  return { day: rest ?? phrase, clock: first };
}

/** A day by its midnight. */
interface FoundDay {
  midnight: number;
  /** Its meaning without a time of day. */
  time: number;
  /** The day that is meant when the time is past. */
  next?: number | undefined;
}

function dayOf(words: string, nowWall: number): FoundDay | undefined {
  const today = midnightOf(nowWall);
  const near = ['yesterday', 'today', 'tomorrow'].indexOf(words);
  if (near >= 0) return { midnight: today + (near - 1) * DAY_MS, time: nowWall - today };
  const weekday = WEEKDAY.exec(words)?.[1];
  if (weekday === undefined) return dateOf(words, nowWall);
  const ahead = (WEEKDAYS.indexOf(weekday.slice(0, 3)) - new Date(nowWall).getUTCDay() + 7) % 7;
  const midnight = today + ahead * DAY_MS;
  return { midnight, time: NOON_MS, next: midnight + 7 * DAY_MS };
}

/** "1 December", "December 1st 2026"; without a year the next one. */
function dateOf(words: string, nowWall: number): FoundDay | undefined {
  const [, dayFirst, monthLast, yearLast] = DAY_THEN_MONTH.exec(words) ?? [];
  const [, monthFirst, dayLast, yearOfLast] = MONTH_THEN_DAY.exec(words) ?? [];
  const day = Number(dayFirst ?? dayLast);
  const month = MONTHS.indexOf(monthLast ?? monthFirst ?? '');
  if (month < 0) return undefined;
  const given = yearLast ?? yearOfLast;
  const year = given === undefined ? new Date(nowWall).getUTCFullYear() : Number(given);
  const midnight = Date.UTC(year, month, day);
  if (new Date(midnight).getUTCDate() !== day) return undefined;
  return { midnight, time: NOON_MS, next: given === undefined ? Date.UTC(year + 1, month, day) : undefined };
}

/** Milliseconds since midnight. */
function clockOf(words: string): number | undefined {
  const [match, hourOfTwo, minute = '0', half, hourAlone, halfAlone, name] = CLOCK.exec(words) ?? [];
  if (match === undefined) return undefined;
  if (name !== undefined) return name === 'midnight' ? 0 : NOON_MS;
  const hour = Number(hourOfTwo ?? hourAlone);
  const halfOfDay = half ?? halfAlone;
  const isPossible = halfOfDay === undefined ? hour < 24 : hour >= 1 && hour <= 12;
  if (!isPossible || Number(minute) > 59) return undefined;
  const hours = halfOfDay === undefined ? hour : (hour % 12) + (halfOfDay === 'pm' ? 12 : 0);
  return (hours * 60 + Number(minute)) * MINUTE_MS;
}

function midnightOf(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

function once(ms: number): ZonedInstant | undefined {
  return Number.isNaN(ms) ? undefined : { at: new Date(ms), shown: 'once' };
}
