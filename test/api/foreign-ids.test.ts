// Every route with an id, given the id of another account's object: it does not exist (interface.md, Errors).
import { expect } from 'chai';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { useApp } from '../support/app.ts';
import { expectError } from '../support/error-body.ts';
import { createApiKey, createDomain, createEmail, createLog, createWebhook } from '../support/factories.ts';

const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';
const UNKNOWN_LOG_ID = '1867000000000000000';

describe("not_found | 404 | endpoint or resource does not exist or is not the caller's", () => {
  const app = useApp();

  /** The first word of a path → makes an object of an account. */
  const MAKERS: Record<string, (accountId: string) => Promise<{ id: string }>> = {
    emails: (accountId) => createEmail(app.pool, accountId),
    domains: (accountId) => createDomain(app.pool, accountId),
    webhooks: (accountId) => createWebhook(app.pool, accountId),
    logs: (accountId) => createLog(app.pool, accountId),
  };

  it('for an endpoint that does not exist', async () => {
    const { token } = await createApiKey(app.pool);
    for (const path of ['/nothing', '/emails/x/y/z'])
      expectError(await app.as(token).get(path), 404, 'not_found');
    expectError(await app.as(token).delete('/emails'), 404, 'not_found');
  });

  const withId = Object.values(OPERATIONS).filter(
    ({ path, permission }) => path.includes('/:id') && permission !== 'dashboard',
  );
  for (const { method, path } of withId) {
    it(`for ${method.toUpperCase()} ${path}, of an unknown id and of another account's`, async () => {
      const make = MAKERS[path.split('/')[1] ?? ''] ?? expect.fail(`Who makes an object for ${path}?`);
      const other = await make((await createApiKey(app.pool)).accountId);
      const { token } = await createApiKey(app.pool);
      const body = method === 'get' ? undefined : { scheduled_at: 'in 1 hour', since: '1 hour ago' };
      for (const id of [other.id, UNKNOWN_ID, UNKNOWN_LOG_ID]) {
        const filled = path.replace(':id', id).replace(/:\w+/g, id);
        expectError(await app.as(token)[method](filled).send(body), 404, 'not_found');
      }
    });
  }

  it('is tried on at least one route', () => {
    expect(withId.length).to.be.above(0);
  });
});
