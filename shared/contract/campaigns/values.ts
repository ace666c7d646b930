// Campaigns: the allowed values (enums) of fields.

/** The statuses of a campaign from the draft to the end (docs/reference/campaigns.md#states). */
export const CAMPAIGN_STATUSES = [
  'draft',
  'scheduled',
  'queued',
  'testing',
  'sending',
  'paused',
  'sent',
  'canceled',
  'failed',
] as const;

/** Why a campaign is paused. */
export const CAMPAIGN_PAUSED_REASONS = [
  'manual',
  'daily_quota',
  'monthly_quota',
  'capacity',
  'reputation',
  'bounces',
  'complaints',
  'domain',
  'refused',
  'missed',
] as const;

/** Why a contact of the audience gets no mail. */
export const CAMPAIGN_LEFT_OUT_REASONS = [
  'unsubscribed',
  'opted_out',
  'suppressed',
  'reserved',
  'invalid',
  'deleted',
  'render_failed',
] as const;

/** The recipients that GET /campaigns/:id/recipients lists. */
export const CAMPAIGN_RECIPIENT_TYPES = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'suppressed',
  'left_out',
  'pending',
  'failed',
] as const;

/** The recipients of a copy of a campaign, by what became of the campaign (docs/reference/campaigns.md#follow-ups). */
export const CAMPAIGN_FOLLOW_UPS = ['not_opened', 'not_clicked', 'not_received', 'new'] as const;

/** How a mail bounced, in Resend's words. */
export const CAMPAIGN_BOUNCE_TYPES = ['permanent', 'transient', 'undetermined'] as const;

/** The metric that decides a test. */
export const CAMPAIGN_WINNER_METRICS = ['open_rate', 'click_rate', 'manual'] as const;

/** How a test was decided (docs/reference/campaigns.md#tests-of-variants). */
export const CAMPAIGN_DECISIONS = ['metric', 'too_few', 'tie', 'manual'] as const;

/** The names of a record: below `/broadcasts`, the paths of Resend's SDK, it is a broadcast. */
export const CAMPAIGN_OBJECT_NAMES = ['campaign', 'broadcast'] as const;
