// The domains of the Node SDK of Resend, unchanged (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { Resend } from 'resend';
import { useApp } from '../support/app.ts';
import { createApiKey, createDomain } from '../support/factories.ts';

const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';

describe('The newest SDK of Resend creates, lists, gets, updates, verifies, removes and claims domains.', () => {
  const app = useApp();
  let resend: Resend;
  beforeEach(async () => {
    const { token } = await createApiKey(app.pool);
    resend = new Resend(token, { baseUrl: app.url });
  });
  const create = async (name: string) => {
    const { data, error } = await resend.domains.create({ name });
    expect(error).to.equal(null);
    return data ?? expect.fail('There is no domain.');
  };

  it('creates with every option, and gets', async () => {
    const { data: created, error } = await resend.domains.create({
      name: 'options.dev',
      region: 'eu-west-1',
      customReturnPath: 'bounces',
      capabilities: { receiving: 'enabled' },
      openTracking: true,
      clickTracking: true,
      tls: 'enforced',
      trackingSubdomain: 'links',
    });
    expect(error).to.equal(null);
    const expected = {
      name: 'options.dev',
      status: 'not_started',
      region: 'eu-west-1',
      open_tracking: true,
      click_tracking: true,
      tracking_subdomain: 'links',
      capabilities: { sending: 'enabled', receiving: 'enabled' },
    };
    expect(created).to.deep.include(expected);
    const { data: got } = await resend.domains.get(created?.id ?? '');
    expect(got).to.deep.include({ object: 'domain', id: created?.id, ...expected });
    expect(got?.records).to.deep.equal(created?.records);
    expect(got?.records.map(({ record, type, ttl }) => `${record} ${type} ${ttl}`)).to.deep.equal([
      'DKIM TXT Auto',
      'SPF MX Auto',
      'SPF TXT Auto',
      'DMARC TXT Auto',
      'Receiving MX Auto',
      'Tracking CNAME Auto',
    ]);
    expect(new Date(got?.created_at ?? '').toISOString()).to.equal(got?.created_at);
  });

  it('lists, by page', async () => {
    const [first, second] = [await create('first.dev'), await create('second.dev')];
    const newest = await resend.domains.list({ limit: 1 });
    expect(newest.data).to.include({ object: 'list', has_more: true });
    expect(newest.data?.data[0]).to.include({ id: second.id, name: 'second.dev', status: 'not_started' });
    const next = await resend.domains.list({ limit: 1, after: second.id });
    expect(next.data?.data.map(({ id }) => id)).to.deep.equal([first.id]);
  });

  it('updates', async () => {
    const { id } = await create('changed.dev');
    const { data, error } = await resend.domains.update({
      id,
      openTracking: true,
      clickTracking: true,
      tls: 'enforced',
      capabilities: { receiving: 'enabled' },
      trackingSubdomain: 'go',
    });
    expect(error).to.equal(null);
    expect(data).to.include({ object: 'domain', id });
    expect((await resend.domains.get(id)).data).to.deep.include({
      open_tracking: true,
      click_tracking: true,
      capabilities: { sending: 'enabled', receiving: 'enabled' },
      tracking_subdomain: 'go',
    });
  });

  it('verifies, and removes', async () => {
    const { id } = await create('verified.dev');
    const { data, error } = await resend.domains.verify(id);
    expect(error).to.equal(null);
    expect(data).to.include({ object: 'domain', id });
    expect((await resend.domains.get(id)).data?.status).to.equal('pending');
    expect((await resend.domains.remove(id)).data).to.deep.equal({ object: 'domain', id, deleted: true });
    for (const call of [resend.domains.get(id), resend.domains.verify(id), resend.domains.remove(UNKNOWN_ID)])
      expect((await call).error).to.include({ name: 'not_found', statusCode: 404 });
  });

  it('claims a domain that another account has verified', async () => {
    const other = await createApiKey(app.pool);
    await createDomain(app.pool, other.accountId, { name: 'taken.dev' });
    expect((await resend.domains.create({ name: 'taken.dev' })).error).to.include({
      name: 'domain_conflict',
      statusCode: 409,
    });
    const { data: claim, error } = await resend.domains.claims.create({ name: 'taken.dev' });
    expect(error).to.equal(null);
    expect(claim).to.include({ object: 'domain_claim', name: 'taken.dev', status: 'pending' });
    const domainId = claim?.domain_id ?? expect.fail('There is no domain.');
    expect((await resend.domains.claims.get(domainId)).data).to.deep.equal(claim);
    expect((await resend.domains.claims.verify(domainId)).data).to.include({ id: claim?.id });
  });
});
