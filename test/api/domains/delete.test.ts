// DELETE /domains/:id (docs/reference/domains.md#delete-domainsid).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
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
    const [{ id, name }, other] = [
      await createDomain(app.pool, account.accountId),
      await createDomain(app.pool, account.accountId),
    ];
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
