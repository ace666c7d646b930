// The closed sets of words of the interface: what a field may hold, and what a filter may ask for.

/** States of a recipient and, derived from them, of an email (decisions.md §2). */
export const EMAIL_STATUSES = [
  'pending',
  'queued',
  'sending',
  'sent',
  'delivered',
  'delivery_delayed',
  'bounced',
  'complained',
  'suppressed',
  'failed',
  'canceled',
] as const;

/** Types of an email's events (decisions.md §2). */
export const EMAIL_EVENT_TYPES = [
  'scheduled',
  'sent',
  'delivered',
  'delivery_delayed',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'suppressed',
  'failed',
  'canceled',
] as const;

/** Where an email came from (decisions.md §2). */
export const EMAIL_SOURCES = ['api', 'batch', 'campaign', 'automation', 'reply', 'forward', 'smtp'] as const;

/** Folders of the list of emails (decisions.md §2). */
export const EMAIL_FOLDERS = ['sent', 'scheduled'] as const;

/** What is counted of emails and their recipients (decisions.md §2, GET /emails/metrics: Resend's names). */
export const EMAIL_COUNTS = [
  'received',
  'sent',
  'delivered',
  'delivery_delayed',
  'bounced',
  'bounced_transient',
  'bounced_permanent',
  'bounced_undetermined',
  'complained',
  'suppressed',
  'failed',
  'opened',
  'unique_opened',
  'clicked',
  'unique_clicked',
  'unsubscribed',
] as const;

/** What follows from the counts. */
export const EMAIL_RATES = [
  'delivery_rate',
  'bounce_rate',
  'complaint_rate',
  'open_rate',
  'click_rate',
  'unsubscribe_rate',
] as const;

/** What the metrics of emails may be told by. */
export const METRIC_DIMENSIONS = ['period', 'domain', 'email'] as const;

/** How long the periods are that metrics are told by. */
export const METRIC_GRANULARITIES = ['hourly', 'daily', 'weekly', 'monthly'] as const;

/** Methods of requests, as logs may be asked for by them. */
export const LOG_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Progress of a domain's DNS records (decisions.md §4). */
export const DOMAIN_STATUSES = [
  'not_started',
  'pending',
  'verified',
  'partially_verified',
  'partially_failed',
  'failed',
] as const;

/** What an API key may do: everything, or only send (decisions.md §11). */
export const API_KEY_PERMISSIONS = ['full_access', 'sending_access'] as const;

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
