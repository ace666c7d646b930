// Changes when a scheduled campaign is sent.
import { DomainError } from '../../../../contract/domain-error.ts';
import { parseInstant } from '../../../../platform/time/parse-instant.ts';
import type { Campaign } from '../campaign.ts';
import { type CampaignTime, type GivenTime, readCampaignTime } from './campaign-time.ts';

/** The changes of a client; an absent field keeps its value. */
export type GivenChange = { [Field in keyof GivenTime]?: GivenTime[Field] | undefined };

/**
 * The time that a change leaves; an absent field keeps its value. A new time zone alone keeps the instant, or the time that the
 * clocks show.
 * @throws DomainError `validation_error` for a campaign that is not scheduled, and as `readCampaignTime`
 */
export function changeTime(campaign: Campaign, given: GivenChange, now: Date): CampaignTime {
  const { status } = campaign;
  const former = timeOf(campaign);
  if (status !== 'scheduled') {
    requireSameTime(campaign, given, now);
    return former;
  }
  if (given.scheduledAt === null)
    throw new DomainError(
      'validation_error',
      '`scheduled_at` of a scheduled campaign must be a time. To turn it back into a draft, cancel the campaign.',
    );
  const { timezone = former.timezone, timezoneProperty = former.timezoneProperty } = given;
  const isSameZone = timezone === former.timezone && timezoneProperty === former.timezoneProperty;
  if (given.scheduledAt === undefined && isSameZone) return former;
  const kept = (timezoneProperty && former.wallTime) ?? former.scheduledAt?.toISOString() ?? null;
  return readCampaignTime({ scheduledAt: given.scheduledAt ?? kept, timezone, timezoneProperty }, now);
}

/** A repeated value is not a change. */
function requireSameTime(campaign: Campaign, given: GivenChange, now: Date): void {
  const { status, scheduledAt, timezone, timezoneProperty } = campaign;
  const { scheduledAt: text } = given;
  const at = text ? parseInstant(text, now) : null;
  const isSame =
    (text === undefined || at?.getTime() === scheduledAt?.getTime()) &&
    (given.timezone === undefined || given.timezone === timezone) &&
    (given.timezoneProperty === undefined || given.timezoneProperty === timezoneProperty);
  if (isSame) return;
  throw new DomainError(
    'validation_error',
    `The campaign is ${status}. You can change \`scheduled_at\`, \`timezone\` and \`timezone_property\` only while it is scheduled.`,
  );
}

const timeOf = ({ scheduledAt, timezone, timezoneProperty, wallTime }: Campaign): CampaignTime => ({
  scheduledAt,
  timezone,
  timezoneProperty,
  wallTime,
});
