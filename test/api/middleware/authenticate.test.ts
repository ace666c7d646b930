// interface.md, Authentication 1, 3, 4.
import { expect } from 'chai';
import { createApiKeyToken } from '../../../shared/platform/security/tokens.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';

const MINUTE_MS = 60_000;

describe('API key authentication', () => {
  const app = useApp();
  const askWith = (authorization: string) => app.as().get('/domains').set('Authorization', authorization);
  const lastUsedAt = async (keyId: string): Promise<Date | null> => {
    await app.deps.background.settled();
    const { rows } = await app.pool.query('SELECT last_used_at FROM api_keys WHERE id = $1', [keyId]);
    return rows[0].last_used_at;
  };

  it('accepts a full-access key', async () => {
    const { token } = await createApiKey(app.pool);
    expect((await app.as(token).get('/domains')).status).to.equal(200);
  });

  describe('missing_api_key | 401 | no API key supplied', () => {
    it('no Authorization header, on reads and on sends', async () => {
      for (const answer of [await app.as().get('/domains'), await app.as().post('/emails').send({})]) {
        expectError(answer, 401, 'missing_api_key');
        expect(answer.headers['www-authenticate']).to.equal('Bearer');
      }
    });

    describe('A missing or empty `Bearer` is `missing_api_key`', () => {
      for (const authorization of ['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'ph_abc']) {
        it(`"Authorization: ${authorization}"`, async () => {
          expectError(await askWith(authorization), 401, 'missing_api_key');
        });
      }
    });
  });

  it('takes the word Bearer in any case and with more spaces', async () => {
    const { token } = await createApiKey(app.pool);
    expect((await askWith(`bearer  ${token}`)).status).to.equal(200);
  });

  describe('invalid_api_key | 403 | key invalid, expired or revoked', () => {
    for (const token of ['x', 're_123', 'ph_short', createApiKeyToken()]) {
      it(`rejects the unknown key ${token.slice(0, 8)}… with invalid_api_key 403`, async () => {
        expectError(await askWith(`Bearer ${token}`), 403, 'invalid_api_key');
      });
    }

    it('rejects a key in another letter case with invalid_api_key 403', async () => {
      const { token } = await createApiKey(app.pool);
      const swapped = token.replace(/[a-z](?=[^a-z]*$)/i, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      expect(swapped).not.to.equal(token);
      expectError(await askWith(`Bearer ${swapped}`), 403, 'invalid_api_key');
    });

    it('rejects a revoked key with invalid_api_key 403', async () => {
      const { token } = await createApiKey(app.pool, { revokedAt: app.clock.now() });
      expectError(await app.as(token).get('/domains'), 403, 'invalid_api_key');
    });

    it('accepts a key until the instant at which it expires', async () => {
      const expiresAt = new Date(app.clock.now().getTime() + MINUTE_MS);
      const { token } = await createApiKey(app.pool, { expiresAt });
      expect((await app.as(token).get('/domains')).status).to.equal(200);
      app.clock.set(new Date(expiresAt.getTime() - 1));
      expect((await app.as(token).get('/domains')).status).to.equal(200);
      app.clock.set(expiresAt);
      expectError(await app.as(token).get('/domains'), 403, 'invalid_api_key');
    });
  });

  it('gives wrong, expired and revoked keys the same answer', async () => {
    const past = new Date(app.clock.now().getTime() - MINUTE_MS);
    const tokens = [
      createApiKeyToken(),
      (await createApiKey(app.pool, { expiresAt: past })).token,
      (await createApiKey(app.pool, { revokedAt: past })).token,
    ];
    const answers = await Promise.all(tokens.map((token) => app.as(token).get('/domains')));
    expect(new Set(answers.map(({ text }) => text))).to.have.property('size', 1);
  });

  it('notes when a key was used', async () => {
    const { token, id } = await createApiKey(app.pool);
    await app.as(token).get('/domains');
    expect(await lastUsedAt(id)).to.deep.equal(app.clock.now());
  });

  it('notes a use at most once a minute', async () => {
    const { token, id } = await createApiKey(app.pool);
    await app.as(token).get('/domains');
    const first = await lastUsedAt(id);
    app.clock.advance(MINUTE_MS - 1);
    await app.as(token).get('/domains');
    expect(await lastUsedAt(id)).to.deep.equal(first);
    app.clock.advance(1);
    await app.as(token).get('/domains');
    expect(await lastUsedAt(id)).to.deep.equal(app.clock.now());
  });

  it('answers all the same when the use cannot be noted', async () => {
    const { token } = await createApiKey(app.pool);
    await app.pool.query('ALTER TABLE api_keys RENAME COLUMN last_used_at TO hidden');
    await app.pool.query(
      'ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz GENERATED ALWAYS AS (hidden) STORED',
    );
    try {
      expect((await app.as(token).get('/domains')).status).to.equal(200);
      await app.deps.background.settled();
      expect(app.logLines.map(({ msg }) => msg)).to.include('background work failed');
    } finally {
      await app.pool.query('ALTER TABLE api_keys DROP COLUMN last_used_at');
      await app.pool.query('ALTER TABLE api_keys RENAME COLUMN hidden TO last_used_at');
    }
  });
});
