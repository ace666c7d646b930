// From where an API key may be used (decisions.md §1, §11): its list of addresses and ranges.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { createSender } from '../emails/sender.ts';

describe('an expired key or a forbidden address `invalid_api_key`.', () => {
  // One proxy is trusted, so that a test may come from anywhere.
  const app = useApp({ config: { trustProxy: 1 } });
  const askFrom = (token: string, address: string) =>
    app.as(token).get('/domains').set('X-Forwarded-For', address);

  it('accepts a key without a list from everywhere', async () => {
    const { token } = await createApiKey(app.pool);
    for (const address of ['192.0.2.1', '2001:db8::1', 'unknown'])
      expect((await askFrom(token, address)).status).to.equal(200);
  });

  const list = ['192.0.2.7/32', '198.51.100.0/24', '2001:db8:1::/48'];
  for (const address of [
    '192.0.2.7',
    '192.0.2.7:4711',
    '::ffff:192.0.2.7',
    '198.51.100.255',
    '2001:db8:1:ffff::1',
    '[2001:db8:1::1]:443',
    '2001:DB8:1::1',
  ]) {
    it(`accepts a key from ${address}, which is on its list`, async () => {
      const { token } = await createApiKey(app.pool, { allowedAddresses: list });
      expect((await askFrom(token, address)).status).to.equal(200);
    });
  }
  for (const address of [
    '192.0.2.8',
    '198.51.101.0',
    '2001:db8:2::1',
    '::c000:207',
    'unknown',
    '',
    '192.0.2',
    '192.0.2.7.example',
  ]) {
    it(`rejects a key from "${address}", which is not, with invalid_api_key 403`, async () => {
      const { token } = await createApiKey(app.pool, { allowedAddresses: list });
      expectError(await askFrom(token, address), 403, 'invalid_api_key');
    });
  }

  it('rejects a key with an empty list from everywhere', async () => {
    const { token } = await createApiKey(app.pool, { allowedAddresses: [] });
    expectError(await askFrom(token, '192.0.2.7'), 403, 'invalid_api_key');
  });

  it('sends nothing for a key that is used from elsewhere', async () => {
    const sender = await createSender(app, { key: { allowedAddresses: list } });
    expectError(await sender.send().set('X-Forwarded-For', '192.0.2.8'), 403, 'invalid_api_key');
    const { rowCount } = await app.pool.query('SELECT FROM emails WHERE account_id = $1', [sender.accountId]);
    expect(rowCount).to.equal(0);
    expect((await sender.send().set('X-Forwarded-For', '192.0.2.7')).status).to.equal(200);
  });

  it('notes no use of it, and answers as for a wrong key', async () => {
    const { id, token } = await createApiKey(app.pool, { allowedAddresses: list });
    const forbidden = await askFrom(token, '192.0.2.8');
    const wrong = await askFrom(`ph_${'a'.repeat(32)}`, '192.0.2.8');
    expect(forbidden.body).to.deep.equal(wrong.body);
    await app.deps.background.settled();
    const { rows } = await app.pool.query('SELECT last_used_at FROM api_keys WHERE id = $1', [id]);
    expect(rows).to.deep.equal([{ last_used_at: null }]);
  });

  it('rejects an expired key from an address on its list', async () => {
    const expiresAt = app.clock.now();
    const { token } = await createApiKey(app.pool, { allowedAddresses: list, expiresAt });
    expectError(await askFrom(token, '192.0.2.7'), 403, 'invalid_api_key');
  });
});

describe('An address that nobody vouches for', () => {
  const app = useApp();

  it('is not believed: the connection counts', async () => {
    const { token } = await createApiKey(app.pool, { allowedAddresses: ['192.0.2.7/32'] });
    const answer = await app.as(token).get('/domains').set('X-Forwarded-For', '192.0.2.7');
    expectError(answer, 403, 'invalid_api_key');
    const local = await createApiKey(app.pool, { allowedAddresses: ['127.0.0.0/8'] });
    expect((await app.as(local.token).get('/domains')).status).to.equal(200);
  });
});
