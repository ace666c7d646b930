// interface.md, Authentication 5 and 6.
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { probeResource } from '../probe.ts';

describe('permissions', () => {
  const app = useApp();
  const probed = useApp({ resources: [probeResource()] });

  it('lets a send-only key send', async () => {
    const { token } = await createApiKey(probed.pool, { permission: 'sending_access' });
    expect((await probed.as(token).post('/emails').send({})).status).to.equal(200);
  });

  it('lets a full-access key send', async () => {
    const { token } = await createApiKey(probed.pool);
    expect((await probed.as(token).post('/emails').send({})).status).to.equal(200);
  });

  it('rejects a send-only key on a POST that is no send with restricted_api_key 401', async () => {
    const { token } = await createApiKey(probed.pool, { permission: 'sending_access' });
    expectError(await probed.as(token).post('/probe').send({}), 401, 'restricted_api_key');
  });

  for (const { method, path, permission } of Object.values(OPERATIONS)) {
    if (permission === 'send') {
      it(`lets a send-only key pass to ${method.toUpperCase()} ${path}`, async () => {
        const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
        const name = path === '/emails/batch' ? 'validation_error' : 'missing_required_field';
        expectError(await app.as(token)[method](path).send({}), 422, name);
      });
      continue;
    }
    const [status, name] =
      permission === 'dashboard'
        ? ([403, 'dashboard_only'] as const)
        : ([401, 'restricted_api_key'] as const);
    it(`rejects a send-only key on ${method.toUpperCase()} ${path} with ${name} ${status}`, async () => {
      const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
      expectError(await app.as(token)[method](path.replace(':id', 'x')), status, name);
    });
  }

  it('mounts every operation of the table', async () => {
    const { token } = await createApiKey(app.pool);
    const operations = Object.values(OPERATIONS);
    expect(operations).not.to.have.length(0);
    for (const { method, path } of operations) {
      const { body } = await app.as(token)[method](path.replace(':id', 'x'));
      expect(body.message, `${method} ${path}`).not.to.equal('The requested endpoint does not exist.');
    }
  });

  it('rejects a send-only key on an unknown path with not_found 404', async () => {
    const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
    expectError(await app.as(token).get('/nothing'), 404, 'not_found');
  });
});
