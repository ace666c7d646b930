// The press of the dashboard that publishes the records of a domain (docs/reference/pages.md#the-dashboard), with the
// development DNS of `npm start`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openRecordStore, type RecordStore } from '../../../dev/dns/record-store.ts';
import { type Inbox, startInbox } from '../../../dev/inbox/start.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createDomain } from '../../support/factories/factories.ts';

describe('The development DNS in the dashboard', () => {
  let directory: string;
  let dnsRecords: RecordStore;
  let inbox: Inbox;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-dns-'));
    dnsRecords = await openRecordStore(path.join(directory, 'dns-records.json'));
    const log = createLog({ level: 'silent', process: 'test' });
    inbox = await startInbox({ smtpPort: 0, httpPort: 0, dnsRecords, log });
  });
  after(async () => {
    await inbox.stop();
    await rm(directory, { recursive: true });
  });
  const app = useApp({ config: () => ({ developmentDnsUrl: `${inbox.url}/dns/records` }) });
  const without = useApp();

  it('Publishes the records of a domain in the development DNS for members, and has no such path without one.', async () => {
    const { api, accountId } = await enter(app, { role: 'member' });
    const { id } = await createDomain(app.pool, accountId, { name: 'acme.dev' });
    const publish = (domainId = id) => api.post(`/app/development-dns/${domainId}`);
    const { body } = await publish().expect(200);
    expect(body).to.deep.equal({ object: 'domain', id });
    expect(dnsRecords.list().map(({ name, type }) => `${name} ${type}`)).to.have.members([
      'ph1._domainkey.acme.dev TXT',
      'send.acme.dev MX',
      'send.acme.dev TXT',
      '_dmarc.acme.dev TXT',
    ]);
    const { id: foreign } = await createDomain(app.pool, (await enter(app)).accountId);
    for (const unknown of [foreign, 'x']) expectError(await publish(unknown), 404, 'not_found');
    const viewer = await enter(app, { role: 'viewer', accountId });
    expectError(await viewer.api.post(`/app/development-dns/${id}`), 403, 'view_only_member');
    expectError(await app.as().post(`/app/development-dns/${id}`), 401, 'missing_api_key');
    const other = await enter(without);
    await other.api.post(`/app/development-dns/${id}`).expect(404);
  });

  it('Answers 503 while the development DNS does not take the records.', async () => {
    const { api, accountId } = await enter(app);
    // The development DNS takes names that a DNS can have, and this one is none.
    const { id } = await createDomain(app.pool, accountId, { name: 'no spaces.dev' });
    expectError(await api.post(`/app/development-dns/${id}`), 503, 'application_error');
  });
});
