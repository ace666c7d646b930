// Times for people: how long ago, and exactly when in the person's zone. Dates are formatted by Intl; nothing here
// reads a clock.
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** After this many days a date says more than a number of days. */
const DAYS_IN_WORDS = 7;

/** "just now", "3 min ago", "in 2 h", "4 d ago", then the date: "12 Mar", with the year when it is another one. */
export function relativeTime(at: Date, now: Date, zone?: string): string {
  const elapsed = now.getTime() - at.getTime();
  const distance = Math.abs(elapsed);
  if (Number.isNaN(distance)) return '–';
  if (distance < MINUTE) return elapsed >= 0 ? 'just now' : 'in a moment';
  if (distance < HOUR) return phrase(Math.floor(distance / MINUTE), 'min', elapsed);
  if (distance < DAY) return phrase(Math.floor(distance / HOUR), 'h', elapsed);
  if (distance < DAYS_IN_WORDS * DAY) return phrase(Math.floor(distance / DAY), 'd', elapsed);
  return shortDate(at, now, zone);
}

/** "12 March 2026, 14:05:09 CET": the whole truth, in the zone of the person. */
export function exactTime(at: Date, zone?: string): string {
  if (Number.isNaN(at.getTime())) return '–';
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(at);
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

function shortDate(at: Date, now: Date, zone?: string): string {
  const timeZone = zone === undefined ? {} : { timeZone: zone };
  const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', ...timeZone });
  const isThisYear = year.format(at) === year.format(now);
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...timeZone,
  }).format(at);
}

function trim(value: number): string {
  return (Math.floor(value * 10) / 10).toString();
}
