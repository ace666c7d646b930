// GET and PATCH /api-keys/:id (docs/reference/api-keys.md#get-and-patch-api-keysid).
import { expect } from 'chai';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';

describe('PATCH /api-keys/:id', () => {
  const app = useApp();
  const member = usePerson(app, { role: 'member' });
  const update = (id: string, body: object) => member.api.patch(`/api-keys/${id}`).send(body);
  const read = async (id: string) => (await member.api.get(`/api-keys/${id}`)).body;
  const createBound = async () => {
    const { accountId } = member;
    const { id: domainId } = await createDomain(app.pool, accountId);
    const permission = 'sending_access';
    const expiresAt = new Date('2999-01-01T00:00:00.000Z');
    const allowedAddresses = ['127.0.0.0/8'];
    return await createApiKey(app.pool, { accountId, permission, domainId, expiresAt, allowedAddresses });
  };

  it('Answers an API key by its id, with its restrictions but without the key itself.', async () => {
    const { id, token } = await createBound();
    const { status, body, text } = await member.api.get(`/api-keys/${id.toUpperCase()}`);
    expect(status).to.equal(200);
    expect(body).to.have.all.keys(
      'object',
      'id',
      'name',
      'prefix',
      'permission',
      'domain_id',
      'created_at',
      'last_used_at',
      'expires_at',
      'allowed_addresses',
    );
    expect(body).to.deep.include({
      object: 'api_key',
      id,
      name: 'Factory key',
      expires_at: '2999-01-01T00:00:00.000Z',
      allowed_addresses: ['127.0.0.0/8'],
    });
    expect(text).not.to.include(token.slice(8));
  });

  it('Changes the given fields of an API key, from its next request on, and leaves the others unchanged.', async () => {
    const { id, token } = await createApiKey(app.pool, { accountId: member.accountId });
    const before = await read(id);
    for (const change of [
      { name: 'Shop' },
      { permission: 'sending_access' },
      { expires_at: '2999-01-01T00:00:00.000Z' },
      { allowed_addresses: ['127.0.0.1/32'] },
    ]) {
      Object.assign(before, change);
      const { status, body } = await update(id, change);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.deep.equal(before);
      expect(await read(id)).to.deep.equal(before);
    }
    expectError(await app.as(token).get('/domains'), 401, 'restricted_api_key');
    await update(id, { allowed_addresses: ['192.0.2.1'] });
    expectError(await app.as(token).get('/domains'), 403, 'invalid_api_key');
  });

  it('Removes a restriction of an API key that is null in a change.', async () => {
    const { id } = await createBound();
    for (const field of ['domain_id', 'expires_at', 'allowed_addresses']) {
      expect((await read(id))[field]).not.to.equal(null);
      expect((await update(id, { [field]: null })).body[field]).to.equal(null);
    }
  });

  it('Rejects full access for an API key that is bound to a domain with validation_error 422, unless the change removes the binding.', async () => {
    const { id } = await createBound();
    const domainId = (await read(id)).domain_id;
    const answer = await update(id, { permission: 'full_access' });
    expectError(answer, 422, 'validation_error');
    expect(answer.body.field).to.equal('permission');
    const unbound = await update(id, { permission: 'full_access', domain_id: null });
    expect(unbound.body).to.include({ permission: 'full_access', domain_id: null });
    const bound = await update(id, { domain_id: domainId });
    expectError(bound, 422, 'validation_error');
    expect(bound.body.field).to.equal('domain_id');
  });
});
