// Webhooks: the closed sets of words that fields hold and filters ask for.

/** Names of events that webhooks are told of: Resend's without those of its inboxes, and `email.canceled` (decisions.md §9). */
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
  'domain.created',
  'domain.updated',
  'domain.deleted',
  'suppression.added',
  'suppression.removed',
  'topic.created',
  'topic.updated',
  'topic.deleted',
] as const;

/** What stands for all events, or for all of one kind, in a webhook's `events`. */
export const WEBHOOK_EVENT_GROUPS = [
  '*',
  'email.*',
  'contact.*',
  'domain.*',
  'suppression.*',
  'topic.*',
] as const;

/** A webhook is delivered to, or not: by its account's wish, or because it kept failing (decisions.md §9). */
export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;

/** How far the delivery of an event to a webhook is (Resend's words). */
export const WEBHOOK_MESSAGE_STATES = ['pending', 'attempting', 'success', 'failed'] as const;

/** How a delivery ends. */
export const WEBHOOK_MESSAGE_ENDS = ['success', 'failed'] as const;
