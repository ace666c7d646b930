// Validates the name of a new domain: a name that its owner can have registered in the public DNS, and that is not the
// service's own. Other scripts (IDN) are stored as punycode.

import { DomainError } from '../../../contract/domain-error.ts';
import { DOMAIN_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { parseMailDomain } from '../../../mail/domains/mail-domain.ts';
import { isReservedDomain } from '../../../mail/domains/reserved-domains.ts';
import { requirePackage } from '../../../platform/process/require-package.ts';
import type { Domain } from './domain.ts';

const { getDomain } = requirePackage<typeof import('tldts')>('tldts');

/** The names of the service itself. */
export interface ServiceNames {
  mailHostname: string;
  simulatorDomains: readonly string[];
}

/** Top-level names that the public DNS does not have, or not for hosts (RFC 6761, RFC 6762, RFC 7686, RFC 9476). */
const SPECIAL_USE = ['alt', 'arpa', 'internal', 'local', 'onion'];
/** RFC 1035 §2.3.4, without the final dot. */
const RECORD_NAME_MAX_LENGTH = 253;

/**
 * The form in which a name is stored: lower-case ASCII without a final dot.
 * @returns undefined for a text that is not a domain name
 */
export function normalizeDomainName(text: string): string | undefined {
  return parseMailDomain(text.trim().replace(/\.$/, ''));
}

/**
 * Validates the name of a domain that a client adds.
 * @returns its stored form
 * @throws DomainError `validation_error`
 */
export function requireDomainName(text: string, service: ServiceNames): string {
  const name = normalizeDomainName(text);
  if (name === undefined) throw refusal('must be a domain name, such as `mail.acme.dev`');
  if (name.length > DOMAIN_NAME_MAX_LENGTH)
    throw refusal(
      `must have up to ${DOMAIN_NAME_MAX_LENGTH} characters, so that the names of its DNS records fit`,
    );
  if (getDomain(name, { allowPrivateDomains: true }) === null)
    throw refusal(
      `must be a domain that you own: ${name} is a public suffix, under which anyone can register domains`,
    );
  if (isReservedDomain(name) || SPECIAL_USE.some((top) => isWithin(name, top)))
    throw refusal(
      `must not be ${name}, which is reserved: mail from it cannot be delivered. Use a domain that you own, such as \`mail.acme.dev\``,
    );
  if (service.simulatorDomains.some((domain) => isWithin(name, domain) || isWithin(domain, name)))
    throw refusal(`must not be ${name}, which belongs to the mailbox simulator`);
  if (isWithin(service.mailHostname, name))
    throw refusal(`must not be ${name}, which belongs to this service`);
  return name;
}

/**
 * Validates the labels below a domain.
 * @throws DomainError `validation_error`
 */
export function requireLabels({
  name,
  customReturnPath,
  trackingSubdomain,
}: Pick<Domain, 'name' | 'customReturnPath' | 'trackingSubdomain'>): void {
  const max = RECORD_NAME_MAX_LENGTH - name.length - 1;
  for (const [field, label] of [
    ['custom_return_path', customReturnPath],
    ['tracking_subdomain', trackingSubdomain ?? ''],
  ] as const) {
    if (label.length > max)
      throw new DomainError(
        'validation_error',
        `\`${field}\` must have up to ${max} characters below ${name}.`,
        { field },
      );
  }
  // A name with a CNAME record has no other records (RFC 1034 §3.6.2).
  if (customReturnPath === trackingSubdomain)
    throw new DomainError(
      'validation_error',
      '`tracking_subdomain` and `custom_return_path` must not be the same.',
      { field: 'tracking_subdomain' },
    );
}

/** True for the same name and for one below it. */
function isWithin(name: string, parent: string): boolean {
  return name === parent || name.endsWith(`.${parent}`);
}

function refusal(rule: string): DomainError {
  return new DomainError('validation_error', `\`name\` ${rule}.`, { field: 'name' });
}
