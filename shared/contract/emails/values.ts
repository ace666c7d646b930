// Emails: the closed sets of words that fields hold and filters ask for.

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
