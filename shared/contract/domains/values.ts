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
