// GET /domains/:id/records-csv and /domains/:id/zone-file (docs/reference/domains.md#the-records-as-files).
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import type { WantedRecord } from './support/publish-records.ts';

interface Shown extends WantedRecord {
  record: string;
  host: string;
}

const SETTINGS = {
  name: 'mail.acme.dev',
  capabilities: { receiving: 'enabled' },
  tracking_subdomain: 'links',
};

/** The text of quoted strings. */
const joined = (strings: string) => strings.replace(/^"|"$/g, '').replaceAll('" "', '');

describe('The records of a domain as files', () => {
  const app = useApp();
  const domain = useEach(async () => {
    const { api, read } = await createCaller(app);
    const { body } = await api.post('/domains').send(SETTINGS).expect(201);
    const { id } = body;
    const records = body.records as Shown[];
    expect(records).to.have.length(6);
    /** `file` is records-csv or zone-file. */
    const ask = (file: string, accept: string) => api.get(`/domains/${id}/${file}`).set('Accept', accept);
    return { id, records, ask, show: (file: string) => read(`/domains/${id}/${file}`) };
  });

  it('Answers the records of a domain as CSV with a header, in JSON and, to a request that accepts text/csv, as a file.', async () => {
    const { body } = await domain.ask('records-csv', '*/*');
    const { csv, ...rest } = body;
    expect(rest).to.deep.equal({
      object: 'domain_records_csv',
      id: domain.id,
      filename: 'mail.acme.dev-records.csv',
    });
    const [header, ...rows] = parse(csv) as string[][];
    expect(header).to.deep.equal(['name', 'type', 'value', 'priority', 'ttl', 'record', 'host']);
    expect(
      rows.map(([name, type, value = '', ...others]) => [name, type, joined(value), ...others]),
    ).to.deep.equal(
      domain.records.map(({ name, type, value, priority, record, host }) => [
        name,
        type,
        value,
        String(priority ?? ''),
        '3600',
        record,
        host,
      ]),
    );
    const file = await domain.ask('records-csv', 'text/csv');
    expect(file.headers['content-type']).to.equal('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).to.include('filename="mail.acme.dev-records.csv"');
    expect(file.text).to.equal(csv);
  });

  it('Answers the records of a domain as lines of a zone file.', async () => {
    const { zone_file, ...rest } = await domain.show('zone-file');
    expect(rest).to.deep.equal({ object: 'domain_zone_file', id: domain.id, filename: 'mail.acme.dev.zone' });
    const [, mx, spf, ...others] = zone_file.split('\n');
    const [, , { value: text }] = domain.records as [Shown, Shown, Shown];
    expect(mx).to.equal(`send.mail.acme.dev. 3600 IN MX 10 ${domain.records[1]?.value}.`);
    expect(spf).to.equal(`send.mail.acme.dev. 3600 IN TXT "${text}"`);
    expect(others).to.deep.equal([
      '_dmarc.mail.acme.dev. 3600 IN TXT "v=DMARC1; p=none;"',
      `mail.acme.dev. 3600 IN MX 10 ${domain.records[1]?.value}.`,
      `links.mail.acme.dev. 3600 IN CNAME ${domain.records[5]?.value}.`,
      '',
    ]);
  });

  it('Writes the text of a TXT record in both files as quoted strings of up to 255 characters.', async () => {
    const { csv } = await domain.show('records-csv');
    const { zone_file } = await domain.show('zone-file');
    const [, [, , inCsv = ''] = []] = parse(csv) as string[][];
    const inZone = zone_file.split('\n')[0].replace(/^\S+ 3600 IN TXT /, '');
    for (const strings of [inCsv, inZone]) {
      expect(strings).to.match(/^"[^"]{255}" "[^"]{1,255}"$/);
      expect(joined(strings)).to.equal(domain.records[0]?.value);
    }
  });
});
