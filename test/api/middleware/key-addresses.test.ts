// The address list of an API key, an IP allow-list (docs/reference/api-keys.md#restricted-keys).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { createSender } from '../emails/sender.ts';

describe('The address list of an API key', () => {
  // One proxy is trusted, so that a test can choose the address of its client.
  const app = useApp({ config: { trustProxy: 1 } });
  const askFrom = (token: string, address: string) =>
    app.as(token).get('/domains').set('X-Forwarded-For', address);

  it('Accepts an API key without an address list from every address.', async () => {
    const { token } = await createApiKey(app.pool);
    for (const address of ['192.0.2.1', '2001:db8::1', 'unknown'])
      expect((await askFrom(token, address)).status).to.equal(200);
  });

  const list = ['192.0.2.7/32', '198.51.100.0/24', '2001:db8:1::/48'];
  it('Accepts an API key with an address list from the addresses and ranges on the list.', async () => {
    const { token } = await createApiKey(app.pool, { allowedAddresses: list });
    for (const address of [
      '192.0.2.7',
      '192.0.2.7:4711',
      '::ffff:192.0.2.7',
      '198.51.100.255',
      '2001:db8:1:ffff::1',
      '[2001:db8:1::1]:443',
      '2001:DB8:1::1',
    ])
      expect((await askFrom(token, address)).status, address).to.equal(200);
  });

  describe('Rejects an API key with an address list from every other address with invalid_api_key 403.', () => {
    it('and from every address, if the list is empty', async () => {
      const { token } = await createApiKey(app.pool, { allowedAddresses: list });
      const others = ['192.0.2.8', '198.51.101.0', '2001:db8:2::1', '::c000:207'];
      for (const address of [...others, 'unknown', '', '192.0.2', '192.0.2.7.example'])
        expectError(await askFrom(token, address), 403, 'invalid_api_key');
      const empty = await createApiKey(app.pool, { allowedAddresses: [] });
      expectError(await askFrom(empty.token, '192.0.2.7'), 403, 'invalid_api_key');
    });

    it('and sends nothing', async () => {
      const sender = await createSender(app, { key: { allowedAddresses: list } });
      expectError(await sender.send().set('X-Forwarded-For', '192.0.2.8'), 403, 'invalid_api_key');
      const { rowCount } = await app.pool.query('SELECT FROM emails WHERE account_id = $1', [
        sender.accountId,
      ]);
      expect(rowCount).to.equal(0);
      expect((await sender.send().set('X-Forwarded-For', '192.0.2.7')).status).to.equal(200);
    });
  });

  it('Answers an API key from a forbidden address as it answers an unknown key, and records no use.', async () => {
    const { id, token } = await createApiKey(app.pool, { allowedAddresses: list });
    const forbidden = await askFrom(token, '192.0.2.8');
    const wrong = await askFrom(`ph_${'a'.repeat(32)}`, '192.0.2.8');
    expect(forbidden.body).to.deep.equal(wrong.body);
    await app.deps.background.settled();
    const { rows } = await app.pool.query('SELECT last_used_at FROM api_keys WHERE id = $1', [id]);
    expect(rows).to.deep.equal([{ last_used_at: null }]);
  });

  it('Rejects an expired API key also from an address on its list.', async () => {
    const expiresAt = app.clock.now();
    const { token } = await createApiKey(app.pool, { allowedAddresses: list, expiresAt });
    expectError(await askFrom(token, '192.0.2.7'), 403, 'invalid_api_key');
  });
});

describe('The client address', () => {
  const app = useApp();

  it('Takes the client address from X-Forwarded-For only as far as TRUST_PROXY allows, by default not at all.', async () => {
    const { token } = await createApiKey(app.pool, { allowedAddresses: ['192.0.2.7/32'] });
    const answer = await app.as(token).get('/domains').set('X-Forwarded-For', '192.0.2.7');
    expectError(answer, 403, 'invalid_api_key');
    const local = await createApiKey(app.pool, { allowedAddresses: ['127.0.0.0/8'] });
    expect((await app.as(local.token).get('/domains')).status).to.equal(200);
  });
});
