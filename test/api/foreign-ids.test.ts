// Every route with an id, given the id of another account's object: it does not exist (interface.md, Errors).
import { expect } from 'chai';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { useApp } from '../support/app.ts';
import { expectError } from '../support/error-body.ts';
import { createApiKey, createDomain, createEmail } from '../support/factories.ts';

describe("Another account's id", () => {
  const app = useApp();

  /** The first word of a path → makes an object of an account. */
  const MAKERS: Record<string, (accountId: string) => Promise<{ id: string }>> = {
    emails: (accountId) => createEmail(app.pool, accountId),
    domains: (accountId) => createDomain(app.pool, accountId),
  };

  const withId = Object.values(OPERATIONS).filter(
    ({ path, permission }) => path.includes('/:id') && permission !== 'dashboard',
  );
  for (const { method, path } of withId) {
    it(`is not_found 404 for ${method.toUpperCase()} ${path}`, async () => {
      const make = MAKERS[path.split('/')[1] ?? ''] ?? expect.fail(`Who makes an object for ${path}?`);
      const other = await make((await createApiKey(app.pool)).accountId);
      const { token } = await createApiKey(app.pool);
      const filled = path.replace(':id', other.id).replace(/:\w+/g, other.id);
      const body = method === 'get' ? undefined : { scheduled_at: 'in 1 hour' };
      expectError(await app.as(token)[method](filled).send(body), 404, 'not_found');
    });
  }

  it('is tried on at least one route', () => {
    expect(withId.length).to.be.above(0);
  });
});
