// The order in which a request is checked (decisions.md §1): of two faults, the earlier one is named.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { probeResource } from '../probe.ts';

describe('the order of checks', () => {
  const app = useApp({ resources: [probeResource()] });
  const malformed = (token: string, path: string) =>
    app.as(token).post(path).set('Content-Type', 'application/json').send('{"name":');

  it('names a missing User-Agent before a missing key', async () => {
    expectError(await app.bare().get('/probe/x'), 403, 'validation_error');
  });

  it('names a missing key before an unknown route', async () => {
    expectError(await app.as().get('/nothing'), 401, 'missing_api_key');
  });

  it('names an invalid key before an unknown route', async () => {
    expectError(await app.as('ph_wrong').get('/nothing'), 403, 'invalid_api_key');
  });

  it('names a missing key before a path that cannot be decoded', async () => {
    expectError(await app.as().get('/probe/%ff'), 401, 'missing_api_key');
  });

  it('names dashboard_only before restricted_api_key and before a malformed body', async () => {
    const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
    expectError(await malformed(token, '/dashboard'), 403, 'dashboard_only');
  });

  it('names restricted_api_key before a malformed body', async () => {
    const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
    expectError(await malformed(token, '/probe'), 401, 'restricted_api_key');
  });

  it('names an unknown route before a malformed body', async () => {
    const { token } = await createApiKey(app.pool);
    expectError(await malformed(token, '/nothing'), 404, 'not_found');
  });

  it('names a malformed body before what validation would find', async () => {
    const { token } = await createApiKey(app.pool);
    expect(expectError(await malformed(token, '/validated'), 422, 'validation_error')).to.include('JSON');
  });
});
