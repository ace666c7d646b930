// Input of /campaigns (docs/reference/campaigns.md).
import Joi from 'joi';
import { CAMPAIGN_OBJECTS } from '../../../shared/contract/campaigns/objects.ts';
import { CAMPAIGN_FOLLOW_UPS } from '../../../shared/contract/campaigns/values.ts';
import { CAMPAIGN_TEST_MAX, LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { MailByName } from '../../../shared/contract/mail/fields.ts';
import type { Utm } from '../../../shared/mail/links/utm.ts';
import type { FollowUp } from '../../../shared/resources/flows/campaigns/follow-ups/create-segment.ts';
import type { ParsedMailbox } from '../../../shared/resources/messaging/emails/email.ts';
import { describedAs } from '../../input/described-as.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
import { lineInput } from '../../input/text-inputs.ts';
import { idOf } from '../../named-id.ts';
import { objectOfFields } from '../../near-misses/object-schema.ts';
import { ADDRESS_MESSAGES, mailboxes } from '../emails/address-fields.ts';
import { CONTENT_MESSAGES, findContentFault } from '../emails/content-fields.ts';
import { type ChangedMail, changedMail, givenMail } from '../emails/mail-fields.ts';
import { POLL_MESSAGES, type PollInput, pollInputField } from '../emails/poll-field.ts';
import {
  checkTemplateFields,
  findTemplateFault,
  namesTemplate,
  TEMPLATE_MESSAGES,
  type TemplateFields,
  templateField,
  templateFields,
} from '../emails/template-fields.ts';
import { TRACKING_MESSAGES } from '../emails/tracking-fields.ts';
import { AB_TEST_MESSAGES, type AbTestInput, abTestField, variantKey } from './ab-test-field.ts';
import {
  DELIVERY_MESSAGES,
  type SettingsInput,
  settingFields,
  settingFieldsOfChange,
  type TimeInput,
  timezoneField,
  timezonePropertyField,
  utmField,
} from './delivery-fields.ts';
import { subjectField } from './subject-field.ts';

/** Body of POST /campaigns. */
export interface CreateCampaignInput
  extends TemplateFields,
    TimeInput,
    SettingsInput,
    MailByName<ParsedMailbox> {
  name?: string;
  audience_id?: string;
  segment_id?: string;
  topic_id?: string;
  ab_test?: AbTestInput;
  utm?: Utm;
  poll?: PollInput;
  send: boolean;
}

/** Body of PATCH /campaigns/:id; an absent field keeps its value. */
export interface UpdateCampaignInput extends Partial<TemplateFields>, TimeInput, SettingsInput, ChangedMail {
  name?: string;
  audience_id?: string;
  segment_id?: string | null;
  topic_id?: string | null;
  ab_test?: AbTestInput | null;
  utm?: Utm | null;
  poll?: PollInput | null;
  if_updated_at?: Date;
}

const { Campaign: CAMPAIGN } = CAMPAIGN_OBJECTS;

const name = lineInput(LIST_NAME_MAX_LENGTH);
const audienceId = idOf('an audience or a segment').description(
  'Id of the audience. Alone, it means all of its contacts. The id of a segment is treated as `segment_id`',
);
const segmentId = idOf('a segment or an audience').description(
  'Id of the segment to send to. The id of an audience means all of its contacts',
);
const topicId = idOf('a topic');

// In the order in which clients know them.
const { tracking, rate_per_hour, ...otherSettings } = settingFields;
const { tracking: changedTracking, rate_per_hour: changedRate, ...otherChanged } = settingFieldsOfChange;

const MESSAGES = {
  ...TEMPLATE_MESSAGES,
  ...CONTENT_MESSAGES,
  ...TRACKING_MESSAGES,
  ...ADDRESS_MESSAGES,
  ...AB_TEST_MESSAGES,
  ...DELIVERY_MESSAGES,
  ...POLL_MESSAGES,
  'string.pattern.name': '{{#label}} must not be blank',
  'schedule.unsent': '`scheduled_at`, `timezone` and `timezone_property` require `send: true`',
};

/** Body of POST /campaigns. */
export const createCampaignInput = objectOfFields<CreateCampaignInput>(
  describedAs(CAMPAIGN, {
    ...templateFields,
    template_id: templateFields.template_id.description('Id or alias of the template'),
    name: name.empty(Joi.valid('', null)).description('Name. Default: the beginning of the subject'),
    audience_id: audienceId.empty(null),
    segment_id: segmentId.empty(null),
    topic_id: topicId.empty(null),
    ...givenMail,
    from: givenMail.from.description('Sender. Default: the `default_from` of the default domain'),
    subject: subjectField.empty(Joi.string().trim().valid('', null)).required(),
    html: givenMail.html.description('HTML body, in the template language'),
    tracking,
    ab_test: abTestField.empty(null),
    rate_per_hour,
    utm: utmField.empty(null),
    ...otherSettings,
    poll: pollInputField.empty(null),
    send: Joi.boolean()
      .strict()
      .empty(null)
      .default(false)
      .description('True: sends the campaign immediately, or at `scheduled_at`'),
    scheduled_at: Joi.string()
      .allow(null)
      .default(null)
      .description('With `send`: when to send it, up to 30 days ahead, in ISO 8601 or English'),
    timezone: timezoneField.empty(null),
    timezone_property: timezonePropertyField.empty(null),
  }),
)
  .custom(checkTemplateFields)
  .custom((value: CreateCampaignInput, { error }) => {
    const { scheduled_at: time, timezone, timezone_property: property, send } = value;
    return (time || timezone || property) && !send ? error('schedule.unsent') : value;
  })
  .custom((value: CreateCampaignInput, { error }) => {
    const missing = namesTemplate(value) ? undefined : findContentFault(value);
    return missing ? error(missing) : value;
  })
  .messages(MESSAGES);

/** Body of PATCH /campaigns/:id: null clears what may be absent. */
export const updateCampaignInput = objectOfFields<UpdateCampaignInput>(
  describedAs(CAMPAIGN, {
    name,
    audience_id: audienceId,
    segment_id: segmentId.allow(null),
    topic_id: topicId.allow(null),
    ...changedMail,
    subject: subjectField,
    html: changedMail.html.description('HTML body, in the template language; replaces the template'),
    template: templateField.allow(null),
    tracking: changedTracking,
    ab_test: abTestField.allow(null),
    rate_per_hour: changedRate,
    utm: utmField.allow(null),
    ...otherChanged,
    poll: pollInputField.allow(null),
    scheduled_at: Joi.string()
      .allow(null)
      .description('New time for a scheduled campaign, as when sending it. To unschedule it, cancel it'),
    timezone: timezoneField.allow(null),
    timezone_property: timezonePropertyField.allow(null),
    if_updated_at: ifUpdatedAt('campaign'),
  }),
)
  .custom((value: UpdateCampaignInput, { error }) => {
    const { html, text, template } = value;
    if (template) {
      const fault = findTemplateFault({ template, template_id: null, template_alias: null, variables: null });
      return fault || html || text ? error(fault ?? 'template.content') : value;
    }
    return findContentFault(value) === 'content.too_large' ? error('content.too_large') : value;
  })
  .messages(MESSAGES);

/** Body of POST /campaigns/:id/send. */
export const sendCampaignInput = objectOfFields<TimeInput>({
  // Resend's client for Go writes an empty text where there is no time.
  scheduled_at: Joi.string()
    .empty('')
    .allow(null)
    .default(null)
    .description('When to send it, up to 30 days ahead, in ISO 8601 or English. Default: immediately'),
  timezone: timezoneField.empty(null),
  timezone_property: timezonePropertyField.empty(null),
});

/** Body of POST /campaigns/:id/duplicate. */
export const duplicateCampaignInput = objectOfFields<{ audience?: FollowUp }>({
  audience: Joi.string()
    .valid(...CAMPAIGN_FOLLOW_UPS)
    .empty(null)
    .description(
      'Creates a dynamic segment for the copy: contacts who received the campaign but did not open it, or did not click a link; who were in its audience but did not receive it; or who joined the audience since. By default the copy has the audience of the campaign',
    ),
});

const contactId = idOf('a contact')
  .empty(null)
  .description('Id of the contact to render for. By default the fallbacks are used');

const variant = variantKey
  .empty(null)
  .description(
    'Key of the variant to render. Default: the winner, or the first variant while the test is undecided',
  );

/** Body of POST /campaigns/:id/preview. */
export const previewCampaignInput = objectOfFields<{ contact_id?: string; variant?: string }>({
  contact_id: contactId,
  variant,
});

/** Body of POST /campaigns/:id/ab/winner. */
export const chooseWinnerInput = objectOfFields<{ variant: string }>({
  variant: variantKey.required().description('Key of the winning variant'),
});

/** Body of POST /campaigns/:id/test. */
export const testCampaignInput = objectOfFields<{
  to: ParsedMailbox[];
  contact_id?: string;
  variant?: string;
}>({
  to: mailboxes('address.to')
    .min(1)
    .max(CAMPAIGN_TEST_MAX)
    .required()
    .description('Up to 5 addresses. Each gets a separate email'),
  contact_id: contactId,
  variant,
}).messages(ADDRESS_MESSAGES);
