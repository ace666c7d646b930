// Webhooks: the allowed values (enums) of fields and filters.

/**
 * Event types that webhooks can subscribe to: those of Resend without its inbox events, `email.canceled` and those of
 * campaigns and polls
 * (docs/reference/webhooks.md#event-names).
 */
export const WEBHOOK_EVENT_TYPES = [
  'email.scheduled',
  'email.sent',
  'email.delivered',
  'email.delivery_delayed',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.complained',
  'email.suppressed',
  'email.failed',
  'email.canceled',
  'email.received',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.topics.updated',
  'contact.import.completed',
  'domain.created',
  'domain.updated',
  'domain.deleted',
  'suppression.added',
  'suppression.removed',
  'topic.created',
  'topic.updated',
  'topic.deleted',
  'campaign.sent',
  'campaign.paused',
  'campaign.failed',
  'poll.voted',
] as const;

type WebhookEventGroup = (typeof WEBHOOK_EVENT_TYPES)[number] extends infer Type
  ? Type extends `${infer Resource}.${string}`
    ? `${Resource}.*`
    : never
  : never;

/** Wildcards in a webhook's `events`: all events, or all events of one resource. */
export const WEBHOOK_EVENT_GROUPS = [
  ...new Set(['*', ...WEBHOOK_EVENT_TYPES.map((type) => `${type.split('.')[0]}.*` as WebhookEventGroup)]),
] as readonly ('*' | WebhookEventGroup)[];

/**
 * Whether events are delivered to a webhook. It is disabled by its account, or by the service after repeated failures.
 */
export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;

/** After so many days in which every attempt has failed, the service disables a webhook. */
export const WEBHOOK_FAILING_DAYS_MAX = 5;

/** Status of the delivery of an event to a webhook, in Resend's words. */
export const WEBHOOK_MESSAGE_STATES = ['pending', 'attempting', 'success', 'failed'] as const;

/**
 * The events of a replay since a time: those whose delivery ended so, or `undelivered`: the failed ones, and those
 * that wait for another attempt because the attempts so far have failed.
 */
export const WEBHOOK_REPLAY_STATUSES = ['success', 'failed', 'undelivered'] as const;
