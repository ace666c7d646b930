// Emails and their attachments: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import {
  ID,
  ID_OR_NULL,
  inner,
  NUMBERS,
  type ObjectFields,
  TEXT,
  TEXT_OR_NULL,
  TEXTS,
  TEXTS_OR_NULL,
  TIME,
  TIME_OR_NULL,
} from '../shapes.ts';
import { SUPPRESSION_ITEM } from '../suppressions/objects.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_MESSAGE_STATES } from '../webhooks/values.ts';
import { EMAIL_EVENT_REASONS } from './reasons.ts';
import {
  EMAIL_CAUSED_EVENT_TYPES,
  EMAIL_COUNTS,
  EMAIL_EVENT_TYPES,
  EMAIL_RATES,
  EMAIL_SOURCES,
  EMAIL_STATUSES,
  METRIC_DIMENSIONS,
  METRIC_GRANULARITIES,
  RECIPIENT_KINDS,
} from './values.ts';

const EMAIL_ITEM = {
  id: ID,
  status: { enum: EMAIL_STATUSES },
  last_event: { enum: [...new Set([...EMAIL_STATUSES, ...EMAIL_EVENT_TYPES])] },
  message_id: TEXT,
  from: TEXT,
  to: TEXTS,
  cc: TEXTS_OR_NULL,
  bcc: TEXTS_OR_NULL,
  reply_to: TEXTS_OR_NULL,
  subject: TEXT,
  preview_text: TEXT_OR_NULL,
  tags: { type: 'array', items: inner({ name: TEXT, value: TEXT }) },
  topic_id: ID_OR_NULL,
  template_id: ID_OR_NULL,
  campaign_id: ID_OR_NULL,
  automation_id: ID_OR_NULL,
  source: { enum: EMAIL_SOURCES },
  scheduled_at: TIME_OR_NULL,
  sent_at: TIME_OR_NULL,
  created_at: TIME,
} as const;

const ATTACHMENT_ITEM = {
  id: ID,
  filename: TEXT,
  size: { type: ['integer', 'null'] },
  content_type: TEXT,
  content_disposition: { enum: ['inline', 'attachment'] },
  content_id: TEXT_OR_NULL,
  download_url: { type: ['string', 'null'], format: 'uri' },
  expires_at: TIME_OR_NULL,
} as const;

const EVENT = { created_at: TIME, recipient: TEXT } as const;

/** Fields of the events that say why; null: the event was recorded by an older version, or no server replied. */
const CAUSE = {
  reason: { enum: [...Object.keys(EMAIL_EVENT_REASONS), null] },
  message: TEXT_OR_NULL,
  smtp_code: { type: ['integer', 'null'] },
  smtp_reply: TEXT_OR_NULL,
  server: TEXT_OR_NULL,
} as const;

const PLAIN_EVENT_TYPES = EMAIL_EVENT_TYPES.filter(
  (type) => !EMAIL_CAUSED_EVENT_TYPES.some((caused) => caused === type),
);

const RECIPIENT = {
  address: TEXT,
  kind: { enum: RECIPIENT_KINDS },
  status: { enum: EMAIL_STATUSES },
  smtp_code: { type: ['integer', 'null'] },
  smtp_reply: TEXT_OR_NULL,
  attempts: { type: 'integer' },
  next_attempt_at: TIME_OR_NULL,
} as const;

/** Name of an object → its fields. */
export const EMAIL_OBJECTS = {
  AcceptedEmail: { id: ID },
  AcceptedBatch: { data: { type: 'array', items: inner({ id: ID }) } },
  EmailItem: EMAIL_ITEM,
  EmailSource: { source: { enum: EMAIL_SOURCES }, count: { type: 'integer' }, last_sent_at: TIME_OR_NULL },
  EmailMetrics: {
    object: { const: 'metrics' },
    start_date: TIME,
    end_date: TIME,
    granularity: { enum: METRIC_GRANULARITIES },
    metrics: { type: 'array', items: { enum: [...EMAIL_COUNTS, ...EMAIL_RATES] } },
    dimensions: { type: 'array', items: { enum: METRIC_DIMENSIONS } },
    totals: NUMBERS,
    data: { type: 'array', items: { type: 'object' } },
  },
  ScheduledEmail: {
    object: { const: 'email' },
    id: ID,
    status: { enum: EMAIL_STATUSES },
    scheduled_at: TIME,
  },
  SharedEmail: { object: { const: 'email' }, id: ID, url: { type: 'string', format: 'uri' } },
  Email: {
    object: { const: 'email' },
    ...EMAIL_ITEM,
    html: TEXT_OR_NULL,
    text: TEXT_OR_NULL,
    headers: { type: 'object', additionalProperties: TEXT },
    recipients: { type: 'array', items: inner(RECIPIENT) },
    events: {
      type: 'array',
      items: {
        anyOf: [
          inner({ type: { enum: PLAIN_EVENT_TYPES }, ...EVENT }),
          inner({ type: { enum: EMAIL_CAUSED_EVENT_TYPES }, ...EVENT, ...CAUSE }),
        ],
      },
    },
  },
  EmailTrace: {
    object: { const: 'email_trace' },
    id: ID,
    log_id: TEXT_OR_NULL,
    webhook_events: {
      type: 'array',
      items: inner({
        webhook_id: ID,
        id: ID,
        type: { enum: WEBHOOK_EVENT_TYPES },
        status: { enum: WEBHOOK_MESSAGE_STATES },
        recipient: TEXT,
        created_at: TIME,
      }),
    },
    suppressions: { type: 'array', items: inner(SUPPRESSION_ITEM) },
  },
  AttachmentItem: ATTACHMENT_ITEM,
  Attachment: { object: { const: 'attachment' }, ...ATTACHMENT_ITEM },
} as const satisfies Record<string, ObjectFields>;
