// The single definition of a domain that may send. It is checked when an email is accepted, when its recipients are
// loaded for sending, and for the domain of the service's own notices. The owner of a domain name is a separate rule
// (shared/resources/messaging/domains/find-conflict.ts).
import type { DomainStatus } from '../domain.ts';

/**
 * Statuses of a verified domain: the records to send (or, if it only receives, to receive) exist, even if other
 * records are missing. No other account may use its name then.
 */
export const OWNING_STATUSES = [
  'verified',
  'partially_verified',
  'partially_failed',
] as const satisfies readonly DomainStatus[];

/** SQL condition on a row of `domains`: no other account may use its name. */
export const DOMAIN_OWNS_NAME = `domains.status IN (${OWNING_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** SQL condition on a row of `domains`: the domain may send. */
export const DOMAIN_MAY_SEND = `(domains.sending_enabled AND ${DOMAIN_OWNS_NAME})`;
