// Campaigns: the objects in answers, as JSON Schemas.
import { CHECK_FIELDS } from '../checks/finding.ts';
import { MAIL_FIELDS, VARIANT_FIELDS } from '../mail/fields.ts';
import { mailShapes, renderedShapes } from '../mail/shapes.ts';
import { pollOrNull } from '../polls/fields.ts';
import { WEB_VERSIONS } from '../polls/values.ts';
import * as field from '../shapes.ts';
import {
  CAMPAIGN_BOUNCE_TYPES,
  CAMPAIGN_DECISIONS,
  CAMPAIGN_LEFT_OUT_REASONS,
  CAMPAIGN_OBJECT_NAMES,
  CAMPAIGN_PAUSED_REASONS,
  CAMPAIGN_STATUSES,
  CAMPAIGN_WINNER_METRICS,
} from './values.ts';

const LEFT_OUT = field.numbers(
  `Reason why contacts of the audience are left out → number of contacts: ${CAMPAIGN_LEFT_OUT_REASONS.join(', ')}`,
);

const OBJECT = field.oneOf('Type of the object: `broadcast` below `/broadcasts`', CAMPAIGN_OBJECT_NAMES);

/** The results of a campaign. */
export const COUNTS = {
  recipients: field.count('Contacts of the audience that receive the campaign'),
  left_out: field.count('Contacts of the audience that are left out'),
  pending: field.count('Recipients that are still pending'),
  sent: field.count('Recipients whose email was sent'),
  delivered: field.count('Recipients whose email was delivered'),
  delivery_delayed: field.count('Delays, counted each time one occurs'),
  bounced: field.count('Recipients whose email bounced'),
  failed: field.count('Recipients whose email failed for another reason'),
  suppressed: field.count('Recipients whose address was suppressed after their email was released'),
  complained: field.count('Recipients who complained'),
  unsubscribed: field.count('Recipients who unsubscribed with a link in the email'),
  opened: field.count('Opens by people'),
  unique_opened: field.count('Recipients who opened the email'),
  clicked: field.count('Clicks by people'),
  unique_clicked: field.count('Recipients who clicked a link'),
  machine_opened: field.count('Opens by machines'),
  machine_clicked: field.count('Clicks by machines'),
  delivery_rate: field.rate('Share that was delivered, of all emails that were sent or refused'),
  bounce_rate: field.rate('Share that bounced'),
  complaint_rate: field.rate('Share of delivered emails that led to a complaint'),
  open_rate: field.rate('Share of delivered emails that were opened'),
  click_rate: field.rate('Share of delivered emails with a clicked link'),
  unsubscribe_rate: field.rate('Share of delivered emails that led to an unsubscribe'),
} as const;

const { recipients, left_out, pending, ...OUTCOMES } = COUNTS;

/** The figures of a variant of a test: those of the mail to the test group. */
const VARIANT_COUNTS = {
  key: field.text('Key of the variant'),
  ...OUTCOMES,
  rate: {
    description:
      'Share of recipients with a delivered email who did what the test measures; for a manual test, who opened it',
    type: 'number',
  },
  interval: field.group('95 % confidence interval of the rate (Wilson)', {
    low: { description: 'At least', type: 'number' },
    high: { description: 'At most', type: 'number' },
  }),
  confidence: {
    description:
      'Confidence that the best variant beats this one, 0 to 1 (two-proportion test, Holm); null: it is the best one, or too few emails were delivered',
    type: ['number', 'null'],
  },
} as const;

/** The subject of a campaign's test, and its progress. */
const AB_TEST = {
  variants: {
    description: 'The variants: the key of each, and the fields that it overrides',
    type: 'array',
    items: {
      type: 'object',
      properties: {
        key: field.text('Key of the variant'),
        ...mailShapes(VARIANT_FIELDS, [], () => 'Replaces the field of the campaign'),
      },
      required: ['key'],
    },
  },
  test_percent: field.count('Percentage of the recipients in the test, 1 to 100'),
  winner_metric: field.oneOf('What decides the winner; `manual`: a person decides', CAMPAIGN_WINNER_METRICS),
  wait: field.textOrNull('How long the test waits for results after its last email; null: a person decides'),
  test_size: field.countOrNull('Number of recipients in the test; null: the campaign has not started'),
  decides_at: field.timeOrNull('When the winner is decided; null: not known yet, or a person decides'),
  winner: field.textOrNull('Key of the winning variant; null: not decided yet'),
  decided_by: field.oneOf(
    'How the winner was decided: by rate, by a person, or by order if rates were equal or too few emails were delivered; null: not decided yet',
    [...CAMPAIGN_DECISIONS, null],
  ),
  decided_at: field.timeOrNull('When the winner was decided; null: not decided yet'),
} as const;

const CAMPAIGN_ITEM = {
  id: field.ID,
  name: field.text('Name, up to 200 characters; no recipient sees it'),
  audience_id: field.id('Id of the audience'),
  segment_id: field.idOrNull('Id of the segment that receives the campaign; null: the whole audience does'),
  topic_id: field.idOrNull('Topic of the campaign; null: none'),
  status: field.oneOf('State of the campaign', CAMPAIGN_STATUSES),
  paused_reason: field.oneOf('Why it is paused; null: it is not', [...CAMPAIGN_PAUSED_REASONS, null]),
  scheduled_at: field.timeOrNull(
    'When the campaign is scheduled; null: it is sent immediately, or has not been sent',
  ),
  sent_at: field.timeOrNull('When every recipient was tried or left out; null: not yet'),
  total: field.countOrNull(
    'Number of contacts in the audience when the campaign started; null: not started yet',
  ),
  measured: field.group(
    'What is tracked in its emails, from its `tracking` and the current settings of the domain of `from`',
    { opens: field.flag('Opens'), clicks: field.flag('Clicks') },
  ),
  counts: {
    description: 'Progress and results of the campaign; null: it has not started',
    anyOf: [
      field.inner({
        recipients,
        pending,
        sent: OUTCOMES.sent,
        delivered: OUTCOMES.delivered,
        unique_opened: OUTCOMES.unique_opened,
        unique_clicked: OUTCOMES.unique_clicked,
      }),
      { type: 'null' },
    ],
  },
  web_version: field.oneOf(
    'Who can open the web version: people with the link in an email (`link`), also people with the `public_url` (`public`), or no one (`off`)',
    WEB_VERSIONS,
  ),
  public_url: field.textOrNull(
    'Web version without personal data, available once the campaign starts; null: `web_version` is not `public`',
  ),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the campaign or its status last changed'),
} as const;

/** Name of an object → its fields. */
export const CAMPAIGN_OBJECTS = {
  CampaignItem: CAMPAIGN_ITEM,
  Campaign: {
    object: OBJECT,
    ...CAMPAIGN_ITEM,
    failed_reason: field.textOrNull(
      'Why the campaign could not start or was paused, as a sentence; null: no details',
    ),
    ...mailShapes(MAIL_FIELDS, ['from', 'subject']),
    html: field.textOrNull(
      'HTML body; null: there is none, or the template provides it when the campaign starts',
    ),
    template: {
      description: 'The template of the content, with values for its variables; null: none',
      anyOf: [
        field.inner({
          id: field.id('Id of the template'),
          variables: { description: 'Values of the variables', type: 'object', additionalProperties: true },
        }),
        { type: 'null' },
      ],
    },
    tracking: {
      description: 'What is tracked in its emails. An absent field follows the domain; null: all fields do',
      type: ['object', 'null'],
      properties: {
        opens: field.flag('Whether opens are tracked'),
        clicks: field.flag('Whether clicks are tracked'),
      },
    },
    left_out: LEFT_OUT,
    stats: {
      description: 'Counts and rates; null: the campaign has not started',
      anyOf: [field.inner(COUNTS), { type: 'null' }],
    },
    ab_test: {
      description: 'The A/B test; null: there is none',
      anyOf: [field.inner(AB_TEST), { type: 'null' }],
    },
    utm: {
      description: 'UTM parameters added to its links; null: none',
      type: ['object', 'null'],
      properties: {
        source: field.text('`utm_source`'),
        medium: field.text('`utm_medium`'),
        campaign: field.text('`utm_campaign`'),
        content: field.text('`utm_content`'),
      },
    },
    rate_per_hour: field.countOrNull('Emails per hour; null: as fast as possible'),
    timezone: field.textOrNull('IANA name of the time zone of `scheduled_at`; null: none was given'),
    timezone_property: field.textOrNull(
      'Key of the contact property that has the time zone; null: every contact is sent to at `scheduled_at`',
    ),
    ends_at: field.timeOrNull(
      'Estimated end of sending, from the pace and the time zones; null: it is not being sent, or has neither',
    ),
    poll: pollOrNull(
      'The poll in its emails; null: none, or the poll of the template when the campaign starts',
    ),
  },
  DeletedCampaign: {
    object: OBJECT,
    id: field.ID,
    deleted: { description: 'True: the campaign was deleted', const: true },
  },
  PreviewedCampaign: {
    object: field.type('campaign_preview'),
    ...renderedShapes(['from', 'subject', 'reply_to']),
    warnings: field.texts(
      'Up to 20 warnings, each about a value of the contact that is empty and has no fallback',
    ),
  },
  CampaignCheck: {
    object: field.type('campaign_check'),
    ...CHECK_FIELDS,
  },
  CampaignTest: {
    object: field.type('campaign_test'),
    ids: {
      description: 'Ids of the emails, in the order of the addresses',
      type: 'array',
      items: { type: 'string', format: 'uuid' },
    },
  },
  CampaignAudience: {
    object: field.type('campaign_audience'),
    id: field.id('Id of the campaign'),
    total: field.count('Contacts of the audience'),
    sendable: field.count('Contacts that receive the campaign'),
    left_out: LEFT_OUT,
    timezones: {
      description:
        'Time zone (or `unknown`) → contacts that receive the campaign; null: there is no `timezone_property`',
      type: ['object', 'null'],
      additionalProperties: { type: 'number' },
    },
    frozen: field.flag('True: these are the numbers from when the campaign started'),
    counted_at: field.timeOrNull('When the contacts were counted; null: when the campaign started'),
  },
  CampaignStats: {
    object: field.type('campaign_stats'),
    id: field.id('Id of the campaign'),
    ...COUNTS,
    variants: field.list('Results of each variant', field.inner(VARIANT_COUNTS)),
    significant: field.flagOrNull(
      'True: the best variant beats every other one with 95 % confidence. null: there is no test',
    ),
  },
  CampaignLinkItem: {
    id: field.id('Id of the link in the campaign, and the cursor of the list'),
    url: field.text(
      'Target URL, without the `utm` of the campaign; empty: only a person who was erased clicked it',
    ),
    clicks: field.count('Clicks by people'),
    unique_clicks: field.count('Recipients who clicked it'),
  },
  CampaignRecipientItem: {
    id: field.id('Cursor of the list'),
    contact_id: field.idOrNull('Id of the contact; null: the person was erased'),
    email: field.text('Address of the contact now; empty: the contact was deleted'),
    variant: field.textOrNull(
      'Key of the variant that the contact got; null: the contact is not in the test',
    ),
    count: field.countOrNull('Number of opens or clicks; null: another type is listed'),
    clicked_links: {
      description:
        'Links that the contact clicked, up to 100, most clicks first; null: another type is listed',
      type: ['array', 'null'],
      items: field.inner({
        url: field.text('As in the list of links'),
        clicks: field.count('Number of clicks by the contact'),
      }),
    },
    bounce_type: field.oneOf('Bounce type; null: it did not bounce', [...CAMPAIGN_BOUNCE_TYPES, null]),
    reason: field.oneOf('Why the contact was left out; null: it was not', [
      ...CAMPAIGN_LEFT_OUT_REASONS,
      null,
    ]),
    machine_only: field.flagOrNull('True: only machines opened or clicked; null: another type is listed'),
  },
} as const satisfies Record<string, field.ObjectFields>;
