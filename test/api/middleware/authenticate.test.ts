// Authentication by API key (docs/reference/api-keys.md#authentication): missing, wrong, expired and revoked keys, and
// last_used_at.
import { expect } from 'chai';
import { createApiKeyToken } from '../../../shared/platform/security/tokens.ts';
import { revokeApiKey } from '../../../shared/resources/foundation/api-keys/revoke.ts';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { beginPost } from '../../support/net/slow-post.ts';
import { eventually } from '../../support/time/eventually.ts';

const MINUTE_MS = 60_000;

describe('API key authentication', () => {
  const app = useApp();
  const askWith = (authorization: string) => app.as().get('/domains').set('Authorization', authorization);
  const lastUsedAt = async (keyId: string): Promise<Date | null> => {
    await app.deps.background.settled();
    const { rows } = await app.pool.query('SELECT last_used_at FROM api_keys WHERE id = $1', [keyId]);
    return rows[0].last_used_at;
  };

  it('Accepts an API key in the header Authorization: Bearer, with the word Bearer in any letter case and one or more spaces after it.', async () => {
    const { token } = await createApiKey(app.pool);
    for (const word of ['Bearer ', 'bearer  ', 'BEARER    '])
      expect((await askWith(word + token)).status, word).to.equal(200);
  });

  it('Rejects a request without an API key with missing_api_key 401 and the header WWW-Authenticate: Bearer.', async () => {
    const forms = ['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'ph_abc'];
    for (const answer of [
      await app.as().get('/domains'),
      await app.as().post('/emails').send({}),
      ...(await Promise.all(forms.map(askWith))),
    ]) {
      expectError(answer, 401, 'missing_api_key');
      expect(answer.headers['www-authenticate']).to.equal('Bearer');
    }
  });

  it('Says what is wrong with the Authorization header and which form it needs, and repeats nothing of it, when it rejects a request without an API key.', async () => {
    const nothingElse = ' After `Bearer`, the header must have one space and the key, and nothing else.';
    const key = createApiKeyToken();
    for (const [header, value, fault] of [
      ['X-Other', key, ''],
      ['Authorization', key, ' The header does not begin with `Bearer`.'],
      ['Authorization', `Token ${key}`, ' The header does not begin with `Bearer`.'],
      ['Authorization', 'bearer ', ' The header has no key after `Bearer`.'],
      ['Authorization', `Bearer ${key} ${key}`, nothingElse],
      ['Authorization', `Bearer:${key}`, nothingElse],
      ['X-API-Key', key, ' Posthorn does not read the `X-API-Key` header.'],
    ] as const) {
      const answer = await app.as().get('/domains').set(header, value);
      expect(expectError(answer, 401, 'missing_api_key'), `${header}: ${value}`).to.equal(
        `Missing API key in the authorization header.${fault} Send \`Authorization: Bearer <API key>\`.`,
      );
    }
  });

  describe('Rejects an unknown, expired or revoked API key with invalid_api_key 403.', () => {
    it('an unknown key, also one in another letter case', async () => {
      for (const unknown of ['x', 're_123', 'ph_short', createApiKeyToken()])
        expectError(await askWith(`Bearer ${unknown}`), 403, 'invalid_api_key');
      const { token } = await createApiKey(app.pool);
      const swapped = token.replace(/[a-z](?=[^a-z]*$)/i, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      expect(swapped).not.to.equal(token);
      expectError(await askWith(`Bearer ${swapped}`), 403, 'invalid_api_key');
    });

    it('a revoked key, from the next request on', async () => {
      const { token, ...key } = await createApiKey(app.pool);
      expect((await app.as(token).get('/domains')).status).to.equal(200);
      const change = { actor: { type: 'operator' }, operation: 'test', now: app.clock.now() } as const;
      await revokeApiKey({ database: app.pool, ids: app.deps.ids }, key, change);
      expectError(await app.as(token).get('/domains'), 403, 'invalid_api_key');
    });

    it('an expiring key from the instant at which it expires, not before', async () => {
      const expiresAt = new Date(app.clock.now().getTime() + MINUTE_MS);
      const { token } = await createApiKey(app.pool, { expiresAt });
      expect((await app.as(token).get('/domains')).status).to.equal(200);
      app.clock.set(new Date(expiresAt.getTime() - 1));
      expect((await app.as(token).get('/domains')).status).to.equal(200);
      app.clock.set(expiresAt);
      expectError(await app.as(token).get('/domains'), 403, 'invalid_api_key');
    });
  });

  describe('Asks for an API key again when a request is served 30 seconds or longer after it has come: one that was revoked or restricted in that time is refused.', () => {
    const REVOKED = 'revoked_at = now()';
    for (const [change, seconds, status] of [
      [REVOKED, 30, 403],
      [REVOKED, 29, 201],
      [`permission = 'sending_access'`, 30, 401],
    ] as const)
      it(`${change} ${seconds} s before the end of its body: ${status}`, async () => {
        const { token, id, accountId } = await createApiKey(app.pool);
        const headers = [`Authorization: Bearer ${token}`];
        const post = await beginPost(app.port, '/audiences', headers, { name: 'News' });
        // The use is recorded once the request is authenticated.
        await eventually('the request is authenticated', async () => (await lastUsedAt(id)) !== null);
        await app.pool.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [id]);
        app.clock.advance(seconds * 1_000);
        expect(await post.finish()).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
        const { rows } = await app.pool.query('SELECT FROM audiences WHERE account_id = $1', [accountId]);
        // Each account begins with one.
        expect(rows).to.have.length(status === 201 ? 2 : 1);
      });
  });

  it('Answers unknown, expired and revoked API keys with the same message.', async () => {
    const past = new Date(app.clock.now().getTime() - MINUTE_MS);
    const tokens = [
      createApiKeyToken(),
      (await createApiKey(app.pool, { expiresAt: past })).token,
      (await createApiKey(app.pool, { revokedAt: past })).token,
    ];
    const answers = await Promise.all(tokens.map((token) => app.as(token).get('/domains')));
    expect(new Set(answers.map(({ text }) => text))).to.have.property('size', 1);
  });

  it('Records in last_used_at when an API key was used, at most once per minute.', async () => {
    const { token, id } = await createApiKey(app.pool);
    const use = async () => {
      await app.as(token).get('/domains');
      return await lastUsedAt(id);
    };
    const first = app.clock.now();
    expect(await use()).to.deep.equal(first);
    app.clock.advance(MINUTE_MS - 1);
    expect(await use()).to.deep.equal(first);
    app.clock.advance(1);
    expect(await use()).to.deep.equal(app.clock.now());
  });

  it('Rejects a request with a wrong Authorization header also when it carries the cookie of a session.', async () => {
    const { api: person } = await enter(app);
    expect((await person.get('/domains')).status).to.equal(200);
    const ask = (authorization: string) => person.get('/domains').set('Authorization', authorization);
    expectError(await ask(`Bearer ${createApiKeyToken()}`), 403, 'invalid_api_key');
    for (const nothing of ['', 'Bearer', 'Basic dXNlcjpwYXNz'])
      expectError(await ask(nothing), 401, 'missing_api_key');
  });

  it('Answers a request also when the use of its API key cannot be recorded.', async () => {
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
