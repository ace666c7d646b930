// Webhooks, their events and delivery attempts: the objects in answers, as JSON Schemas. fields.ts describes the
// fields.
import { FLAG, ID, type ObjectFields, TEXT, TEXT_OR_NULL, TIME, TIME_OR_NULL } from '../shapes.ts';
import {
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_MESSAGE_FINAL_STATES,
  WEBHOOK_MESSAGE_STATES,
  WEBHOOK_STATUSES,
} from './values.ts';

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
export const WEBHOOK_OBJECTS = {
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
    status: { enum: [...WEBHOOK_MESSAGE_FINAL_STATES, null] },
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
