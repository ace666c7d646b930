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
import {
  EMAIL_COUNTS,
  EMAIL_EVENT_TYPES,
  EMAIL_RATES,
  EMAIL_SOURCES,
  EMAIL_STATUSES,
  METRIC_DIMENSIONS,
  METRIC_GRANULARITIES,
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
    events: {
      type: 'array',
      items: inner({ type: { enum: EMAIL_EVENT_TYPES }, created_at: TIME, recipient: TEXT }),
    },
  },
  AttachmentItem: ATTACHMENT_ITEM,
  Attachment: { object: { const: 'attachment' }, ...ATTACHMENT_ITEM },
} as const satisfies Record<string, ObjectFields>;
