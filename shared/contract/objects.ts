// What the API answers: each object of the interface with its fields, as JSON Schemas. Every field is always there.
// The API description is made of them, and tests hold real answers against them. What a field means is said in
// fields.ts.
import { ERROR_STATUS } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';
import {
  API_KEY_PERMISSIONS,
  DOMAIN_STATUSES,
  EMAIL_COUNTS,
  EMAIL_EVENT_TYPES,
  EMAIL_RATES,
  EMAIL_SOURCES,
  EMAIL_STATUSES,
  METRIC_DIMENSIONS,
  METRIC_GRANULARITIES,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_MESSAGE_STATES,
  WEBHOOK_STATUSES,
} from './values.ts';

/** Field → its schema. */
export type ObjectFields = Readonly<Record<string, JsonSchema>>;

const ID = { type: 'string', format: 'uuid' } as const;
const ID_OR_NULL = { type: ['string', 'null'], format: 'uuid' } as const;
const TEXT = { type: 'string' } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
const TEXTS = { type: 'array', items: TEXT } as const;
const TEXTS_OR_NULL = { type: ['array', 'null'], items: TEXT } as const;
const FLAG = { type: 'boolean' } as const;
const TIME = { type: 'string', format: 'date-time' } as const;
const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;
const NUMBERS = { type: 'object', additionalProperties: { type: 'number' } } as const;
const SWITCH = { enum: ['enabled', 'disabled'] } as const;

/** An object inside another one. */
function inner<const Fields extends ObjectFields>(properties: Fields) {
  return { type: 'object', properties, required: Object.keys(properties) } as const;
}

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

const LOG_ITEM = {
  id: { type: 'string', pattern: '^\\d+$' },
  created_at: TIME,
  endpoint: TEXT,
  method: TEXT,
  response_status: { type: 'integer' },
  duration_ms: { type: 'integer' },
  user_agent: TEXT_OR_NULL,
  request_id: TEXT,
  api_key_id: ID_OR_NULL,
} as const;
/** As it was sent or answered: its shape varies with the request. */
const BODY = { type: ['object', 'array', 'null'] } as const;

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

const WEBHOOK_ITEM = {
  id: ID,
  endpoint_url: TEXT,
  endpoint: TEXT,
  events: { type: 'array', items: { enum: [...WEBHOOK_EVENT_GROUPS, ...WEBHOOK_EVENT_TYPES] } },
  status: { enum: WEBHOOK_STATUSES },
  disabled_reason: TEXT_OR_NULL,
  created_at: TIME,
  updated_at: TIME,
} as const;

const WEBHOOK_EVENT_ITEM = {
  id: ID,
  type: { enum: WEBHOOK_EVENT_TYPES },
  created_at: TIME,
  status: { enum: WEBHOOK_MESSAGE_STATES },
} as const;

/** Name of an object → its fields. */
export const OBJECTS = {
  Error: {
    statusCode: { type: 'integer' },
    name: { enum: Object.keys(ERROR_STATUS) },
    message: TEXT,
  },
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
  LogItem: LOG_ITEM,
  Log: { object: { const: 'log' }, ...LOG_ITEM, request_body: BODY, response_body: BODY },
  ApiKeyItem: {
    id: ID,
    name: TEXT,
    prefix: TEXT,
    permission: { enum: API_KEY_PERMISSIONS },
    domain_id: ID_OR_NULL,
    created_at: TIME,
    last_used_at: TIME_OR_NULL,
    expires_at: TIME_OR_NULL,
  },
  DomainItem: {
    id: ID,
    name: TEXT,
    status: { enum: DOMAIN_STATUSES },
    region: TEXT,
    default: FLAG,
    created_at: TIME,
    audience_id: ID_OR_NULL,
    capabilities: inner({ sending: SWITCH, receiving: SWITCH }),
    open_tracking: FLAG,
    click_tracking: FLAG,
    tls: { enum: ['opportunistic', 'enforced'] },
    custom_return_path: TEXT,
    tracking_subdomain: TEXT_OR_NULL,
  },
  WebhookItem: WEBHOOK_ITEM,
  Webhook: { object: { const: 'webhook' }, ...WEBHOOK_ITEM },
  CreatedWebhook: { object: { const: 'webhook' }, ...WEBHOOK_ITEM, signing_secret: TEXT },
  WebhookSecret: { object: { const: 'webhook' }, id: ID, signing_secret: TEXT },
  DeletedWebhook: { object: { const: 'webhook' }, id: ID, deleted: { const: true } },
  WebhookTest: {
    object: { const: 'webhook_test' },
    delivered: FLAG,
    status_code: { type: ['integer', 'null'] },
    duration_ms: { type: 'integer' },
    response: TEXT_OR_NULL,
  },
  WebhookReplay: {
    object: { const: 'webhook_replay' },
    id: ID,
    webhook_id: ID,
    since: TIME,
    status: { enum: ['success', 'failed', null] },
  },
  WebhookEventItem: WEBHOOK_EVENT_ITEM,
  WebhookEvent: {
    object: { const: 'webhook_event' },
    ...WEBHOOK_EVENT_ITEM,
    next_attempt_at: TIME_OR_NULL,
    payload: { type: 'object' },
  },
  WebhookAttempt: {
    id: ID,
    http_status_code: { type: ['integer', 'null'] },
    response: TEXT_OR_NULL,
    response_headers: { type: 'object' },
    error: TEXT_OR_NULL,
    duration_ms: { type: 'integer' },
    sent_at: TIME,
  },
  ReplayedWebhookEvent: { object: { const: 'webhook_event' }, id: ID },
} as const satisfies Record<string, ObjectFields>;

/** Name of an object that the API answers. */
export type ObjectName = keyof typeof OBJECTS;
