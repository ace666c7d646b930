// Emails: the allowed values (enums) of fields and filters.

/** States of a recipient and, derived from them, of an email (docs/reference/emails.md#states). */
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

/** Types of an email's events (docs/reference/emails.md#events). */
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

/** Types of events that a recipient makes, or a machine in their place (docs/reference/tracking.md). */
export const EMAIL_HIT_TYPES = ['opened', 'clicked'] as const;

/** The machines that load pixels and follow links (docs/reference/tracking.md#machines). */
export const HIT_MACHINES = ['privacy_proxy', 'scanner', 'prefetch'] as const;

/** Types of events that say why they happened (docs/reference/delivery.md#reasons). */
export const EMAIL_CAUSED_EVENT_TYPES = ['delivery_delayed', 'bounced', 'suppressed', 'failed'] as const;

/** The header that names a recipient. */
export const RECIPIENT_KINDS = ['to', 'cc', 'bcc'] as const;

/** How an email was submitted. `notice`: by the service itself; its content is for its recipients only. */
export const EMAIL_SOURCES = [
  'api',
  'batch',
  'campaign',
  'automation',
  'reply',
  'forward',
  'smtp',
  'notice',
] as const;

/** Folders of the list of emails: `scheduled` holds pending emails, `sent` all others. */
export const EMAIL_FOLDERS = ['sent', 'scheduled'] as const;

/** Counts of the email metrics, under the names of Resend's API (docs/reference/email-metrics.md). */
export const EMAIL_COUNTS = [
  'received',
  'attempted',
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
  'machine_opened',
  'machine_clicked',
  'unsubscribed',
] as const;

/** Rates of the email metrics, calculated from the counts. */
export const EMAIL_RATES = [
  'delivery_rate',
  'bounce_rate',
  'complaint_rate',
  'open_rate',
  'click_rate',
  'unsubscribe_rate',
] as const;

/** Dimensions that email metrics can be grouped by; `broadcast` is Resend's word for a campaign. */
export const METRIC_DIMENSIONS = ['period', 'domain', 'email', 'broadcast'] as const;

/** Lengths of the periods of email metrics. */
export const METRIC_GRANULARITIES = ['hourly', 'daily', 'weekly', 'monthly'] as const;

/**
 * The policy that decides about the TLS of a connection to the recipient's server: only the server's offer, the domain
 * of the sender, or the records of the recipient's domain.
 */
export const TLS_POLICIES = ['opportunistic', 'enforced', 'mta_sts', 'dane'] as const;

/**
 * Why a recipient was suppressed, in Resend's words. `Suppressed`: it was dropped when the email was accepted, for any
 * reason, or it opted out of the topic later. `OnAccountSuppressionList`: it was found on the suppression list later,
 * when it was to be sent, or the simulator simulates that.
 */
export const SUPPRESSED_TYPES = ['Suppressed', 'OnAccountSuppressionList'] as const;

/** How the address came onto the suppression list, in Resend's words. One that was added by hand counts as a complaint. */
export const SUPPRESSED_REASONS = ['previous_bounce', 'previous_complaint'] as const;

/** The speaker of a line in a dialogue with a mail server; `event`: something that happened without words. */
export const DIALOGUE_SPEAKERS = ['client', 'server', 'event'] as const;
