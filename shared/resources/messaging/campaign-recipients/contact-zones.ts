// The time zones of contacts: each has one in a property, as a text. A text that is not the name of a zone is
// `unknown`. Names are looked up in one value, as JSON: a join might read all of them for each contact.
import { ZONE_NAMES } from '../../../platform/time/zone-names.ts';

/** The property in which contacts have their time zones. */
export interface ContactZones {
  /** The number of the property; null: it was deleted or no longer contains texts, so all zones are unknown. */
  property: number | null;
}

/** The name of the zone of a contact without a valid one. */
const UNKNOWN_ZONE = 'unknown';

/**
 * SQL of the zone of a contact, in small letters; null: it is unknown.
 * @param contacts the name of the rows, which have `properties`; the others are names of parameters
 * @param names JSON whose keys are the zones in small letters
 */
export function zoneOf(contacts: string, property: string, names: string): string {
  // As "C" says: other rules make some letters of other scripts to Latin ones.
  const name = `lower(btrim(${contacts}.properties ->> ${property}::text, E' \\t\\r\\n') COLLATE "C")`;
  return `CASE WHEN ${names}::jsonb ? ${name} THEN ${name} END`;
}

/** The value of `names`. */
export const ZONE_NAMES_JSON = JSON.stringify(Object.fromEntries(ZONE_NAMES));

/** Contacts of an audience that have the same zone, and are left out for the same reason. */
export interface ContactGroup {
  /** Null: they are not left out. */
  reason: string | null;
  zone: string | null;
  count: number;
}

/** Contacts in numbers. */
export interface CountedContacts {
  total: number;
  /** Reason → how many are left out. */
  leftOut: Record<string, number>;
  /** Time zone → how many are not left out; null: the campaign does not use zones. */
  zones: Record<string, number> | null;
}

export function sumGroups(groups: readonly ContactGroup[], isByZone: boolean): CountedContacts {
  const leftOut: Record<string, number> = {};
  const zones: Record<string, number> = {};
  let total = 0;
  for (const { reason, zone, count } of groups) {
    total += count;
    const name = ZONE_NAMES.get(zone ?? '') ?? UNKNOWN_ZONE;
    if (reason !== null) leftOut[reason] = (leftOut[reason] ?? 0) + count;
    else if (isByZone) zones[name] = (zones[name] ?? 0) + count;
  }
  return { total, leftOut, zones: isByZone ? zones : null };
}
