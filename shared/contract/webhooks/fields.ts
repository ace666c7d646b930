// Webhooks: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const WEBHOOK_FIELDS: FieldDescriptions = {
  endpoint_url: 'URL that events are posted to: a public http or https URL',
  'createWebhook.endpoint_url':
    'URL that events are posted to: a public http or https URL. Required, under this name or as `endpoint`',
  endpoint: 'Alias of `endpoint_url`: requests may use either name, answers contain both',
  'createWebhook.events':
    'Event types that the webhook subscribes to; `*` subscribes to all events, `email.*` to all events of emails',
  'updateWebhook.events': 'Event types that the webhook subscribes to; replaces the current list',
  'updateWebhook.status':
    '`disabled` stops delivery; `enabled` resumes it, and earlier failures no longer count',
  'WebhookItem.events': 'Event types that the webhook subscribes to',
  'Webhook.events': 'Event types that the webhook subscribes to',
  'CreatedWebhook.events': 'Event types that the webhook subscribes to',
  disabled_reason: 'Why the service disabled the webhook; null: the service did not disable it',
  updated_at: 'When the webhook was last changed',
  signing_secret: 'Secret that signs the requests. It is shown only in this answer',
  deleted: 'True: the webhook was deleted',
  'testWebhook.type': 'Type of the test event; when absent, `email.delivered`',
  delivered: 'True if the endpoint answered with a 2xx status',
  status_code: 'HTTP status of the endpoint; null: no answer',
  duration_ms: 'Duration of the request in milliseconds',
  'WebhookTest.response': 'First 4 KiB of the answer; if there was none, the reason',
  since: 'Replay events from this time on: ISO 8601 or English such as `2 hours ago`',
  'WebhookReplay.since': 'Start of the time range',
  'replayWebhook.status':
    'Only events whose delivery ended with this status; when absent, all events, also those still waiting for delivery',
  'WebhookReplay.status': 'Only events whose delivery ended with this status; null: all events',
  webhook_id: 'Id of the webhook',
  type: 'Type of the event',
  'listWebhookEvents.status': 'Only events with this delivery status',
  'listWebhookEvents.type': 'Only events of this type',
  'WebhookEventItem.status': 'Status of the delivery',
  'WebhookEvent.status': 'Status of the delivery',
  'WebhookEventItem.created_at': 'When the event happened',
  'WebhookEvent.created_at': 'When the event happened',
  next_attempt_at: 'When the next delivery attempt is due; null: no further attempt',
  payload: 'Body that is posted to the endpoint',
  http_status_code: 'HTTP status of the endpoint; null: no answer',
  response: 'First 4 KiB of the answer; null: no answer',
  response_headers: 'Headers of the answer',
  error: 'Why there was no answer; null: the endpoint answered',
  'WebhookAttempt.sent_at': 'When the request was sent',
};
