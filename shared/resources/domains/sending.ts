// Which domain may send: the one home of that rule. It is asked when an email is accepted, again when its recipients
// are loaded for sending, and for the domain of the service's own notices. Who owns a name is another rule
// (find-conflict.ts).
import type { DomainStatus } from './list.ts';

/**
 * Statuses with which a domain may send (interface.md, Domain and webhook): what signs its mail is in place, even when
 * other records of it are not, or have gone.
 */
const SENDING_STATUSES = [
  'verified',
  'partially_verified',
  'partially_failed',
] as const satisfies readonly DomainStatus[];

/** SQL condition on a row of `domains`: it may send. */
export const DOMAIN_MAY_SEND = `(domains.sending_enabled AND domains.status IN (${SENDING_STATUSES.map((status) => `'${status}'`).join(', ')}))`;
