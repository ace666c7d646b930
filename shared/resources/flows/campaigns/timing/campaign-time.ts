// When a campaign is sent: at once, at one time, or in each time zone when its clocks show the same time.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { HOUR_MS } from '../../../../platform/time/durations.ts';
import { instantIn, isTimeZone, wallTimeIn } from '../../../../platform/time/time-zones.ts';
import type { ContactPropertyType } from '../../../audience/contact-properties/contact-property.ts';
import { findContactPropertyOf } from '../../../audience/contact-properties/find.ts';
import {
  readScheduleTime,
  refuseTime,
  requireScheduleTime,
} from '../../../messaging/emails/schedule-time.ts';
import type { Campaign } from '../campaign.ts';

/** The client's fields. */
export interface GivenTime {
  /** Null: it is sent at once. */
  scheduledAt: string | null;
  timezone: string | null;
  timezoneProperty: string | null;
}

/** When a campaign is sent. */
export type CampaignTime = Pick<Campaign, 'scheduledAt' | 'timezone' | 'timezoneProperty' | 'wallTime'>;

/** The zone if none is given. */
const DEFAULT_ZONE = 'UTC';
/** The zone whose clocks are ahead of all others. */
const FIRST_ZONE_HOURS = 14;

/**
 * Reads when a campaign is sent. With a time zone the time is ISO 8601, since a phrase has no zone of its own.
 * @throws DomainError `validation_error`
 */
export function readCampaignTime(
  { scheduledAt: text, timezone, timezoneProperty }: GivenTime,
  now: Date,
): CampaignTime {
  const isByZone = timezone !== null || timezoneProperty !== null;
  if (timezone !== null && !isTimeZone(timezone))
    throw new DomainError(
      'validation_error',
      '`timezone` must be the IANA name of a time zone, such as Europe/Berlin.',
    );
  if (!isByZone) return { scheduledAt: text === null ? null : readScheduleTime(text, now), ...NO_ZONE };
  if (text === null)
    throw new DomainError('validation_error', '`timezone` and `timezone_property` require `scheduled_at`.');
  const zone = timezone ?? DEFAULT_ZONE;
  const wall = wallTimeIn(text, zone);
  const scheduledAt = instantIn(text, zone);
  if (!wall || !scheduledAt)
    throw refuseTime('with a time zone must be an ISO 8601 time, such as `2026-12-01T09:00`');
  requireScheduleTime(scheduledAt, now);
  const wallTime = timezoneProperty === null ? null : wall.toISOString().slice(0, -1);
  return { scheduledAt, timezone: zone, timezoneProperty, wallTime };
}

const NO_ZONE = { timezone: null, timezoneProperty: null, wallTime: null } as const;

/** When the audience is taken: when the clocks that are ahead of all others show the time. Null: at once. */
export function startOf({
  scheduledAt,
  wallTime,
}: Pick<CampaignTime, 'scheduledAt' | 'wallTime'>): Date | null {
  return wallTime === null ? scheduledAt : new Date(wallOf(wallTime).getTime() - FIRST_ZONE_HOURS * HOUR_MS);
}

/** A wall time as if it were UTC. */
export const wallOf = (wallTime: string): Date => new Date(`${wallTime}Z`);

const TYPE_OF_ZONES: ContactPropertyType = 'string';

/**
 * The number of the property under which contacts have their time zones.
 * @returns null: it was deleted, or another one without texts has its key
 */
export async function findZoneProperty(
  database: Queryable,
  accountId: string,
  key: string,
): Promise<number | null> {
  const property = await findContactPropertyOf(database, accountId, key);
  return property?.type === TYPE_OF_ZONES ? property.number : null;
}

/**
 * The caller has locked the account, so the property is not deleted before the commit.
 * @returns why contacts have no time zones there, as a sentence: the property is not there or has no texts
 */
export async function findZoneFault(
  database: Queryable,
  accountId: string,
  key: string,
): Promise<string | undefined> {
  const property = await findContactPropertyOf(database, accountId, key);
  if (property?.type === TYPE_OF_ZONES) return undefined;
  return `\`timezone_property\` must be the key of a text property of contacts: ${JSON.stringify(key)} is ${property ? `of type ${property.type}` : 'none'}.`;
}
