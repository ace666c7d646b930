// The domains of the Node SDK of Resend, unchanged (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { succeed } from './support/succeed.ts';
import { UNKNOWN_ID, useResend } from './support/use-resend.ts';

describe('The newest SDK of Resend creates, lists, gets, updates, verifies, removes and claims domains.', () => {
  const app = useApp();
  const test = useResend(app);
  const create = (name: string) => succeed(test.resend.domains.create({ name }));

  it('creates with every option, and gets', async () => {
    const created = await succeed(
      test.resend.domains.create({
        name: 'options.dev',
        region: 'eu-west-1',
        customReturnPath: 'bounces',
        capabilities: { receiving: 'enabled' },
        openTracking: true,
        clickTracking: true,
        tls: 'enforced',
        trackingSubdomain: 'links',
      }),
    );
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
    const { data: got } = await test.resend.domains.get(created.id ?? '');
    expect(got).to.deep.include({ object: 'domain', id: created.id, ...expected });
    expect(got?.records).to.deep.equal(created.records);
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
    const first = await create('first.dev');
    const second = await create('second.dev');
    const newest = await test.resend.domains.list({ limit: 1 });
    expect(newest.data).to.include({ object: 'list', has_more: true });
    expect(newest.data?.data[0]).to.include({ id: second.id, name: 'second.dev', status: 'not_started' });
    const next = await test.resend.domains.list({ limit: 1, after: second.id });
    expect(next.data?.data.map(({ id }) => id)).to.deep.equal([first.id]);
  });

  it('updates', async () => {
    const { id } = await create('changed.dev');
    const data = await succeed(
      test.resend.domains.update({
        id,
        openTracking: true,
        clickTracking: true,
        tls: 'enforced',
        capabilities: { receiving: 'enabled' },
        trackingSubdomain: 'go',
      }),
    );
    expect(data).to.include({ object: 'domain', id });
    expect((await test.resend.domains.get(id)).data).to.deep.include({
      open_tracking: true,
      click_tracking: true,
      capabilities: { sending: 'enabled', receiving: 'enabled' },
      tracking_subdomain: 'go',
    });
  });

  it('verifies, and removes', async () => {
    const { id } = await create('verified.dev');
    const data = await succeed(test.resend.domains.verify(id));
    expect(data).to.include({ object: 'domain', id });
    expect((await test.resend.domains.get(id)).data?.status).to.equal('pending');
    expect((await test.resend.domains.remove(id)).data).to.include({
      object: 'domain',
      id,
      deleted: true,
    });
    for (const call of [
      test.resend.domains.get(id),
      test.resend.domains.verify(id),
      test.resend.domains.remove(UNKNOWN_ID),
    ])
      expect((await call).error).to.include({ name: 'not_found', statusCode: 404 });
  });

  it('claims a domain that another account has verified', async () => {
    const other = await createApiKey(app.pool);
    await createDomain(app.pool, other.accountId, { name: 'taken.dev' });
    expect((await test.resend.domains.create({ name: 'taken.dev' })).error).to.include({
      name: 'domain_conflict',
      statusCode: 409,
    });
    const claim = await succeed(test.resend.domains.claims.create({ name: 'taken.dev' }));
    expect(claim).to.include({ object: 'domain_claim', name: 'taken.dev', status: 'pending' });
    const domainId = claim.domain_id ?? expect.fail('There is no domain.');
    expect((await test.resend.domains.claims.get(domainId)).data).to.deep.equal(claim);
    expect((await test.resend.domains.claims.verify(domainId)).data).to.include({ id: claim.id });
  });
});
