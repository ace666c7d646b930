// Domains: the allowed values (enums) of fields and filters.

/** Progress of the verification of a domain's DNS records (docs/reference/domains.md). */
export const DOMAIN_STATUSES = [
  'not_started',
  'pending',
  'verified',
  'partially_verified',
  'partially_failed',
  'failed',
] as const;

/** The region of a domain for which none is given. A region is stored and has no effect. */
export const DEFAULT_REGION = 'self-hosted';

/** The reasons why a domain is not verified although its records are good, or why it was lost. */
export const DOMAIN_STATUS_REASONS = ['domain_conflict', 'plan_limit_reached', 'claimed'] as const;

/** Progress of the verification of one DNS record. */
export const RECORD_STATUSES = ['not_started', 'pending', 'verified', 'failed', 'temporary_failure'] as const;

/** Progress of a DKIM key: it waits for its record, signs, or was replaced. */
export const DKIM_KEY_STATES = ['pending', 'active', 'retiring'] as const;

/** The purposes of a DNS record. */
export const RECORD_PURPOSES = ['DKIM', 'SPF', 'DMARC', 'Receiving', 'Tracking', 'TrackingCAA'] as const;

/** The problems of a DNS record, as far as DNS shows them. */
export const RECORD_PROBLEMS = [
  'absent',
  'name_doubled',
  'addresses_instead',
  'several',
  'not_preferred',
  'different',
  'not_everywhere',
  'host_not_served',
] as const;

/** Types of the DNS records that a domain can need. */
export const RECORD_TYPES = ['TXT', 'MX', 'CNAME', 'CAA'] as const;

/** The policy for a receiver of mail that fails DMARC (RFC 9989 §4.7). */
export const DMARC_POLICIES = ['none', 'quarantine', 'reject'] as const;

/** Whether an email may be sent without TLS. */
export const TLS_MODES = ['opportunistic', 'enforced'] as const;

/** Status of the claim of a domain; the first, second and fourth can still change. */
export const DOMAIN_CLAIM_STATUSES = [
  'pending',
  'verified',
  'completed',
  'blocked',
  'expired',
  'superseded',
  'canceled',
  'failed',
] as const;

/** Why a proven claim waits: for the end of the owner's grace period, or for an operator. */
export const DOMAIN_CLAIM_BLOCKED_REASONS = ['grace_period', 'operator'] as const;

/** The same as answers about a claim say it: during the grace period also what the owner does with the name. */
export const DOMAIN_CLAIM_WAITS = [
  ...DOMAIN_CLAIM_BLOCKED_REASONS,
  'recent_owner_activity',
  'pending_scheduled_emails',
] as const;

/** Why a claim failed: its record was removed before the end of the grace period, or an operator rejected it. */
export const DOMAIN_CLAIM_FAILURE_REASONS = ['record_removed', 'rejected'] as const;

/** Rules of the large mailbox providers for senders, as far as they can be seen from here. */
export const COMPLIANCE_RULES = [
  'spf',
  'dkim',
  'dmarc',
  'alignment',
  'tls',
  'mail_hostname',
  'ptr',
  'one_click_unsubscribe',
  'complaint_rate',
] as const;

/** The large mailbox providers: Microsoft's is Outlook.com, with Hotmail and Live. */
export const MAILBOX_PROVIDERS = ['gmail', 'yahoo', 'microsoft'] as const;
