// Domains: the closed sets of words that fields hold and filters ask for.

/** Progress of a domain's DNS records (decisions.md §4). */
export const DOMAIN_STATUSES = [
  'not_started',
  'pending',
  'verified',
  'partially_verified',
  'partially_failed',
  'failed',
] as const;
