// What the DNS records of a domain are for, in words. Pure.
import type { Domain, DomainItem } from '../../../api/generated/types.ts';
import { dayAndTime } from '../../../format/time.ts';
import { isPublicName } from './public-name.ts';

/** A record as the page of a domain has it. */
export type ShownDnsRecord = Domain['records'][number];

/** The fields that identify a record of a domain. */
type RecordKind = Pick<DomainItem['missing_records'][number], 'record' | 'type'>;

/** A name for sentences: "DKIM". The two records of SPF differ by their type. */
export function recordName({ record, type }: RecordKind): string {
  const names = {
    DKIM: 'DKIM',
    SPF: 'SPF',
    DMARC: 'DMARC',
    Receiving: 'MX for receiving',
    Tracking: 'CNAME of links',
    TrackingCAA: 'CAA of links',
  };
  return record === 'SPF' && type === 'MX' ? 'MX for bounces' : names[record];
}

/** The purpose of a record, as the title of its row. */
export function recordPurpose({
  record,
  type,
  key,
  required,
}: Pick<ShownDnsRecord, 'record' | 'type' | 'key' | 'required'>): string {
  if (record === 'DKIM') {
    // The first key of a domain is required before it signs.
    if (key?.state === 'pending' && !required) return 'Will sign your mail (new DKIM key)';
    return key?.state === 'retiring' ? 'Has signed your mail (old DKIM key)' : 'Signs your mail (DKIM)';
  }
  if (record === 'SPF')
    return type === 'MX' ? 'Receives the bounces of your mail (MX)' : 'Lists the servers that can send (SPF)';
  if (record === 'DMARC') return 'Sets what happens to forged mail (DMARC)';
  if (record === 'TrackingCAA') return 'Allows the certificate for your tracked links (CAA)';
  return record === 'Receiving' ? 'Brings mail to you (MX)' : 'Serves the tracked links of your mail (CNAME)';
}

/** The note next to its title: that mail is sent without it, or until when it is wanted. */
export function recordNote({
  record,
  key,
  required,
  value,
}: Pick<ShownDnsRecord, 'record' | 'key' | 'required' | 'value'>): string | undefined {
  if (required) return undefined;
  if (record === 'Tracking' && !isPublicName(value)) return 'Cannot work: PUBLIC_URL has no public name';
  if (record !== 'DKIM') return 'Not required';
  if (key?.state === 'pending') return 'Signs when it is found';
  const until = key?.retires_at ?? null;
  return until === null ? undefined : `Needed until ${dayAndTime(new Date(until))}`;
}

/** The identity of a record among those of its domain. */
export function recordId({ record, type, name }: RecordKind & { name: string }): string {
  return `${record} ${type} ${name}`;
}

/** The expected value, in the form of the found values: an MX record with its priority. */
export function expectedValue({
  type,
  value,
  priority,
}: Pick<ShownDnsRecord, 'type' | 'value' | 'priority'>): string {
  return type === 'MX' ? `${priority ?? 0} ${value}` : value;
}
