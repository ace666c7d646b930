// Domains that belong to documentation and local testing (RFC 2606, RFC 6761): mail to them is a mistake
// (interface.md, `reserved_recipient`).

const RESERVED_DOMAINS = ['example.com', 'example.net', 'example.org'];
const RESERVED_TOP_LEVEL = ['test', 'invalid', 'localhost', 'example'];

/** True for a reserved domain and everything below it. */
export function isReservedDomain(domain: string): boolean {
  return [...RESERVED_DOMAINS, ...RESERVED_TOP_LEVEL].some(
    (reserved) => domain === reserved || domain.endsWith(`.${reserved}`),
  );
}
