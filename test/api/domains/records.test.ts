// GET /domains/:id/records-csv and /domains/:id/zone-file (docs/reference/domains.md#the-records-as-files).
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { useApp } from '../../support/app.ts';
import { createApiKey } from '../../support/factories.ts';

interface Shown {
  record: string;
  name: string;
  host: string;
  type: string;
  value: string;
  priority: number | null;
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
  let api: ReturnType<typeof app.as>;
  let id: string;
  let records: Shown[];
  beforeEach(async () => {
    api = app.as((await createApiKey(app.pool)).token);
    const { body } = await api.post('/domains').send(SETTINGS).expect(201);
    ({ id, records } = body);
    expect(records).to.have.length(6);
  });

  it('Answers the records of a domain as CSV with a header, in JSON and, to a request that accepts text/csv, as a file.', async () => {
    const { body } = await api.get(`/domains/${id}/records-csv`).set('Accept', '*/*');
    const { csv, ...rest } = body;
    expect(rest).to.deep.equal({ object: 'domain_records_csv', id, filename: 'mail.acme.dev-records.csv' });
    const [header, ...rows] = parse(csv) as string[][];
    expect(header).to.deep.equal(['name', 'type', 'value', 'priority', 'ttl', 'record', 'host']);
    expect(
      rows.map(([name, type, value = '', ...others]) => [name, type, joined(value), ...others]),
    ).to.deep.equal(
      records.map(({ name, type, value, priority, record, host }) => [
        name,
        type,
        value,
        String(priority ?? ''),
        '3600',
        record,
        host,
      ]),
    );
    const file = await api.get(`/domains/${id}/records-csv`).set('Accept', 'text/csv');
    expect(file.headers['content-type']).to.equal('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).to.include('filename="mail.acme.dev-records.csv"');
    expect(file.text).to.equal(csv);
  });

  it('Answers the records of a domain as lines of a zone file.', async () => {
    const { zone_file, ...rest } = (await api.get(`/domains/${id}/zone-file`)).body;
    expect(rest).to.deep.equal({ object: 'domain_zone_file', id, filename: 'mail.acme.dev.zone' });
    const [, mx, spf, ...others] = zone_file.split('\n');
    const [, , { value: text }] = records as [Shown, Shown, Shown];
    expect(mx).to.equal(`send.mail.acme.dev. 3600 IN MX 10 ${records[1]?.value}.`);
    expect(spf).to.equal(`send.mail.acme.dev. 3600 IN TXT "${text}"`);
    expect(others).to.deep.equal([
      '_dmarc.mail.acme.dev. 3600 IN TXT "v=DMARC1; p=none;"',
      `mail.acme.dev. 3600 IN MX 10 ${records[1]?.value}.`,
      `links.mail.acme.dev. 3600 IN CNAME ${records[5]?.value}.`,
      '',
    ]);
  });

  it('Writes the text of a TXT record in both files as quoted strings of up to 255 characters.', async () => {
    const { csv } = (await api.get(`/domains/${id}/records-csv`)).body;
    const { zone_file } = (await api.get(`/domains/${id}/zone-file`)).body;
    const [, [, , inCsv = ''] = []] = parse(csv) as string[][];
    const inZone = zone_file.split('\n')[0].replace(/^\S+ 3600 IN TXT /, '');
    for (const strings of [inCsv, inZone]) {
      expect(strings).to.match(/^"[^"]{255}" "[^"]{1,255}"$/);
      expect(joined(strings)).to.equal(records[0]?.value);
    }
  });
});
