// Webhooks: what their fields and parameters mean (../fields.ts tells how names are read).
import type { FieldMeanings } from '../fields.ts';

export const WEBHOOK_FIELDS: FieldMeanings = {
  endpoint_url: 'Where events are sent: a public http or https URL',
  'createWebhook.endpoint_url':
    'Where events are sent: a public http or https URL. This or `endpoint` is needed',
  endpoint: 'The same as `endpoint_url`: either name is taken, both are answered',
  'createWebhook.events':
    'Names of the events that are wanted; `*` stands for all, `email.*` and the like for all of a kind',
  'updateWebhook.events': 'Names of the events that are wanted, instead of those before',
  'updateWebhook.status':
    '`disabled` stops delivery; `enabled` begins it again and forgets the failures until then',
  'WebhookItem.events': 'Names of the events that are delivered',
  'Webhook.events': 'Names of the events that are delivered',
  'CreatedWebhook.events': 'Names of the events that are delivered',
  disabled_reason: 'Why it was disabled, when that was not asked for',
  updated_at: 'When it was last changed',
  signing_secret: 'Key of the signatures. It is not shown again',
  deleted: 'True: it is no more',
  'testWebhook.type': 'Name of the event that is made up; `email.delivered` when absent',
  delivered: 'Was it answered with a 2xx status?',
  status_code: 'HTTP status of the answer; null: none came',
  duration_ms: 'How long it took, in milliseconds',
  'WebhookTest.response': 'The beginning of the answer, or why none came',
  since: 'Events from this time on: ISO 8601 or words such as `2 hours ago`',
  'WebhookReplay.since': 'Events from this time on',
  'replayWebhook.status':
    'Only events whose delivery ended so; absent: all events, those that still wait included',
  'WebhookReplay.status': 'Only events whose delivery ended so; null: all of them',
  webhook_id: 'Id of the webhook',
  type: 'Name of the event',
  'listWebhookEvents.status': 'Only events whose delivery is in this state',
  'listWebhookEvents.type': 'Only events of this name',
  'WebhookEventItem.status': 'State of the delivery',
  'WebhookEvent.status': 'State of the delivery',
  'WebhookEventItem.created_at': 'When it happened',
  'WebhookEvent.created_at': 'When it happened',
  next_attempt_at: 'When delivery is tried next; null: it is not',
  payload: 'What is delivered',
  http_status_code: 'HTTP status of the answer; null: none came',
  response: 'The first 4 KiB of the answer; null: none came',
  response_headers: 'Headers of the answer',
  error: 'Why there was no answer; null when there was one',
  'WebhookAttempt.sent_at': 'When it was tried',
};
