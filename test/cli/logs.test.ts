// The commands `posthorn logs …`, against the real API.
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { createLog } from '../support/factories/log-factories.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

describe('posthorn logs', () => {
  const app = useApp();
  const createCaller = async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return { accountId, env: { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url } };
  };

  it('list: has the filters of the API', async () => {
    const { env, accountId } = await createCaller();
    const wanted = await createLog(app.pool, accountId, {
      status: 422,
      method: 'PATCH',
      endpoint: '/emails/1',
      responseBody: { name: 'invalid_to_address' },
    });
    await createLog(app.pool, accountId, { status: 200 });
    for (const filters of [
      ['--status', '4xx'],
      ['--error-name', 'invalid_to_address'],
      ['--method', 'PATCH', '--since', '1 hour ago'],
      ['--endpoint', '/emails/1', '--q', 'factory'],
    ]) {
      const list = expectJson(await posthorn(['logs', 'list', ...filters], { env }));
      expect(list.data.map(({ id }: { id: string }) => id)).to.deep.equal([wanted.id]);
    }
  });

  it('get: prints a log with its bodies', async () => {
    const { env, accountId } = await createCaller();
    const { id } = await createLog(app.pool, accountId, { requestBody: { a: 1 }, responseBody: { b: 2 } });
    const log = expectJson(await posthorn(['logs', 'get', id], { env }));
    expect(log).to.deep.include({ object: 'log', id, request_body: { a: 1 }, response_body: { b: 2 } });
  });

  it('get: prints not_found for an unknown log', async () => {
    const { env } = await createCaller();
    expectFailure(await posthorn(['logs', 'get', 'none'], { env }), 404, 'not_found');
  });
});
