// Publishing records in the development DNS over the HTTP server of the inbox, in every form that Posthorn writes, and
// what is refused. The records are asked for over DNS, as the service does.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openRecordStore, type RecordStore } from '../../../dev/dns/record-store.ts';
import { type DevelopmentDns, startDevelopmentDns } from '../../../dev/dns/start.ts';
import { type Inbox, startInbox } from '../../../dev/inbox/start.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import type { Dns } from '../../../shared/platform/net/dns/answer.ts';
import { createDns } from '../../../shared/platform/net/dns/dns.ts';
import type { ShownRecord } from '../../../shared/resources/messaging/domains/domain.ts';
import { toRecordsCsv } from '../../../shared/resources/messaging/domains/records/records-csv.ts';
import { toZoneFile } from '../../../shared/resources/messaging/domains/records/zone-file.ts';
import { failureOf } from '../../support/failure-of.ts';

const KEY = `v=DKIM1; k=rsa; p=${'Ab+/'.repeat(98)}`;
const RECORDS = [
  { name: 'ph1._domainkey.acme.dev', type: 'TXT', value: KEY, priority: null },
  { name: 'send.acme.dev', type: 'MX', value: 'mail.posthorn.dev', priority: 10 },
  { name: 'send.acme.dev', type: 'TXT', value: 'v=spf1 a:mail.posthorn.dev ~all', priority: null },
  { name: '_dmarc.acme.dev', type: 'TXT', value: 'v=DMARC1; p="x\\y";', priority: null },
  { name: 'links.acme.dev', type: 'CNAME', value: 'mail.posthorn.dev', priority: null },
];

describe('Records of the development DNS', () => {
  const log = createLog({ level: 'silent', process: 'test' });
  let directory: string;
  let store: RecordStore;
  let server: DevelopmentDns;
  let inbox: Inbox;
  let dns: Dns;
  const file = () => path.join(directory, 'dns-records.json');
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-dns-'));
    store = await openRecordStore(file());
    server = await startDevelopmentDns({ find: store.find, host: '127.0.0.1', port: 0 });
    inbox = await startInbox({ smtpPort: 0, httpPort: 0, dnsRecords: store, log });
    dns = createDns({ servers: [server.address], reach: 'public' });
  });
  afterEach(async () => {
    await Promise.all([inbox.stop(), server.close()]);
    await rm(directory, { recursive: true });
  });

  const call = async (
    method: string,
    { query = '', type = 'application/json', body = undefined as unknown } = {},
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${inbox.url}/dns/records${query}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': type }, body: text }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const post = (body: unknown, type?: string) => call('POST', { body, ...(type && { type }) });
  const list = async () => (await call('GET')).body['data'];

  const expectPublished = async () => {
    expect(await list()).to.have.deep.members(RECORDS);
    expect(await dns.txt('ph1._domainkey.acme.dev')).to.deep.equal({ kind: 'found', values: [KEY] });
    expect(await dns.txt('_dmarc.acme.dev')).to.deep.equal({ kind: 'found', values: [RECORDS[3]?.value] });
    expect(await dns.cname('links.acme.dev')).to.deep.equal({ kind: 'found', values: ['mail.posthorn.dev'] });
    expect((await dns.about('acme.dev').mx('send.acme.dev'))[0]?.answer).to.deep.equal({
      kind: 'found',
      values: [{ exchange: 'mail.posthorn.dev', priority: 10 }],
    });
  };
  const written = RECORDS as {
    name: string;
    type: 'TXT' | 'MX' | 'CNAME';
    value: string;
    priority: number | null;
  }[];

  it('are published from a domain as the API answers it', async () => {
    const records = RECORDS.map((record) => ({
      ...record,
      record: 'DKIM',
      host: 'x',
      ttl: 'Auto',
      found: [],
    }));
    const { status, body } = await post({ object: 'domain', name: 'acme.dev', records });
    expect({ status, data: body['data'] }).to.deep.equal({ status: 200, data: RECORDS });
    await expectPublished();
  });

  it('are published from records-csv, as a file and as JSON', async () => {
    const csv = toRecordsCsv(
      written.map((record) => ({ ...record, record: 'SPF', host: 'x' })) as ShownRecord[],
    );
    expect((await post(csv, 'text/csv')).status).to.equal(200);
    await expectPublished();
    await call('DELETE');
    expect((await post({ object: 'domain_records_csv', csv })).status).to.equal(200);
    await expectPublished();
  });

  it('are published from a zone file, as text and as JSON', async () => {
    const zone = `; a comment\n\n${toZoneFile(written).join('\n')}\n`;
    expect((await post(zone, 'text/plain')).status).to.equal(200);
    await expectPublished();
    await call('DELETE');
    expect((await post({ object: 'domain_zone_file', zone_file: zone })).status).to.equal(200);
    await expectPublished();
  });

  it('may be TLSA, and an MX of a domain that takes no mail', async () => {
    const zone = '_25._tcp.mx.acme.dev. 3600 IN TLSA 3 1 1 ( 0AFF )\nacme.dev. IN MX 0 .'.replace(
      /[()] ?/g,
      '',
    );
    const { status } = await post(zone, 'text/plain');
    expect(status).to.equal(200);
    const data = [
      { name: '_25._tcp.mx.acme.dev', type: 'TLSA', value: '3 1 1 0AFF', priority: null },
      { name: 'acme.dev', type: 'MX', value: '.', priority: 0 },
    ];
    expect(await list()).to.deep.equal(data);
    expect((await dns.about('acme.dev').mx('acme.dev'))[0]?.answer).to.deep.equal({
      kind: 'found',
      values: [{ exchange: '', priority: 0 }],
    });
    expect(
      (await post({ records: [{ ...data[0], value: '3 1 1 0a ff' }] })).body['data'],
    ).to.have.nested.property('[0].value', '3 1 1 0aff');
  });

  it('replace those of the same name and type, and no others', async () => {
    await post({ records: RECORDS });
    const record = { name: 'send.acme.dev', type: 'TXT', value: 'v=spf1 -all' };
    await post({ records: [record] });
    expect(await dns.txt('send.acme.dev')).to.deep.equal({ kind: 'found', values: ['v=spf1 -all'] });
    expect(((await list()) as unknown[]).length).to.equal(RECORDS.length);
  });

  it('make the zone of their domain, which has an SOA and a name server', async () => {
    expect((await dns.ns('acme.dev')).kind).to.equal('unanswered');
    await post({ records: [{ name: 'a.b.mail.acme.co.uk.', type: 'A', value: '192.0.2.1' }] });
    expect(await dns.ns('acme.co.uk')).to.deep.equal({ kind: 'found', values: ['ns.posthorn.local'] });
    expect(await dns.txt('acme.co.uk')).to.deep.equal({ kind: 'absent' });
    expect((await dns.txt('other.co.uk')).kind).to.equal('unanswered');
  });

  it('are withdrawn by name, or all at once', async () => {
    await post({ records: RECORDS });
    const { body } = await call('DELETE', { query: '?name=Send.acme.dev.' });
    expect(body).to.deep.equal({ object: 'dns_records', deleted: true, count: 2 });
    expect(await dns.txt('send.acme.dev')).to.deep.equal({ kind: 'absent' });
    expect((await call('DELETE', { query: '?name=send.acme.dev' })).status).to.equal(404);
    expect((await call('DELETE')).body['count']).to.equal(3);
    expect(await list()).to.deep.equal([]);
    expect((await dns.txt('_dmarc.acme.dev')).kind).to.equal('unanswered');
  });

  it('are there after a restart, in a file that only its owner may read', async () => {
    await post({ records: RECORDS });
    expect((await stat(file())).mode & 0o777).to.equal(0o600);
    const again = await openRecordStore(file());
    expect(again.list()).to.deep.equal(store.list());
    expect(again.find('links.acme.dev', 'CNAME').answers).to.have.length(1);
    await call('DELETE');
    expect(JSON.parse(await readFile(file(), 'utf8'))).to.deep.equal({ records: [] });
    expect((await openRecordStore(file())).list()).to.deep.equal([]);
  });

  for (const text of ['', '{', '{"records": [{"name": "dev"}]}', '{"records": 7}']) {
    it(`are not read from a file that holds ${JSON.stringify(text)}, and the file is named`, async () => {
      await writeFile(file(), text);
      const error = await failureOf(openRecordStore(file()));
      expect(error).to.have.property('name', 'StartError');
      expect(error.message).to.include(file());
    });
  }

  const good = { name: 'acme.dev', type: 'TXT', value: 'x' };
  const refused: [string, unknown, string?][] = [
    ['no body', ''],
    ['no JSON', '{'],
    ['null', null],
    ['an empty object', {}],
    ['a list', [good]],
    ['no records', { records: [] }],
    ['records that are none', { records: 'x' }],
    ['a record without a name', { records: [{ type: 'TXT', value: 'x' }] }],
    ['an unknown type', { records: [{ ...good, type: 'SRV' }] }],
    ['an SOA', { records: [{ ...good, type: 'SOA' }] }],
    ['a top-level domain', { records: [{ ...good, name: 'dev' }] }],
    ['a public suffix', { records: [{ ...good, name: 'co.uk' }] }],
    ['an empty name', { records: [{ ...good, name: '' }] }],
    ['a name with spaces', { records: [{ ...good, name: 'a b.dev' }] }],
    ['a name with an empty label', { records: [{ ...good, name: 'a..dev' }] }],
    ['a label of 64 characters', { records: [{ ...good, name: `${'a'.repeat(64)}.dev` }] }],
    ['a name of 254 characters', { records: [{ ...good, name: `${'a.'.repeat(125)}dev.x` }] }],
    ['__proto__', { records: [{ ...good, name: '__proto__' }] }],
    ['an IPv6 address in an A record', { records: [{ ...good, type: 'A', value: '::1' }] }],
    ['an IPv4 address in an AAAA record', { records: [{ ...good, type: 'AAAA', value: '127.0.0.1' }] }],
    ['no host in an MX record', { records: [{ ...good, type: 'MX', value: 'a b' }] }],
    ['a priority of 65,536', { records: [{ ...good, type: 'MX', value: 'a.dev', priority: 65_536 }] }],
    ['a CAA record without its parts', { records: [{ ...good, type: 'CAA', value: 'ca.example' }] }],
    ['a TLSA record without its data', { records: [{ ...good, type: 'TLSA', value: '3 1 1' }] }],
    ['half an octet in a TLSA record', { records: [{ ...good, type: 'TLSA', value: '3 1 1 abc' }] }],
    ['a usage of 256', { records: [{ ...good, type: 'TLSA', value: '256 1 1 ab' }] }],
    ['a dot as an alias', { records: [{ ...good, type: 'CNAME', value: '.' }] }],
    ['a text of 64 KB', { records: [{ ...good, value: 'x'.repeat(65_536) }] }],
    ['1,001 records', { records: Array.from({ length: 1_001 }, () => good) }],
    ['CSV without a header', 'acme.dev,TXT,x', 'text/csv'],
    ['CSV without rows', 'name,type,value', 'text/csv'],
    ['a zone file with a line that is none', 'acme.dev. IN TXT "x"\nhello', 'text/plain'],
    ['a priority in a zone file that is no number', 'acme.dev. IN MX first a.dev.', 'text/plain'],
    ['another media type', 'x', 'application/xml'],
  ];
  for (const [what, body, type] of refused) {
    it(`refuse ${what}, and nothing is published`, async () => {
      const { status, body: error } = await post(body, type);
      expect(status).to.be.within(400, 422);
      expect(error).to.include({ statusCode: status, name: 'validation_error' });
      expect(await list()).to.deep.equal([]);
    });
  }

  it('refuse a body of more than 2 MB with 413', async () => {
    const { status, body } = await post({ records: [{ ...good, value: 'x'.repeat(2_200_000) }] });
    expect({ status, name: body['name'] }).to.deep.equal({ status: 413, name: 'validation_error' });
  });

  it('refuse two names to withdraw', async () => {
    expect((await call('DELETE', { query: '?name=a.dev&name=b.dev' })).status).to.equal(422);
  });

  it('refuse pages of other origins', async () => {
    const answer = await fetch(`${inbox.url}/dns/records`, {
      method: 'POST',
      headers: { origin: 'https://evil.dev', 'content-type': 'text/plain' },
      body: 'acme.dev. IN TXT "x"',
    });
    expect(answer.status).to.equal(403);
    expect(await list()).to.deep.equal([]);
  });
});
