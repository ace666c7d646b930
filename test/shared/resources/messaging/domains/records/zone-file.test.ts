// DNS records as lines of a zone file and as CSV.
import { expect } from 'chai';
import { toRecordsCsv } from '../../../../../../shared/resources/messaging/domains/records/records-csv.ts';
import { toZoneFile } from '../../../../../../shared/resources/messaging/domains/records/zone-file.ts';

const TEXT = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`;
const RECORDS = [
  { name: 'ph1._domainkey.acme.dev', type: 'TXT', value: TEXT, priority: null },
  { name: 'send.acme.dev', type: 'MX', value: 'mail.posthorn.dev', priority: 10 },
  { name: 'send.acme.dev', type: 'TXT', value: 'v=spf1 "x\\y" ~all', priority: null },
  { name: 'links.acme.dev', type: 'CNAME', value: 'posthorn.dev', priority: null },
] as const;

describe('DNS records', () => {
  it('are written as lines of a zone file, with strings of up to 255 characters', () => {
    const [first = '', ...others] = toZoneFile(RECORDS);
    expect(others).to.deep.equal([
      'send.acme.dev. 3600 IN MX 10 mail.posthorn.dev.',
      'send.acme.dev. 3600 IN TXT "v=spf1 \\"x\\\\y\\" ~all"',
      'links.acme.dev. 3600 IN CNAME posthorn.dev.',
    ]);
    const strings = [...first.matchAll(/"([^"]*)"/g)].map(([, string = '']) => string);
    expect(strings.map(({ length }) => length)).to.deep.equal([255, TEXT.length - 255]);
    expect(strings.join('')).to.equal(TEXT);
  });

  it('are written as CSV, whose quotes are doubled', () => {
    const shown = RECORDS.slice(1).map((record) => ({
      ...record,
      record: 'SPF' as const,
      host: 'send',
      isRequired: true,
      status: 'pending' as const,
      found: [],
      detail: null,
      problem: null,
      lastSeenAt: null,
      key: null,
    }));
    expect(toRecordsCsv(shown).split('\r\n')).to.deep.equal([
      'name,type,value,priority,ttl,record,host',
      'send.acme.dev,MX,mail.posthorn.dev,10,3600,SPF,send',
      'send.acme.dev,TXT,"""v=spf1 \\""x\\\\y\\"" ~all""",,3600,SPF,send',
      'links.acme.dev,CNAME,posthorn.dev,,3600,SPF,send',
      '',
    ]);
  });
});
