// PLACEHOLDER until the API's part is merged.
export type CampaignStatus =
  | 'draft'
  | 'scheduled'
  | 'queued'
  | 'testing'
  | 'sending'
  | 'paused'
  | 'sent'
  | 'canceled'
  | 'failed';
export type PausedReason =
  | 'manual'
  | 'daily_quota'
  | 'monthly_quota'
  | 'capacity'
  | 'reputation'
  | 'bounces'
  | 'complaints'
  | 'domain'
  | 'missed';
