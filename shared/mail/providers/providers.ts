// Finds the mailbox provider of a mail server: the row of the table (table.ts), changed by SHAPING_FILE, whose suffix is the
// longest that fits the name of the host; else the registrable domain of the host. So a hundred thousand domains with
// one MX are one provider.
import { ConfigError } from '../../platform/config/config.ts';
import type { ProviderOverride } from '../../platform/config/shaping-file.ts';
import { createValueCache } from '../../platform/net/dns/value-cache.ts';
import { requirePackage } from '../../platform/process/require-package.ts';
import type { MailboxProvider, MailboxProviders } from './provider.ts';
import { PROVIDER_ROWS, type ProviderRow } from './table.ts';

const { getDomain } = requirePackage<typeof import('tldts')>('tldts');

/**
 * The limits of a server that no row fits: as much as a pool may have
 * (docs/architecture/direct-delivery.md#connections).
 */
const UNLISTED = { connections: 20, mailsPerConnection: 100 };
/** The hosts whose provider is cached: more than a process meets in minutes. */
const HOSTS_KEPT = 10_000;

/**
 * Combines the table and SHAPING_FILE.
 * @throws ConfigError when they conflict: a new provider without `mx`, a suffix of another row, a first rate above the
 * highest
 */
export function createMailboxProviders(overrides: readonly ProviderOverride[]): MailboxProviders {
  const rows = mergeRows(overrides);
  const bySuffix = indexRows(rows);
  const cached = createValueCache<MailboxProvider>({
    max: HOSTS_KEPT,
    maxAgeMs: Number.POSITIVE_INFINITY,
    nowMs: () => 0,
  });
  return {
    of(host) {
      const known = cached.get(host);
      if (known) return known;
      const provider = findListed(host, bySuffix) ?? unlisted(host, rows);
      cached.set(host, provider);
      return provider;
    },
    ofDomain: (domain) => named(domain, rows),
  };
}

function mergeRows(overrides: readonly ProviderOverride[]): ReadonlyMap<string, ProviderRow> {
  const rows = new Map(PROVIDER_ROWS.map((row) => [row.name, row]));
  for (const { name, mx = rows.get(name)?.mx, ...changes } of overrides) {
    if (!mx) throw refuse(`${name} is not in the table, and needs mx`);
    const row: ProviderRow = { ...UNLISTED, ...rows.get(name), name, mx, ...changes };
    if (row.maxRate && row.firstRate && row.firstRate > row.maxRate)
      throw refuse(`${name}.first_rate must not exceed max_rate`);
    rows.set(name, row);
  }
  return rows;
}

function indexRows(rows: ReadonlyMap<string, ProviderRow>): ReadonlyMap<string, MailboxProvider> {
  const bySuffix = new Map<string, MailboxProvider>();
  for (const { mx, ...row } of rows.values()) {
    const provider = toProvider(row, true);
    for (const suffix of mx) {
      const other = bySuffix.get(suffix);
      if (other) throw refuse(`${row.name} and ${other.name} have the suffix ${suffix}`);
      bySuffix.set(suffix, provider);
    }
  }
  return bySuffix;
}

/** Tries `.mx.acme.dev`, `.acme.dev`, `.dev`: at the bounds of labels, the longest first. */
function findListed(
  host: string,
  bySuffix: ReadonlyMap<string, MailboxProvider>,
): MailboxProvider | undefined {
  const labels = host.split('.');
  for (let start = 0; start < labels.length; start += 1) {
    const provider = bySuffix.get(`.${labels.slice(start).join('.')}`);
    if (provider) return provider;
  }
  return undefined;
}

function unlisted(host: string, rows: ReadonlyMap<string, ProviderRow>): MailboxProvider {
  // What says that customers of a hosting company run servers of their own under its name.
  return named(getDomain(host, { validateHostname: false, allowPrivateDomains: true }) ?? host, rows);
}

/** A host that is only a top-level domain, such as `google`, must not be taken for the row of this name. */
function named(domain: string, rows: ReadonlyMap<string, ProviderRow>): MailboxProvider {
  return toProvider({ ...UNLISTED, name: rows.has(domain) ? `${domain}.` : domain }, false);
}

function toProvider(row: Omit<ProviderRow, 'mx'>, isListed: boolean): MailboxProvider {
  return { firstRate: null, maxRate: null, needsTls: false, idleMs: null, ...row, isListed };
}

function refuse(problem: string): ConfigError {
  return new ConfigError(`Configuration: "SHAPING_FILE" is wrong: ${problem}.`);
}
