// Reserved domains, for documentation and local testing (RFC 2606, RFC 6761): mail to them is a mistake, so such
// recipients are dropped (docs/reference/emails.md#dropped-recipients).

export const RESERVED_DOMAINS: readonly string[] = ['example.com', 'example.net', 'example.org'];
export const RESERVED_TOP_LEVEL: readonly string[] = ['test', 'invalid', 'localhost', 'example'];

/** True for a reserved domain and all its subdomains. */
export function isReservedDomain(domain: string): boolean {
  return [...RESERVED_DOMAINS, ...RESERVED_TOP_LEVEL].some(
    (reserved) => domain === reserved || domain.endsWith(`.${reserved}`),
  );
}
