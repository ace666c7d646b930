// Times for people: how long ago, on which day, and exactly when, in the person's zone. Nothing here reads a clock. Only
// an exact time needs Intl, whose first formatter takes longer than all rows of a list.
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** After this many days a date says more than a number of days. */
const DAYS_IN_WORDS = 7;
/** The months of a year. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** The formats by zone; empty: the person's zone. */
const exactFormats = new Map<string, Intl.DateTimeFormat>();

/** "just now", "3 min ago", "in 2 h", "4 d ago", then the date: "12 Mar", with the year when it is another one. */
export function relativeTime(at: Date, now: Date): string {
  const elapsed = now.getTime() - at.getTime();
  const distance = Math.abs(elapsed);
  if (Number.isNaN(distance)) return '–';
  if (distance < MINUTE) return elapsed >= 0 ? 'just now' : 'in a moment';
  if (distance < HOUR) return phrase(Math.floor(distance / MINUTE), 'min', elapsed);
  if (distance < DAY) return phrase(Math.floor(distance / HOUR), 'h', elapsed);
  if (distance < DAYS_IN_WORDS * DAY) return phrase(Math.floor(distance / DAY), 'd', elapsed);
  return shortDate(at, now);
}

/**
 * The time of a row, by days of the person's calendar: "14:05:09" of today, "Yest. 14:05", else the date: "12 Mar", with
 * the year when it is another one.
 */
export function listTime(at: Date, now: Date, { hasSeconds = true } = {}): string {
  if (Number.isNaN(at.getTime())) return '–';
  const days = dayNumber(now) - dayNumber(at);
  if (days === 0) return hasSeconds ? `${clockTime(at)}:${twoDigits(at.getSeconds())}` : clockTime(at);
  return days === 1 ? `Yest. ${clockTime(at)}` : shortDate(at, now);
}

/** "12 Mar, 14:05" */
export function dayAndTime(at: Date): string {
  return `${dayAndMonth(at)}, ${clockTime(at)}`;
}

/** "14:05" of today, else "12 Mar, 14:05": a time within a sentence. */
export function nearMoment(at: Date, now: Date): string {
  return dayNumber(at) === dayNumber(now) ? clockTime(at) : dayAndTime(at);
}

/** "12 March 2026, 14:05:09 CET": the whole truth, in the zone of the person. */
export function exactTime(at: Date, zone?: string): string {
  if (Number.isNaN(at.getTime())) return '–';
  const known = exactFormats.get(zone ?? '');
  if (known) return known.format(at);
  const made = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...(zone === undefined ? {} : { timeZone: zone }),
  });
  exactFormats.set(zone ?? '', made);
  return made.format(at);
}

/** "4 ms", "1.2 s", "3 min 5 s", "2 h 1 min": the length of an act. */
export function duration(milliseconds: number): string {
  if (milliseconds < SECOND) return `${Math.floor(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${trim(milliseconds / SECOND)} s`;
  const [large, small, unit, smaller] =
    milliseconds < HOUR
      ? [MINUTE, SECOND, 'min', 's']
      : milliseconds < DAY
        ? [HOUR, MINUTE, 'h', 'min']
        : [DAY, HOUR, 'd', 'h'];
  const whole = Math.floor(milliseconds / Number(large));
  const rest = Math.floor((milliseconds % Number(large)) / Number(small));
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${smaller}`;
}

function phrase(count: number, unit: string, elapsed: number): string {
  return elapsed >= 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}

/** "12 Mar", with the year when it is another one. */
export function shortDate(at: Date, now: Date): string {
  const year = at.getFullYear();
  return year === now.getFullYear() ? dayAndMonth(at) : `${dayAndMonth(at)} ${year}`;
}

function dayAndMonth(at: Date): string {
  return `${at.getDate()} ${MONTHS[at.getMonth()]}`;
}

function clockTime(at: Date): string {
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Days follow each other by one, however many hours they have. */
function dayNumber(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY;
}

function trim(value: number): string {
  return (Math.floor(value * 10) / 10).toString();
}
