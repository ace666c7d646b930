// DNS records of a domain as its page has them, for tests of what the page says of them.
import type { ShownDnsRecord } from '../../dashboard/resources/domains/records/purpose.ts';

export const DKIM_TEXT = `v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIB${'CgKCAQEAx3'.repeat(33)}IDAQAB`;

/** The record of a first DKIM key, of which DNS has something else. */
export function dnsRecordOf(changes: Partial<ShownDnsRecord> = {}): ShownDnsRecord {
  return {
    record: 'DKIM',
    name: 'ph1._domainkey.acme.dev',
    host: 'ph1._domainkey',
    type: 'TXT',
    ttl: 'Auto',
    status: 'pending',
    value: DKIM_TEXT,
    priority: null,
    required: true,
    key: null,
    found: [],
    detail: 'Something is wrong.',
    problem: 'different',
    last_seen_at: null,
    ...changes,
  };
}

export const SPF_FIELDS = {
  record: 'SPF',
  name: 'send.acme.dev',
  host: 'send',
  value: 'v=spf1 a:mail.posthorn.dev ~all',
} as const;
export const MX_FIELDS = { ...SPF_FIELDS, type: 'MX', value: 'mail.posthorn.dev', priority: 10 } as const;
export const CNAME_FIELDS = {
  record: 'Tracking',
  name: 'links.mail.acme.dev',
  host: 'links.mail',
  type: 'CNAME',
  value: 'posthorn.dev',
  required: false,
} as const;
export const DMARC_FIELDS = {
  record: 'DMARC',
  name: '_dmarc.acme.dev',
  host: '_dmarc',
  value: 'v=DMARC1; p=none;',
  required: false,
} as const;
