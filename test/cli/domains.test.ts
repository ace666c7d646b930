// The commands `posthorn domains …`, against the real API.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

describe('posthorn domains', () => {
  const app = useApp();

  const createCaller = async () => {
    const { token } = await createApiKey(app.pool);
    const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    return (...args: string[]) => posthorn(['domains', ...args], { env });
  };

  it('create, get and list', async () => {
    const run = await createCaller();
    const settings = ['--custom-return-path', 'bounces', '--capabilities', '{"receiving":"enabled"}'];
    const created = expectJson(await run('create', '--name', 'ACME.dev', ...settings));
    expect(created).to.include({ object: 'domain', name: 'acme.dev', custom_return_path: 'bounces' });
    expect(expectJson(await run('get', created.id))).to.deep.equal(created);
    expect(expectJson(await run('list', '--all')).data).to.have.length(1);
  });

  it('update, verify, rotate-dkim and delete', async () => {
    const run = await createCaller();
    const created = expectJson(await run('create', '--name', 'changed.dev', '--open-tracking'));
    const updated = expectJson(await run('update', created.id, '--tls', 'enforced', '--default', 'true'));
    expect(updated).to.deep.include({ ...updated, tls: 'enforced', default: true, open_tracking: true });
    // Its first key still waits for its record, so there is nothing to replace.
    expect(expectJson(await run('rotate-dkim', created.id)).records).to.deep.equal(updated.records);
    const { id } = created;
    expect(expectJson(await run('verify', id))).to.deep.equal({ object: 'domain', id, status: 'pending' });
    expect(expectJson(await run('delete', id))).to.include({ object: 'domain', id, deleted: true });
    expectFailure(await run('get', id), 404, 'not_found');
  });

  it('reputation, and update --warm-up', async () => {
    const { accountId, token } = await createApiKey(app.pool);
    const { id, name } = await createDomain(app.pool, accountId, { isVouched: true });
    const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    const run = (...args: string[]) => posthorn(['domains', ...args], { env });
    expect(expectJson(await run('update', id, '--warm-up')).warm_up).to.include({ day: 1, capacity: 50 });
    const shown = expectJson(await run('reputation', id));
    expect(shown).to.include({ object: 'domain_reputation', id, name, status: 'good', capacity: 50 });
    expect(expectJson(await run('update', id, '--warm-up', 'false')).warm_up).to.equal(null);
  });

  it('records-csv and zone-file, and the CSV as a file', async () => {
    const run = await createCaller();
    const { id } = expectJson(await run('create', '--name', 'files.dev'));
    const { csv, filename } = expectJson(await run('records-csv', id));
    expect(filename).to.equal('files.dev-records.csv');
    expect(expectJson(await run('zone-file', id)).zone_file).to.include('_dmarc.files.dev. 3600 IN TXT');
    const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-'));
    try {
      const file = path.join(directory, 'records.csv');
      const saved = expectJson(await run('records-csv', id, '--output', file));
      expect(saved).to.deep.equal({ file, bytes: csv.length });
      expect(await readFile(file, 'utf8')).to.equal(csv);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('claim start, get and verify', async () => {
    const run = await createCaller();
    await createDomain(app.pool, (await createApiKey(app.pool)).accountId, { name: 'claimed.dev' });
    expectFailure(await run('create', '--name', 'claimed.dev'), 409, 'domain_conflict');
    const claim = expectJson(await run('claim', 'start', '--name', 'claimed.dev'));
    expect(claim).to.include({ object: 'domain_claim', name: 'claimed.dev', status: 'pending' });
    expect(expectJson(await run('claim', 'get', claim.domain_id))).to.deep.equal(claim);
    expect(expectJson(await run('claim', 'verify', claim.domain_id))).to.include({ id: claim.id });
  });
});
