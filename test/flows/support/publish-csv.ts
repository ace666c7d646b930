// Puts the records of a domain into a DNS server from the CSV that the API gives, as a person does it at a DNS provider.
import { parse } from 'csv-parse/sync';
import type { DnsServer } from '../../support/net/dns-server.ts';

const published = new WeakMap<DnsServer, Set<string>>();

/** Publishes the records that are not in DNS yet. */
export function publishCsv(dns: DnsServer, csv: string): void {
  const done = published.get(dns) ?? new Set();
  published.set(dns, done);
  for (const { type, name, value, priority } of parse(csv, { columns: true }) as Record<string, string>[]) {
    if (done.has(`${type} ${name} ${value}`)) continue;
    done.add(`${type} ${name} ${value}`);
    // A long text is several quoted strings.
    const text = [...(value ?? '').matchAll(/"([^"]*)"/g)].map(([, string]) => string).join('') || value;
    if (type === 'MX') dns.publish(name ?? '', { type, value: text ?? '', priority: Number(priority) });
    else dns.publish(name ?? '', { type: 'TXT', value: text ?? '' });
  }
}
