// The domain of an address, in the one form that Posthorn keeps, compares and sends: lower-case ASCII, with
// international names as punycode. It must be a name that the public DNS can hold, because a domain without a
// dot and an IP literal have no records to authenticate mail by: both are refused.
import { domainToASCII } from 'node:url';

/** RFC 1035 §2.3.4, without the final dot. */
const DOMAIN_MAX_LENGTH = 253;
/** Letters, digits and inner hyphens (RFC 1123 §2.1): a host name, so no underscore. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ALL_DIGITS = /^[0-9]+$/;
/** ASCII that no domain holds. `domainToASCII` parses a URL's host, so it would read `%41` or cut at a slash. */
const FOREIGN_ASCII = /[^A-Za-z0-9.\u0080-\u{10ffff}-]/u;

/** The ASCII form of a domain; undefined when it is not one that mail can be sent to. */
export function parseMailDomain(text: string): string | undefined {
  if (FOREIGN_ASCII.test(text)) return undefined;
  const domain = isPlainAscii(text) ? text.toLowerCase() : domainToASCII(text);
  const labels = domain.split('.');
  const topLevel = labels.at(-1) ?? '';
  const isHostName = labels.length >= 2 && labels.every((label) => LABEL.test(label));
  // A numeric last label would make it an IPv4 address, in one of its many spellings.
  if (!isHostName || ALL_DIGITS.test(topLevel) || domain.length > DOMAIN_MAX_LENGTH) return undefined;
  return domain;
}

/** True when there is neither Unicode to encode nor punycode to check. */
function isPlainAscii(text: string): boolean {
  return /^[A-Za-z0-9.-]*$/.test(text) && !/(?:^|\.)xn--/i.test(text);
}
