// Normalizes and validates the domain of an address: lower-case ASCII, with international names (IDN) as punycode. This
// is the only form that is stored, compared and sent. It must be a name that can exist in the public DNS: a domain
// without a dot and an IP literal are refused, because they have no DNS records to authenticate mail with.
import { toAsciiName } from '../../platform/addresses/international-names.ts';

/** RFC 1035 §2.3.4, without the final dot. */
const DOMAIN_MAX_LENGTH = 253;
/** Letters, digits and inner hyphens (RFC 1123 §2.1): a host name, so no underscore. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** DNS and mail servers take an underscore too, and hosts with one do receive mail. */
const LABEL_OF_OTHERS = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const ALL_DIGITS = /^[0-9]+$/;
/** ASCII that no domain contains. */
const FOREIGN_ASCII = /[^\w.\u0080-\u{10ffff}-]/u;

/** The normalized form of a domain; undefined when it is not a host name of the public DNS. */
export function parseMailDomain(text: string): string | undefined {
  return parseLabels(text, LABEL);
}

/** The same of an address, which may have underscores; undefined when mail cannot be sent to it. */
export function parseAddressDomain(text: string): string | undefined {
  return parseLabels(text, LABEL_OF_OTHERS);
}

function parseLabels(text: string, label: RegExp): string | undefined {
  if (FOREIGN_ASCII.test(text)) return undefined;
  const domain = isPlainAscii(text) ? text.toLowerCase() : (toAsciiName(text) ?? '');
  const labels = domain.split('.');
  const topLevel = labels.at(-1) ?? '';
  const isHostName = labels.length >= 2 && labels.every((each) => label.test(each)) && LABEL.test(topLevel);
  // With a numeric last label it would be an IPv4 address, in one of its many spellings.
  if (!isHostName || ALL_DIGITS.test(topLevel) || domain.length > DOMAIN_MAX_LENGTH) return undefined;
  return domain;
}

/** True when the domain contains neither Unicode to encode nor punycode to validate. */
function isPlainAscii(text: string): boolean {
  return /^[\w.-]*$/.test(text) && !/(?:^|\.)xn--/i.test(text);
}
