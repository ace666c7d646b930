// Emails and their attachments: the objects in answers, as JSON Schemas.

import { LINE_FIELDS } from '../mail/fields.ts';
import { mailShapes } from '../mail/shapes.ts';
import { pollOrNull } from '../polls/fields.ts';
import * as field from '../shapes.ts';
import { CAUSE, DIRECT, HIT } from './event-fields.ts';
import { partValues } from './part-fields.ts';
import { EMAIL_TRACE } from './trace-object.ts';
import {
  EMAIL_CAUSED_EVENT_TYPES,
  EMAIL_COUNTS,
  EMAIL_EVENT_TYPES,
  EMAIL_HIT_TYPES,
  EMAIL_RATES,
  EMAIL_SOURCES,
  EMAIL_STATUSES,
  METRIC_DIMENSIONS,
  METRIC_GRANULARITIES,
  RECIPIENT_KINDS,
} from './values.ts';

const SOURCE = field.oneOf('How the email was submitted', EMAIL_SOURCES);
const SCHEDULED_AT = 'When the email is sent; null: immediately';

const EMAIL_ITEM = {
  id: field.ID,
  status: field.oneOf('Status', EMAIL_STATUSES),
  last_event: field.oneOf('Type of the latest event; while there is no event, the status', [
    ...new Set([...EMAIL_STATUSES, ...EMAIL_EVENT_TYPES]),
  ]),
  message_id: field.text('The Message-ID header'),
  from: field.text(
    'Sender: `email@domain` or `Name <email@domain>`, from a domain of the account that may send',
  ),
  to: field.texts('Recipients: an address or a list of 1 to 50'),
  cc: field.textsOrNull('Recipients of a copy: an address or a list of up to 50'),
  bcc: field.textsOrNull('Recipients of a blind copy: an address or a list of up to 50'),
  reply_to: field.textsOrNull('Addresses for replies: an address or a list of up to 50'),
  ...mailShapes(LINE_FIELDS, ['subject']),
  tags: field.groups('Name and value pairs, for filtering the list of emails', {
    name: field.text('Name of the tag: ASCII letters, digits, `_` and `-`'),
    value: field.text('Value of the tag: ASCII letters, digits, `_` and `-`'),
  }),
  ...partValues(({ shape }) => shape),
  thread_id: field.id(
    'Conversation of the email: the conversation of the received email that it answers, otherwise its own id',
  ),
  source: SOURCE,
  tracking: field.group('What is tracked, as decided when the email was accepted', {
    opens: field.flag('Whether opens are tracked'),
    clicks: field.flag('Whether clicks are tracked'),
  }),
  scheduled_at: field.timeOrNull(SCHEDULED_AT),
  sent_at: field.timeOrNull('When the email was first sent to one of its recipients'),
  created_at: field.CREATED_AT,
} as const;

const ATTACHMENT_ITEM = {
  id: field.ID,
  filename: field.text('Name of the file'),
  size: field.integerOrNull('Size in bytes; null: a file with a `path` that has not been fetched yet'),
  content_type: field.text('Content type of the file'),
  content_disposition: field.oneOf('`inline`: shown in the HTML body; `attachment`: offered as a file', [
    'inline',
    'attachment',
  ]),
  content_id: field.textOrNull('Id that the HTML body uses to show the file inline: `cid:…`'),
  download_url: {
    description: 'Link that downloads the file without an API key until `expires_at`; null: not fetched yet',
    type: ['string', 'null'],
    format: 'uri',
  },
  expires_at: field.timeOrNull('When `download_url` expires'),
} as const;

const EVENT = {
  created_at: field.time('When the event happened'),
  recipient: field.text('Address of the recipient that the event is about'),
  report_id: field.idOrNull('Id of the mailed report or provider event that reported it; null: neither did'),
  provider: field.textOrNull(
    'Name of the provider that reported it after accepting the mail; null: none did',
  ),
} as const;

const PLAIN_EVENT_TYPES = EMAIL_EVENT_TYPES.filter(
  (type) => ![...EMAIL_CAUSED_EVENT_TYPES, ...EMAIL_HIT_TYPES].some((other) => other === type),
);

const DIRECT_EVENT_TYPES = EMAIL_CAUSED_EVENT_TYPES.filter((type) => type !== 'suppressed');

const RECIPIENT = {
  address: field.text('Address of the recipient'),
  kind: field.oneOf('The field that named the recipient', RECIPIENT_KINDS),
  status: field.oneOf('State of the recipient', EMAIL_STATUSES),
  smtp_code: field.integerOrNull(
    'Code of the last reply of the mail server; null: no server replied to the last attempt',
  ),
  smtp_reply: field.textOrNull('Last reply of the mail server; null: no server replied to the last attempt'),
  attempts: field.integer('Number of delivery attempts'),
  next_attempt_at: field.timeOrNull('When the next attempt is due; null: there is none'),
  provider: field.textOrNull('Name of the provider of the last finished attempt; null: there was none'),
} as const;

/** Dimensions that were not asked for, and metrics, are absent. */
const METRICS_ROW = {
  type: 'object',
  properties: {
    period: field.time('Start of the period'),
    domain_id: field.id('Id of the domain'),
    domain_name: field.textOrNull('Name of the domain; null: it was deleted'),
    email_id: field.id('Id of the email'),
    broadcast_id: field.id('Id of the campaign'),
    broadcast_name: field.textOrNull('Name of the campaign; null: it was deleted'),
    ...Object.fromEntries(
      [...EMAIL_COUNTS, ...EMAIL_RATES].map((name) => [name, { description: `\`${name}\``, type: 'number' }]),
    ),
  },
} as const;

/** Name of an object → its fields. */
export const EMAIL_OBJECTS = {
  AcceptedEmail: { id: field.id('Id of the email') },
  AcceptedBatch: {
    data: field.groups('One entry per email, in the order of the request', {
      id: field.id('Id of the email'),
    }),
  },
  EmailItem: EMAIL_ITEM,
  EmailSource: {
    source: SOURCE,
    count: field.integer('Number of emails'),
    last_sent_at: field.timeOrNull('When the newest email of this source was sent; null: none was sent yet'),
  },
  EmailMetrics: {
    object: field.type('metrics'),
    start_date: field.time(
      'Start of the time range: an ISO 8601 date or time. Without an offset it is in `timezone`. Default: 6 days before `end_date`',
    ),
    end_date: field.time(
      'End of the time range. A date without a time includes that whole day. Default: the current time',
    ),
    granularity: field.oneOf('Length of a period', METRIC_GRANULARITIES),
    metrics: field.list('Names of the metrics. A rate is a number from 0 to 1', {
      enum: [...EMAIL_COUNTS, ...EMAIL_RATES],
    }),
    dimensions: field.list('Fields that group the rows of `data`', { enum: METRIC_DIMENSIONS }),
    totals: field.numbers('Every metric for the whole time range'),
    data: field.list(
      'One row for each combination of dimension values that has counts, with every metric. Dimensions appear as `period` (its start), `domain_id` and `domain_name`, `email_id`, `broadcast_id` and `broadcast_name`. With `period` as the only dimension there is a row for every period',
      METRICS_ROW,
    ),
  },
  ScheduledEmail: {
    object: field.type('email'),
    id: field.ID,
    status: field.oneOf('Status', EMAIL_STATUSES),
    scheduled_at: field.time(SCHEDULED_AT),
  },
  SharedEmail: {
    object: field.type('email'),
    id: field.ID,
    url: field.uri('The link. Anyone who has it can open the email'),
  },
  Email: {
    object: field.type('email'),
    ...EMAIL_ITEM,
    html: field.textOrNull('HTML body. The email needs `html` or `text`'),
    text: field.textOrNull(
      'Plain-text body. If absent, it is generated from `html`. An empty string sends no text part',
    ),
    poll: pollOrNull('The poll in the email; null: none'),
    headers: {
      description: 'Custom headers: name and value',
      type: 'object',
      additionalProperties: { type: 'string' },
    },
    recipients: field.groups(
      'Recipients of the email, each with its own state and the last reply of the mail server',
      RECIPIENT,
    ),
    events: field.list('Events of the email, oldest first', {
      anyOf: [
        field.inner({ type: field.oneOf('Type of the event', PLAIN_EVENT_TYPES), ...EVENT }),
        field.inner({ type: field.oneOf('Type of the event', EMAIL_CAUSED_EVENT_TYPES), ...EVENT, ...CAUSE }),
        field.inner({
          type: field.oneOf('Type of the event', DIRECT_EVENT_TYPES),
          ...EVENT,
          ...CAUSE,
          ...DIRECT,
        }),
        field.inner({ type: field.type('delivered'), ...EVENT, ...DIRECT }),
        field.inner({
          type: field.type('opened'),
          ...EVENT,
          open: field.group('The client that opened the email', HIT),
        }),
        field.inner({
          type: field.type('clicked'),
          ...EVENT,
          click: field.group('The client that clicked the link', {
            ...HIT,
            link: field.text('The URL of the link'),
          }),
        }),
      ],
    }),
  },
  EmailTrace: EMAIL_TRACE,
  AttachmentItem: ATTACHMENT_ITEM,
  Attachment: { object: field.type('attachment'), ...ATTACHMENT_ITEM },
} as const satisfies Record<string, field.ObjectFields>;
