// Publishes the records that the API shows of a domain in a DNS server of a test.
import type { DnsServer } from '../../../support/net/dns-server.ts';

/** A record of a domain. */
export interface WantedRecord {
  name: string;
  type: 'TXT' | 'MX' | 'CNAME' | 'CAA';
  value: string;
  priority: number | null;
}

/** Adds the records to those of the server. */
export function publishRecords(server: DnsServer | undefined, records: readonly WantedRecord[]): void {
  for (const { name, type, value, priority } of records)
    server?.publish(name, type === 'MX' ? { type, value, priority: priority ?? 0 } : { type, value });
}
