// The domains of the scenario `domains`, and the questions about each: the same for the program, the bare loop and the
// DNS server.

/** Number of domains. */
export const DOMAINS = 10_000;

/** A record that each of the domains has, or that another name has. */
export interface BenchRecord {
  /** The labels before the name of the domain; empty: the domain itself. Or the whole of another name. */
  prefix: string;
  type: 'A' | 'TXT' | 'MX';
  /** The text of a TXT record, the host of an MX record, or an address. */
  value: string;
  /** The priority of an MX record; if absent, 10. */
  priority?: number;
}

/** Name of a domain. @param number from 0 */
export function nameOfDomain(number: number): string {
  return `bench-${number}.dev`;
}

/** The domain that a name belongs to, and the labels before it; undefined for other names. */
export function readDomainName(name: string): { prefix: string; number: number } | undefined {
  const found = /^(?:(?<prefix>.+)\.)?bench-(?<number>\d+)\.dev$/.exec(name);
  if (!found) return undefined;
  return { prefix: found.groups?.['prefix'] ?? '', number: Number(found.groups?.['number']) };
}
