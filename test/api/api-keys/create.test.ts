// POST /api-keys (docs/reference/api-keys.md#post-api-keys).
import { expect } from 'chai';
import { API_KEY_NAME_MAX_LENGTH, API_KEYS_MAX } from '../../../shared/contract/limits.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { insertMany } from '../../support/factories/insert-many.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const FREE = 3;
const AT_A_TIME = 10;

describe('POST /api-keys', () => {
  const app = useApp();
  const member = usePerson(app, { role: 'member' });
  const create = (body?: object) => member.api.post('/api-keys').send(body);
  const count = async () =>
    (await app.pool.query('SELECT FROM api_keys WHERE account_id = $1', [member.accountId])).rowCount;

  it('Creates an API key with the given fields and answers 201 with its record and, only here, the key itself in `token`.', async () => {
    const { id: domainId } = await createDomain(app.pool, member.accountId);
    const expiresAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    const name = 'n'.repeat(API_KEY_NAME_MAX_LENGTH);
    const fields = { permission: 'sending_access', domain_id: domainId, expires_at: expiresAt };
    const ranges = ['192.0.2.1', '10.1.2.3/8', '2001:db8::1/32', '10.0.0.0/8'];
    const { status, body } = await create({ ...fields, name: ` ${name} `, allowed_addresses: ranges });
    expect(status, JSON.stringify(body)).to.equal(201);
    const { id, token, ...rest } = body;
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(token).to.match(/^ph_[0-9A-Za-z]{32}$/);
    expect(rest).to.deep.equal({
      object: 'api_key',
      ...fields,
      name,
      prefix: token.slice(0, 8),
      created_at: app.clock.now().toISOString(),
      last_used_at: null,
      allowed_addresses: ['192.0.2.1/32', '10.0.0.0/8', '2001:db8::/32'],
    });
    const seen = [(await member.api.get(`/api-keys/${id}`)).text, (await member.api.get('/api-keys')).text];
    for (const text of seen) expect(text).to.include(id).and.not.include(token.slice(8));
  });

  it('Creates a full-access API key without restrictions from a name alone.', async () => {
    const nothing = { permission: null, domain_id: null, expires_at: null, allowed_addresses: null };
    for (const more of [{}, nothing]) {
      const { body } = await create({ name: 'Shop', ...more });
      expect(body).to.include({ ...nothing, permission: 'full_access' });
    }
  });

  it('Accepts a created API key with the next request, within its restrictions.', async () => {
    const free = (await create({ name: 'a', expires_at: 'in 2 days' })).body;
    expect((await app.as(free.token).get('/domains')).status).to.equal(200);
    const sending = (await create({ name: 'b', permission: 'sending_access' })).body;
    expectError(await app.as(sending.token).get('/domains'), 401, 'restricted_api_key');
    const elsewhere = (await create({ name: 'c', allowed_addresses: ['192.0.2.0/24'] })).body;
    expectError(await app.as(elsewhere.token).get('/domains'), 403, 'invalid_api_key');
  });

  it('Binds an API key with sending_access to a domain of the account, and rejects any other domain with not_found 404.', async () => {
    const permission = 'sending_access';
    const { id } = await createDomain(app.pool, member.accountId);
    const bound = await create({ name: 'Shop', permission, domain_id: id.toUpperCase() });
    expect(bound.body).to.include({ domain_id: id });
    const foreign = await createDomain(app.pool, (await createAccount(app.pool)).id, { name: 'other.dev' });
    for (const domainId of [foreign.id, UNKNOWN_ID]) {
      const answer = await create({ name: 'Shop', permission, domain_id: domainId });
      expectError(answer, 404, 'not_found');
      expect(answer.body.field).to.equal('domain_id');
    }
    expect(await count()).to.equal(1);
  });

  it('Creates up to 500 API keys per account, revoked ones not counted, and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(API_KEYS_MAX).to.equal(500);
    const revoked = (await create({ name: 'Revoked' })).body;
    await member.api.delete(`/api-keys/${revoked.id}`);
    await insertMany(app.pool, 'api_keys', [member.accountId], API_KEYS_MAX - FREE);
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => create({ name: 'Shop' })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 500 API keys');
    expect(await count()).to.equal(API_KEYS_MAX + 1);
  });
});
