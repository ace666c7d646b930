// When a draft is to be sent, as one has chosen it: at once, at one time, or when the clocks of each contact show it. The server
// knows nothing of it before the campaign is sent, so it is kept in this browser. Pure.
import type { Campaign, SendCampaignBody } from '../../../../api/generated/types.ts';
import { readMoment } from '../../../../format/typed-moment.ts';
import { wallText, wallTimeOf } from '../../../../format/zoned-time.ts';

/** The chosen time. */
export interface ChosenTime {
  kind: 'now' | 'at' | 'zones';
  /** The typed text. */
  text: string;
  /** Its meaning in ISO 8601; undefined: none. */
  at: string | undefined;
  /** The IANA name of the zone in which it is read; undefined: the browser's. */
  zone: string | undefined;
  /** Key of the property with the zones of contacts. */
  property: string | undefined;
}

/** Nothing is chosen. */
export const AT_ONCE: ChosenTime = {
  kind: 'now',
  text: '',
  at: undefined,
  zone: undefined,
  property: undefined,
};

/** The time by the clock of the server, because this one may be wrong; until then it can be undone. */
export const SOON = 'in 10 seconds';

const HOUR_MS = 60 * 60 * 1_000;

/** Reads a stored choice. */
export function readChosenTime(text: string | null): ChosenTime {
  try {
    const kept = JSON.parse(text ?? '') as Partial<ChosenTime> | null;
    return typeof kept === 'object' ? { ...AT_ONCE, ...kept } : AT_ONCE;
  } catch {
    return AT_ONCE;
  }
}

/** The time of a campaign that is scheduled, as it would be chosen. */
export function chosenTimeOf({
  scheduled_at,
  timezone,
  timezone_property,
}: Pick<Campaign, 'scheduled_at' | 'timezone' | 'timezone_property'>): ChosenTime {
  if (scheduled_at === null) return AT_ONCE;
  const at = new Date(scheduled_at);
  return {
    kind: timezone_property === null ? 'at' : 'zones',
    text: timezone === null ? scheduled_at : wallText(wallTimeOf(at, timezone)).replace('T', ' '),
    at: at.toISOString(),
    zone: timezone ?? undefined,
    property: timezone_property ?? undefined,
  };
}

/**
 * The reason why it cannot be sent then.
 * @param zone in which it is read
 * @returns `field` undefined: it is not about the typed text
 */
export function chosenTimeFault(
  { kind, text, at, property }: ChosenTime,
  { now, zone }: { now: Date; zone: string },
): { field: 'time' | 'property'; message: string } | undefined {
  if (kind === 'now') return undefined;
  if (kind === 'zones' && property === undefined)
    return { field: 'property', message: 'Choose the property that holds the time zone of contacts.' };
  if (at === undefined) return { field: 'time', message: 'Enter a time.' };
  if (readMoment(text, { now, zone })?.shown === 'skipped')
    return {
      field: 'time',
      message: 'This time does not exist: clocks there go forward that day. Enter another time.',
    };
  if (new Date(at) <= now) return { field: 'time', message: 'This time is in the past. Enter another time.' };
  return undefined;
}

/** The request body that sends it then. @param zone in which a time is read */
export function sendBody({ kind, at, property }: ChosenTime, zone: string): SendCampaignBody {
  if (kind === 'now' || at === undefined) return { scheduled_at: SOON };
  return {
    scheduled_at: at,
    timezone: zone,
    ...(kind === 'zones' && property !== undefined && { timezone_property: property }),
  };
}

/** When the last mail is sent at a pace, from its beginning on; undefined: there is no pace, or no person. */
export function endOfPace(
  beginsAt: Date,
  { people, ratePerHour }: { people: number; ratePerHour: number | null },
): Date | undefined {
  if (ratePerHour === null || ratePerHour <= 0 || people === 0) return undefined;
  return new Date(beginsAt.getTime() + ((people - 1) / ratePerHour) * HOUR_MS);
}
