// Every route with an id, given the id of another account's object: it does not exist (interface.md, Errors).
import { expect } from 'chai';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { useApp } from '../support/app.ts';
import { expectError } from '../support/error-body.ts';
import { createApiKey } from '../support/factories.ts';
import { UNKNOWN_ID } from './specimen.ts';
import { GOOD, SPECIMENS } from './specimens.ts';

const UNKNOWN_LOG_ID = '1867000000000000000';

describe("not_found | 404 | endpoint or resource does not exist or is not the caller's", () => {
  const app = useApp();

  it('for an endpoint that does not exist', async () => {
    const { token } = await createApiKey(app.pool);
    for (const path of ['/nothing', '/emails/x/y/z'])
      expectError(await app.as(token).get(path), 404, 'not_found');
    expectError(await app.as(token).delete('/emails'), 404, 'not_found');
  });

  const withId = Object.entries(OPERATIONS).filter(
    ([, { path, permission }]) => path.includes('/:id') && permission !== 'dashboard',
  );
  for (const [id, { method, path }] of withId) {
    it(`for ${method.toUpperCase()} ${path}, of an unknown id and of another account's`, async () => {
      const { create } = SPECIMENS[path.split('/')[1] ?? ''] ?? {};
      if (!create) expect.fail(`Who makes an object for ${path}?`);
      const other = await create(app.pool, (await createApiKey(app.pool)).accountId);
      const { token } = await createApiKey(app.pool);
      const body = method === 'get' ? undefined : (GOOD[id]?.body ?? {});
      for (const foreign of [other.id, UNKNOWN_ID, UNKNOWN_LOG_ID]) {
        const filled = path.replace(/:\w+/g, (name) =>
          String((foreign === other.id && other[name.slice(1)]) || foreign),
        );
        expectError(await app.as(token)[method](filled).send(body), 404, 'not_found');
      }
    });
  }

  it('is tried on at least one route', () => {
    expect(withId.length).to.be.above(0);
  });
});
