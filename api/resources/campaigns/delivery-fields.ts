// The fields of a campaign that decide how its mail is sent: its pace, when it is sent in each time zone, and what its
// links get (docs/reference/campaign-sending.md); and who can open it on the web (docs/reference/web-version.md).
import Joi from 'joi';
import { PROPERTY_KEY, PROPERTY_KEY_WORDS } from '../../../shared/contract/contact-properties/keys.ts';
import { RATE_PER_HOUR_MAX, UTM_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { WEB_VERSIONS } from '../../../shared/contract/polls/values.ts';
import type { Utm } from '../../../shared/mail/links/utm.ts';
import type { SettingChanges, WebVersionMode } from '../../../shared/resources/flows/campaigns/settings.ts';
import type { GivenTime } from '../../../shared/resources/flows/campaigns/timing/campaign-time.ts';
import { objectOfFields } from '../../near-misses/object-schema.ts';
import { type TrackingChoice, trackingField } from '../emails/tracking-fields.ts';

/** When a campaign is sent, as it was given. */
export interface TimeInput {
  scheduled_at?: string | null;
  timezone?: string | null;
  timezone_property?: string | null;
}

const ZONE_MAX_LENGTH = 100;
const NULL_OR_BLANK = Joi.string().trim().valid(null, '');

const ratePerHourField = Joi.number()
  .strict()
  .integer()
  .min(1)
  .max(RATE_PER_HOUR_MAX)
  .description('Emails per hour, spread evenly; null: as fast as possible');

const zone = Joi.string().max(ZONE_MAX_LENGTH);
const propertyKey = Joi.string()
  .pattern(PROPERTY_KEY)
  .messages({ 'string.pattern.base': `{{#label}} must be ${PROPERTY_KEY_WORDS}` });

export const timezoneField = zone.description(
  'IANA name of the time zone of `scheduled_at`, such as Europe/Berlin',
);
export const timezonePropertyField = propertyKey.description(
  'Key of the contact property with the IANA name of the time zone: each contact is sent to at the scheduled local time. Contacts without one use `timezone`',
);

const webVersionField = Joi.string()
  .valid(...WEB_VERSIONS)
  .description(
    'Who can open the web version: `link`, people with the link in an email; `public`, also people with the `public_url`; `off`, no one',
  );

const UTM_FIELDS: readonly string[] = ['source', 'medium', 'campaign', 'content'] satisfies (keyof Utm)[];
const utmValue = Joi.string().trim().max(UTM_MAX_LENGTH).empty(NULL_OR_BLANK);

/** An unknown name in it is refused: links would lack a parameter without a word. */
export const utmField = objectOfFields<Utm>({
  source: utmValue.description('`utm_source`'),
  medium: utmValue.description('`utm_medium`'),
  campaign: utmValue.description('`utm_campaign`'),
  content: utmValue.description('`utm_content`'),
})
  .custom((value: Utm, { original, error }) => {
    const unknown = Object.keys(original as object).find((name) => !UTM_FIELDS.includes(name));
    return unknown === undefined ? value : error('utm.unknown', { unknown });
  })
  .description('UTM parameters to add to links in the HTML that do not have them');

/** The settings of a campaign in a request (shared/resources/flows/campaigns/settings.ts). */
export interface SettingsInput {
  tracking?: TrackingChoice | null;
  rate_per_hour?: number | null;
  web_version?: WebVersionMode;
}

/** Keys of the schema of a new campaign. */
export const settingFields = {
  tracking: trackingField,
  rate_per_hour: ratePerHourField.empty(null),
  web_version: webVersionField.empty(null).default('link'),
};
/** And of a change: null clears what may be absent. */
export const settingFieldsOfChange = {
  tracking: trackingField.empty().allow(null),
  rate_per_hour: ratePerHourField.allow(null),
  web_version: webVersionField,
};

/** Reads them. */
export function readSettings({
  tracking,
  rate_per_hour: ratePerHour,
  web_version: webVersion,
}: SettingsInput): SettingChanges {
  return { tracking, ratePerHour, webVersion };
}

/** Messages of the faults of these fields. */
export const DELIVERY_MESSAGES = {
  'utm.unknown':
    '{{#label}} can only have `source`, `medium`, `campaign` and `content`; it has `{{#unknown}}`',
};

/** When it is sent. */
export function toGivenTime({
  scheduled_at: scheduledAt = null,
  timezone = null,
  timezone_property: timezoneProperty = null,
}: TimeInput): GivenTime {
  return { scheduledAt, timezone, timezoneProperty };
}

/** Undefined: it is not given. An object without a value is none. */
export function toUtm(utm: Utm | null | undefined): Utm | null | undefined {
  return utm && Object.keys(utm).length === 0 ? null : utm;
}
