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
  `Why contacts of the audience get no mail → how many: ${CAMPAIGN_LEFT_OUT_REASONS.join(', ')}`,
);

const OBJECT = field.oneOf('Type of the object: `broadcast` below `/broadcasts`', CAMPAIGN_OBJECT_NAMES);

const COUNTS = {
  recipients: field.count('Contacts of the audience that are not left out'),
  left_out: field.count('Contacts of the audience that get no mail'),
  pending: field.count('Recipients that were neither tried nor left out yet'),
  sent: field.count('Recipients whose mail was sent'),
  delivered: field.count('Recipients whose mail was delivered'),
  delivery_delayed: field.count('Delays, each time that one is noticed'),
  bounced: field.count('Recipients whose address was refused as bad'),
  failed: field.count('Recipients whose mail was refused or given up for another reason'),
  suppressed: field.count('Recipients whose address was suppressed after their mail was released'),
  complained: field.count('Recipients who have complained'),
  unsubscribed: field.count('Recipients who have unsubscribed by a link of the mail'),
  opened: field.count('Opens by people'),
  unique_opened: field.count('Recipients who have opened the mail'),
  clicked: field.count('Clicks by people'),
  unique_clicked: field.count('Recipients who have followed a link'),
  machine_opened: field.count('Opens by machines'),
  machine_clicked: field.count('Clicks by machines'),
  delivery_rate: field.rate('Share that was delivered of what was sent, or refused before'),
  bounce_rate: field.rate('Share that bounced'),
  complaint_rate: field.rate('Share of the delivered mail about which there was a complaint'),
  open_rate: field.rate('Share of the delivered mail that was opened'),
  click_rate: field.rate('Share of the delivered mail of which a link was followed'),
  unsubscribe_rate: field.rate('Share of the delivered mail by which a recipient unsubscribed'),
} as const;

const { recipients, left_out, pending, ...OUTCOMES } = COUNTS;

/** The figures of a variant of a test: those of the mail to the test group. */
const VARIANT_COUNTS = {
  key: field.text('Key of the variant'),
  ...OUTCOMES,
  rate: {
    description:
      'People who did what decides the test, of those to whom it was delivered; of a manual test, who opened',
    type: 'number',
  },
  interval: field.group('Between what the rate is in truth, with a confidence of 95 % (Wilson)', {
    low: { description: 'At least', type: 'number' },
    high: { description: 'At most', type: 'number' },
  }),
  confidence: {
    description:
      'That the best variant is better than this one in truth, 0 to 1 (two-proportion test, Holm); null: it is the best, or too few have got mail',
    type: ['number', 'null'],
  },
} as const;

/** The subject of a campaign's test, and its progress. */
const AB_TEST = {
  variants: {
    description: 'What is tested: the key of each variant, and the fields that it has of its own',
    type: 'array',
    items: {
      type: 'object',
      properties: {
        key: field.text('Key of the variant'),
        ...mailShapes(VARIANT_FIELDS, [], () => 'In place of that of the campaign'),
      },
      required: ['key'],
    },
  },
  test_percent: field.count('The part of the recipients that gets the variants, 1 to 100'),
  winner_metric: field.oneOf('What decides; `manual`: a person does', CAMPAIGN_WINNER_METRICS),
  wait: field.textOrNull(
    'How long people have time after the last mail of the test was tried; null: a person decides',
  ),
  test_size: field.countOrNull('Recipients of the test group; null: the audience was not taken yet'),
  decides_at: field.timeOrNull('When the winner is decided; null: not known yet, or by a person'),
  winner: field.textOrNull('Key of the variant that has won; null: it is not decided'),
  decided_by: field.oneOf(
    'How it was decided: by the rate, by the first variant because too few got mail, by the first of equal ones, or by a person; null: it is not',
    [...CAMPAIGN_DECISIONS, null],
  ),
  decided_at: field.timeOrNull('When it was decided; null: it is not'),
} as const;

const CAMPAIGN_ITEM = {
  id: field.ID,
  name: field.text('Name, up to 200 characters; no recipient sees it'),
  audience_id: field.id('Id of the audience'),
  segment_id: field.idOrNull('Id of the segment that it is sent to; null: to the whole audience'),
  topic_id: field.idOrNull('Topic of its mail; null: none'),
  status: field.oneOf('State of the campaign', CAMPAIGN_STATUSES),
  paused_reason: field.oneOf('Why it is paused; null: it is not', [...CAMPAIGN_PAUSED_REASONS, null]),
  scheduled_at: field.timeOrNull('When it is to be sent; null: at once, or it was not sent'),
  sent_at: field.timeOrNull('When each recipient was tried or left out; null: not yet'),
  total: field.countOrNull('Contacts of the audience when it was taken; null: not yet'),
  measured: field.group(
    'What is measured of its mail, by its `tracking` and by the domain of its `from` as that is now',
    { opens: field.flag('Opens'), clicks: field.flag('Clicks') },
  ),
  counts: {
    description: 'How far it is, and what became of its mail; null: its audience was not taken yet',
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
    'Who can open its mail on the web: who has got the link of a mail, everybody who has the `public_url`, or no one',
    WEB_VERSIONS,
  ),
  public_url: field.textOrNull(
    'Page of what it says for no person in particular, from its start on; null: it is not `public`',
  ),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the campaign was last changed or moved'),
} as const;

/** Name of an object → its fields. */
export const CAMPAIGN_OBJECTS = {
  CampaignItem: CAMPAIGN_ITEM,
  Campaign: {
    object: OBJECT,
    ...CAMPAIGN_ITEM,
    failed_reason: field.textOrNull(
      'Why it could not start, or was paused, as a sentence; null: nothing more is known',
    ),
    ...mailShapes(MAIL_FIELDS, ['from', 'subject']),
    html: field.textOrNull('HTML body; null: there is none, or it comes from the template at the start'),
    template: {
      description: 'The template that its content comes from, with the values of its variables; null: none',
      anyOf: [
        field.inner({
          id: field.id('Id of the template'),
          variables: { description: 'Values of the variables', type: 'object', additionalProperties: true },
        }),
        { type: 'null' },
      ],
    },
    tracking: {
      description: 'What is measured of its mail; what is absent is decided by the domain. null: all is',
      type: ['object', 'null'],
      properties: {
        opens: field.flag('Whether opens are recorded'),
        clicks: field.flag('Whether clicks are recorded'),
      },
    },
    left_out: LEFT_OUT,
    stats: {
      description: 'Its counts and rates; null: its audience was not taken yet',
      anyOf: [field.inner(COUNTS), { type: 'null' }],
    },
    ab_test: {
      description: 'Its test of variants; null: it tests nothing',
      anyOf: [field.inner(AB_TEST), { type: 'null' }],
    },
    utm: {
      description: 'Parameters that its links get; null: none',
      type: ['object', 'null'],
      properties: {
        source: field.text('`utm_source`'),
        medium: field.text('`utm_medium`'),
        campaign: field.text('`utm_campaign`'),
        content: field.text('`utm_content`'),
      },
    },
    rate_per_hour: field.countOrNull('Mails an hour; null: as many as there is room for'),
    timezone: field.textOrNull('IANA name of the time zone of `scheduled_at`; null: none was given'),
    timezone_property: field.textOrNull(
      'Key of the property with the time zone of each contact; null: all are sent to at `scheduled_at`',
    ),
    ends_at: field.timeOrNull(
      'When its last mail will be released, by its pace and its time zones; null: it is not being sent, or has neither',
    ),
    poll: pollOrNull('What its mail asks; null: nothing, or what its template asks when it starts'),
  },
  DeletedCampaign: {
    object: OBJECT,
    id: field.ID,
    deleted: { description: 'True: the campaign was deleted', const: true },
  },
  CampaignPreview: {
    object: field.type('campaign_preview'),
    ...renderedShapes(['from', 'subject', 'reply_to']),
    warnings: field.texts(
      'Sentences, up to 20: the values of the contact that it prints and that are empty without a fallback',
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
    sendable: field.count('Contacts that get mail'),
    left_out: LEFT_OUT,
    timezones: {
      description:
        'Time zone → contacts that get mail, and `unknown`; null: the campaign goes by no `timezone_property`',
      type: ['object', 'null'],
      additionalProperties: { type: 'number' },
    },
    frozen: field.flag('True: these are the numbers with which the campaign has started'),
    counted_at: field.timeOrNull('When the contacts were counted; null: when the campaign started'),
  },
  CampaignStats: {
    object: field.type('campaign_stats'),
    id: field.id('Id of the campaign'),
    ...COUNTS,
    variants: field.list('How the variants of its test do', field.inner(VARIANT_COUNTS)),
    significant: field.flagOrNull(
      'True: the best variant is better than each other one with a confidence of 95 %. null: it tests nothing',
    ),
  },
  CampaignLinkItem: {
    id: field.id('Id of the link in the campaign, and cursor of the list'),
    url: field.text(
      'Where it leads, without the `utm` of the campaign; empty: only a person who was erased has followed it',
    ),
    clicks: field.count('Clicks by people'),
    unique_clicks: field.count('Recipients who have followed it'),
  },
  CampaignRecipientItem: {
    id: field.id('Cursor of the list'),
    contact_id: field.idOrNull('Id of the contact; null: the person was erased'),
    email: field.text('Address of the contact now; empty: the contact was deleted'),
    variant: field.textOrNull('Key of the variant of the test that it has; null: it is in no test group'),
    count: field.countOrNull('How often the contact opened or clicked; null: another type is listed'),
    clicked_links: {
      description:
        'Links that the contact has followed, up to 100, most clicks first; null: another type is listed',
      type: ['array', 'null'],
      items: field.inner({
        url: field.text('As in the list of links'),
        clicks: field.count('How often the contact followed it'),
      }),
    },
    bounce_type: field.oneOf('How it bounced; null: it did not', [...CAMPAIGN_BOUNCE_TYPES, null]),
    reason: field.oneOf('Why the contact was left out; null: it was not', [
      ...CAMPAIGN_LEFT_OUT_REASONS,
      null,
    ]),
    machine_only: field.flagOrNull(
      'True: only machines have opened or clicked; null: another type is listed',
    ),
  },
} as const satisfies Record<string, field.ObjectFields>;
