// The order of checks (docs/reference/requests.md#order-of-checks): of two faults, the answer names the one that is
// checked first.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { signIn } from '../../support/people-factories.ts';
import { probeResource } from '../probe.ts';

describe('The order of checks', () => {
  const app = useApp({ resources: [probeResource()] });
  const malformed = (token: string, path: string) =>
    app.as(token).post(path).set('Content-Type', 'application/json').send('{"name":');

  it('Reports a missing User-Agent before a missing API key.', async () => {
    expectError(await app.bare().get('/probe/x'), 403, 'validation_error');
  });

  describe('Reports a missing or invalid API key before an unknown path.', () => {
    it('a missing key', async () => {
      expectError(await app.as().get('/nothing'), 401, 'missing_api_key');
    });

    it('an invalid key', async () => {
      expectError(await app.as('ph_wrong').get('/nothing'), 403, 'invalid_api_key');
    });

    it('a missing key before a path that cannot be decoded', async () => {
      expectError(await app.as().get('/probe/%ff'), 401, 'missing_api_key');
    });
  });

  describe('Reports a request of a session that another page may have made before an unknown path.', () => {
    const HEADERS = {
      'from another site': { 'Sec-Fetch-Site': 'cross-site' },
      'from another origin of the site': { 'Sec-Fetch-Site': 'same-site' },
      'with the CSRF token of another session': { 'X-CSRF-Token': 'x'.repeat(43) },
      'without a CSRF token': { 'X-CSRF-Token': '' },
    };
    for (const [title, headers] of Object.entries(HEADERS)) {
      it(title, async () => {
        const person = app.asPerson(await signIn(app.pool, { now: app.clock.now() }));
        expectError(await person.post('/nothing').send({}), 404, 'not_found');
        expectError(await person.post('/nothing').set(headers).send({}), 403, 'validation_error');
      });
    }
  });

  describe('Reports a missing permission before a malformed body.', () => {
    it('view_only_member', async () => {
      const session = await signIn(app.pool, { role: 'viewer', now: app.clock.now() });
      const post = app.asPerson(session).post('/dashboard').set('Content-Type', 'application/json');
      expectError(await post.send('{"name":'), 403, 'view_only_member');
    });

    it('dashboard_only, which comes before restricted_api_key', async () => {
      const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
      expectError(await malformed(token, '/dashboard'), 403, 'dashboard_only');
    });

    it('restricted_api_key', async () => {
      const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
      expectError(await malformed(token, '/probe'), 401, 'restricted_api_key');
    });
  });

  it('Reports an unknown path before a malformed body.', async () => {
    const { token } = await createApiKey(app.pool);
    expectError(await malformed(token, '/nothing'), 404, 'not_found');
  });

  it('Reports a malformed body before an invalid field.', async () => {
    const { token } = await createApiKey(app.pool);
    expect(expectError(await malformed(token, '/validated'), 422, 'validation_error')).to.include('JSON');
    // The field `name` is absent, which alone is missing_required_field.
    const post = () => app.as(token).post('/validated');
    const asText = await post().set('Content-Type', 'text/plain').send('{"size":99}');
    expect(expectError(asText, 422, 'validation_error')).to.include('Content-Type');
    expect(expectError(await post().send({ size: '\0' }), 422, 'validation_error')).to.include('NUL');
  });
});
