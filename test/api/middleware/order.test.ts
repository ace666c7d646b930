// The order of checks (docs/reference/requests.md#order-of-checks): of two faults, the answer names the one that is
// checked first.
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { probeResource } from '../probe.ts';

describe('The order of checks', () => {
  const app = useApp({ resources: [probeResource()] });
  const malformed = (token: string, path: string) =>
    app.as(token).post(path).set('Content-Type', 'application/json').send('{"name":');

  it('Reports a missing User-Agent before a missing API key.', async () => {
    expectError(await app.bare().get('/probe/x'), 403, 'validation_error');
  });

  it('Reports a missing or invalid API key before an unknown path.', async () => {
    // Also one that cannot be decoded.
    for (const path of ['/nothing', '/probe/%ff'])
      expectError(await app.as().get(path), 401, 'missing_api_key');
    expectError(await app.as('ph_wrong').get('/nothing'), 403, 'invalid_api_key');
  });

  it('Reports a request of a session that another page may have made before an unknown path.', async () => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      // That of another session, and none.
      { 'X-CSRF-Token': 'x'.repeat(43) },
      { 'X-CSRF-Token': '' },
    ]) {
      const { api } = await enter(app);
      expectError(await api.post('/nothing').send({}), 404, 'not_found');
      expectError(await api.post('/nothing').set(headers).send({}), 403, 'validation_error');
    }
  });

  it('Reports a missing permission before a malformed body.', async () => {
    const { api } = await enter(app, { role: 'viewer' });
    const post = api.post('/dashboard').set('Content-Type', 'application/json');
    expectError(await post.send('{"name":'), 403, 'view_only_member');
    const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
    // It comes before restricted_api_key.
    expectError(await malformed(token, '/dashboard'), 403, 'dashboard_only');
    expectError(await malformed(token, '/probe'), 401, 'restricted_api_key');
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
