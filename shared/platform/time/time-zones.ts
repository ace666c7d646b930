// Converts between instants and the times that clocks show in a time zone (IANA names).
import { DateTime, IANAZone } from 'luxon';
import { ByteCache, type Weighed } from '../sharing/byte-cache.ts';
import { Turns } from '../sharing/turns.ts';
import { parseIsoInstant } from './iso-instant.ts';
import { ZONE_NAMES } from './zone-names.ts';

/** A date alone ends like an offset, so the time must come before it. */
const WITH_OFFSET = /[T ].*(?:Z|[+-][\d:]+)$/i;
/** Intl of some versions of Node also accepts offsets, such as `+05:30`. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/;

/** True for the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  return ZONE.test(name) && IANAZone.isValidZone(name);
}

/**
 * The instant of a time in ISO 8601. Without an offset it is what the clocks of the time zone show.
 * @returns undefined when the text is not ISO 8601
 */
export function instantIn(text: string, timezone: string): Date | undefined {
  const instant = parseIsoInstant(text);
  return instant && !WITH_OFFSET.test(text) ? atWallTime(instant, timezone) : instant;
}

/**
 * What the clocks of a time zone show at a time in ISO 8601, as if it were UTC. Without an offset it is the time itself.
 * @returns undefined when the text is not ISO 8601
 */
export function wallTimeIn(text: string, timezone: string): Date | undefined {
  const instant = parseIsoInstant(text);
  if (!instant || !WITH_OFFSET.test(text)) return instant;
  const local = DateTime.fromJSDate(instant, { zone: canonicalZone(timezone) });
  return local.setZone('utc', { keepLocalTime: true }).toJSDate();
}

/**
 * Finds when the clocks of a time zone show a time. A time that they skip moves forward by as much; a time that they
 * show twice means the first one.
 * @param wall what they show, as if it were UTC
 */
export function atWallTime(wall: Date, timezone: string): Date {
  const fields = DateTime.fromJSDate(wall, { zone: 'utc' }).toObject();
  const possible = DateTime.fromObject(fields, { zone: canonicalZone(timezone) }).getPossibleOffsets();
  return new Date(Math.min(...possible.map((each) => each.toMillis())));
}

/**
 * The approximate size of the instants of a wall time. Those of twenty are cached: a campaign asks for the same with
 * each page.
 */
const INSTANTS_BYTES = 64 * 1024;
const cachedInstants = new ByteCache<Weighed & { instants: ReadonlyMap<string, Date> }>(20 * INSTANTS_BYTES);

/**
 * When the clocks of each time zone show a time, as `atWallTime`, by the names of zones in small letters.
 * @param wall what they show, as if it were UTC
 */
export async function atWallTimeInAll(wall: Date): Promise<ReadonlyMap<string, Date>> {
  const compute = async () => ({ bytes: INSTANTS_BYTES, instants: await computeInstants(wall) });
  return (await cachedInstants.getOrLoad(wall.toISOString(), compute)).instants;
}

/** The first time takes 0.2 s, since Intl reads the rules of each zone; afterwards it is 25 ms. */
async function computeInstants(wall: Date): Promise<ReadonlyMap<string, Date>> {
  const turns = new Turns();
  const byZone = new Map<string, Date>();
  const instants = new Map<string, Date>();
  for (const [key, name] of ZONE_NAMES) {
    await turns.next();
    const zone = canonicalZone(name);
    const instant = byZone.get(zone) ?? atWallTime(wall, zone);
    byZone.set(zone, instant);
    instants.set(key, instant);
  }
  return instants;
}

/** Name in small letters → the name that Intl has for the zone. */
const canonicalNames = new Map<string, string>();

/** Luxon caches every zone that it is asked for, and the letter case of names does not matter. */
function canonicalZone(timezone: string): string {
  const key = timezone.toLowerCase();
  const known = canonicalNames.get(key);
  if (known !== undefined) return known;
  const name = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  canonicalNames.set(key, name);
  return name;
}
