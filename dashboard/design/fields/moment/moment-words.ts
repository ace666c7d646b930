// What a moment is called below its field: the day with its name, the time, the zone and how far it is; and what the
// clocks do, when they are set forward or back around it. Pure, but for the zone of the browser.
import { relativeTime } from '../../../format/time.ts';
import { wallTimeOf, type ZonedInstant } from '../../../format/zoned-time.ts';

const MINUTE_MS = 60_000;
/** Farther away the date says more. */
const NEAR_MS = 7 * 24 * 60 * MINUTE_MS;

/** The zone in which this browser shows times. */
export function zoneOfBrowser(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The sentences below a field. @returns `clocks` undefined: they do nothing there */
export function momentWords(
  { at, shown, second }: ZonedInstant,
  { zone, now }: { zone: string; now: Date },
): { when: string; clocks: string | undefined } {
  const when = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
    timeZone: zone,
  }).format(at);
  const isNear = Math.abs(at.getTime() - now.getTime()) < NEAR_MS;
  const distance = isNear ? `, ${relativeTime(at, now)}` : '';
  // "GMT+0, UTC" would say the same twice.
  const name = zone === 'UTC' ? when.replace(/ (?:GMT(?:\+0)?|UTC)$/, ' UTC') : `${when}, ${zone}`;
  return { when: `${name}${distance}`, clocks: clockWords() };

  function clockWords(): string | undefined {
    const clock = clockText(at, zone);
    if (shown === 'twice' && second)
      return `${clock} occurs twice that day, because clocks go back. The first time is used.`;
    if (shown === 'skipped')
      return `This time does not exist that day, because clocks go forward. ${clock} is used.`;
    return undefined;
  }
}

function clockText(at: Date, zone: string): string {
  return new Date(Math.floor(wallTimeOf(at, zone) / MINUTE_MS) * MINUTE_MS).toISOString().slice(11, 16);
}
