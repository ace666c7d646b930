// DELETE /domains/:id (docs/reference/domains.md#delete-domainsid).
import { expect } from 'chai';
import { createCaller, useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';

describe('DELETE /domains/:id', () => {
  const app = useApp();
  const account = useAccount(app);
  const emailFrom = (name: string) => ({
    from: `ana@${name}`,
    to: 'bo@customer.dev',
    subject: 'Hello',
    text: 'Hello',
  });

  it('Answers the deletion of a domain with its id and `deleted: true`; it is not_found 404 afterwards.', async () => {
    const { id } = await createDomain(app.pool, account.accountId);
    const { status, body } = await account.api.delete(`/domains/${id.toUpperCase()}`);
    const audience_id = await defaultAudienceOf(app.pool, account.accountId);
    expect([status, body]).to.deep.equal([200, { object: 'domain', id, deleted: true, audience_id }]);
    const answers = [
      await account.api.get(`/domains/${id}`),
      await account.api.patch(`/domains/${id}`).send({ default: true }),
      await account.api.post(`/domains/${id}/verify`),
      await account.api.delete(`/domains/${id}`),
    ];
    for (const answer of answers) expect(expectError(answer, 404, 'not_found')).to.equal('Domain not found.');
    const { rows } = await app.pool.query(
      'SELECT id FROM domain_checks WHERE id = $1 UNION SELECT id FROM dkim_keys WHERE domain_id = $1',
      [id],
    );
    expect(rows).to.deep.equal([]);
  });

  it('Rejects emails from a deleted domain with validation_error 422, also with an API key that is bound to it.', async () => {
    const { id, name } = await createDomain(app.pool, account.accountId);
    const other = await createDomain(app.pool, account.accountId);
    const bound = await createApiKey(app.pool, {
      accountId: account.accountId,
      permission: 'sending_access',
      domainId: id,
    });
    const send = (from: string) => app.as(bound.token).post('/emails').send(emailFrom(from));
    await send(name).expect(200);
    await account.api.delete(`/domains/${id}`).expect(200);
    expectError(await account.api.post('/emails').send(emailFrom(name)), 422, 'validation_error');
    await createDomain(app.pool, account.accountId, { name });
    for (const from of [name, other.name]) expectError(await send(from), 422, 'validation_error');
    await account.api.post('/emails').send(emailFrom(name)).expect(200);
  });

  it('Withdraws the scheduled emails of a deleted domain, which become failed.', async () => {
    const { id } = await createDomain(app.pool, account.accountId);
    await account.api.delete(`/domains/${id}`).expect(200);
    const { rows } = await app.pool.query(
      'SELECT account_id, outcome, next_attempt_at FROM domain_withdrawals WHERE id = $1',
      [id],
    );
    expect(rows).to.deep.equal([
      { account_id: account.accountId, outcome: 'failed', next_attempt_at: app.clock.now() },
    ]);
  });

  it('Names the automations, unfinished campaigns, waiting emails and API keys of a domain.', async () => {
    const { api, read, accountId } = await createCaller(app);
    const domain = await createDomain(app.pool, accountId, { isDefault: true });
    const other = await createDomain(app.pool, accountId);
    const nothing = { automations: [], campaigns: [], scheduled_emails: 0, api_keys: [] };
    const usesOf = async ({ id }: { id: string }) => {
      const { object, id: shown, ...uses } = await read(`/domains/${id}/uses`);
      expect([object, shown]).to.deep.equal(['domain_uses', id]);
      return uses;
    };
    expect(await usesOf(domain)).to.deep.equal(nothing);
    const off = await createAutomation(app.pool, accountId, { domainId: domain.id, status: 'disabled' });
    const on = await createAutomation(app.pool, accountId, { domainId: domain.id });
    const from = `Ana <ana@${domain.name}>`;
    const campaign = await createCampaign(app.pool, accountId, { from, name: 'News' });
    await createCampaign(app.pool, accountId, { from, status: 'sent' });
    const bound = await createApiKey(app.pool, {
      accountId,
      permission: 'sending_access',
      domainId: domain.id,
    });
    for (const { name } of [domain, other])
      await api
        .post('/emails')
        .send({ ...emailFrom(name), scheduled_at: 'in 2 days' })
        .expect(200);
    const uses = await usesOf(domain);
    expect(uses).to.containSubset({
      automations: [
        { id: on.id, name: 'Factory automation', status: 'enabled' },
        { id: off.id, status: 'disabled' },
      ],
      campaigns: [{ id: campaign.id, name: 'News', status: 'sending' }],
      scheduled_emails: 1,
      api_keys: [{ id: bound.id }],
    });
    expect(uses.campaigns).to.have.length(1);
    expect(await usesOf(other)).to.deep.equal({ ...nothing, scheduled_emails: 1 });
  });

  it('Adds a deleted name again with a new key and a new id.', async () => {
    const create = async () =>
      (await account.api.post('/domains').send({ name: 'again.dev' }).expect(201)).body;
    const first = await create();
    await account.api.delete(`/domains/${first.id}`).expect(200);
    const second = await create();
    expect(second.id).to.not.equal(first.id);
    expect(second.records[0].name).to.equal(first.records[0].name);
    expect(second.records[0].value).to.not.equal(first.records[0].value);
  });
});
