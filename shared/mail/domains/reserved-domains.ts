// Reserved domains, for documentation and local testing (RFC 2606, RFC 6761): mail to them is a mistake, so such
// recipients are dropped (docs/reference/emails.md#dropped-recipients).

const RESERVED_DOMAINS = ['example.com', 'example.net', 'example.org'];
const RESERVED_TOP_LEVEL = ['test', 'invalid', 'localhost', 'example'];

/** A regular expression of Postgres that reserved domains and their subdomains match. */
export function reservedDomainPattern(): string {
  const names = [...RESERVED_DOMAINS, ...RESERVED_TOP_LEVEL].map((name) => name.replaceAll('.', '\\.'));
  return `(^|\\.)(${names.join('|')})$`;
}

/** True for a reserved domain and all its subdomains. */
export function isReservedDomain(domain: string): boolean {
  return [...RESERVED_DOMAINS, ...RESERVED_TOP_LEVEL].some(
    (reserved) => domain === reserved || domain.endsWith(`.${reserved}`),
  );
}
