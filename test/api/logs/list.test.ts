// GET /logs (docs/reference/logs.md).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { createLog, type LogFields } from '../../support/factories/log-factories.ts';
import { describePaging } from '../paging.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

describe('GET /logs', () => {
  const app = useApp();

  /** Creates logs of a new account, oldest first. `find` answers the indexes of the logs that a query finds. */
  async function createLogs(all: readonly LogFields[]) {
    const { api, accountId } = await createCaller(app);
    const ids: string[] = [];
    for (const fields of all) ids.push((await createLog(app.pool, accountId, fields)).id);
    const ask = (query: Record<string, string>) => api.get('/logs').query(query);
    const find = async (query: Record<string, string>) => {
      const { status, body } = await ask(query);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.data.map(({ id }: { id: string }) => ids.indexOf(id));
    };
    return { ask, find };
  }
  /** The indexes of the logs that each query finds. */
  type Found = readonly [query: Record<string, string>, found: number[]][];
  async function expectFound(all: readonly LogFields[], cases: Found): Promise<void> {
    const { find } = await createLogs(all);
    for (const [query, found] of cases) expect(await find(query), JSON.stringify(query)).to.deep.equal(found);
  }

  it('Lists logs with every field except `object` and the bodies.', async () => {
    const { read, accountId } = await createCaller(app);
    const log = await createLog(app.pool, accountId, {
      method: 'PATCH',
      endpoint: '/emails/1',
      status: 422,
      userAgent: 'acme/1.0',
      requestBody: { a: 'b' },
      responseBody: { name: 'validation_error' },
    });
    expect((await read('/logs')).data).to.deep.equal([
      {
        id: log.id,
        created_at: log.createdAt.toISOString(),
        endpoint: '/emails/1',
        method: 'PATCH',
        response_status: 422,
        error_name: 'validation_error',
        ignored_parameters: [],
        duration_ms: 12,
        user_agent: 'acme/1.0',
        request_id: log.requestId,
        api_key_id: log.apiKeyId,
      },
    ]);
  });

  it("Finds only logs of the caller's account, with and without filters.", async () => {
    await createLogs([{}]);
    const queries = [
      {},
      { q: 'emails' },
      { endpoint: '/emails' },
      { status: '2xx' },
      { since: '1 year ago' },
    ];
    await expectFound(
      [{}],
      queries.map((query) => [query as Record<string, string>, [0]]),
    );
  });

  describe('Filters logs by method, status, class of status, error and path, alone or combined.', () => {
    const MIXED: LogFields[] = [
      { method: 'POST', endpoint: '/emails', status: 200 },
      { method: 'POST', endpoint: '/emails', status: 422, responseBody: { name: 'invalid_to_address' } },
      { method: 'GET', endpoint: '/emails', status: 200 },
      { method: 'GET', endpoint: '/emails/1', status: 404, responseBody: { name: 'not_found' } },
      { method: 'POST', endpoint: '/emails/batch', status: 503 },
      { method: 'POST', endpoint: '/things', status: 201, responseBody: { name: 'not_found' } },
    ];
    const cases: Found = [
      [{ method: 'GET' }, [3, 2]],
      [{ method: 'DELETE' }, []],
      [{ status: '200' }, [2, 0]],
      [{ status: '404' }, [3]],
      [{ status: '409' }, []],
      [{ status: '2xx' }, [5, 2, 0]],
      [{ status: '4xx' }, [3, 1]],
      [{ status: '5xx' }, [4]],
      [{ error_name: 'invalid_to_address' }, [1]],
      [{ error_name: 'not_found' }, [3]],
      [{ error_name: 'validation_error' }, []],
      [{ error_name: 'not_found', status: '404', method: 'GET', endpoint: '/emails/1', q: 'factory' }, [3]],
      [{ error_name: 'not_found', method: 'POST' }, []],
      [{ endpoint: '/emails' }, [2, 1, 0]],
      [{ endpoint: '/email' }, []],
      [{ method: 'POST', endpoint: '/emails' }, [1, 0]],
      [{ method: 'POST', endpoint: '/emails', status: '4xx' }, [1]],
      [{ method: 'GET', status: '2xx' }, [2]],
      [{ endpoint: '/emails', status: '200', q: 'factory' }, [2, 0]],
    ];
    it('each filter', () => expectFound(MIXED, cases));

    it('pages through the logs that match a filter', async () => {
      const { ask } = await createLogs([...MIXED, ...MIXED]);
      const first = (await ask({ method: 'POST', status: '2xx', limit: '3' })).body;
      expect([first.data.length, first.has_more]).to.deep.equal([3, true]);
      const after = first.data[2].id;
      const second = (await ask({ method: 'POST', status: '2xx', limit: '3', after })).body;
      expect([second.data.length, second.has_more]).to.deep.equal([1, false]);
    });
  });

  it('Searches `q` in path, User-Agent and request id, ignoring upper and lower case.', () =>
    expectFound(
      [
        { endpoint: '/emails/Needle' },
        { userAgent: 'needle/2.0' },
        { requestId: 'the-needle-1' },
        { endpoint: '/emails' },
      ],
      [[{ q: 'nEEdle' }, [2, 1, 0]]],
    ));

  it('Searches `q` in the error of a failed request, but in no other body.', () =>
    expectFound(
      [
        { status: 422, responseBody: { name: 'invalid_to_address' } },
        { status: 200, responseBody: { name: 'invalid_to_address' } },
        { status: 422, requestBody: { to: 'invalid_to_address' } },
      ],
      [[{ q: 'invalid_to' }, [0]]],
    ));

  it('Takes special characters in `q` literally.', async () => {
    for (const q of ['%', '_', '\\', "'"])
      await expectFound([{ endpoint: `/a${q}b` }, { endpoint: '/ab' }], [[{ q }, [0]]]);
  });

  it('Filters logs from `since` on and before `until`, both ISO 8601 or English; `until` as a date includes that day.', async () => {
    const at = (time: string): LogFields => ({ createdAt: new Date(time) });
    const TIMES = [
      at('2026-11-19T23:59:59.999Z'),
      at('2026-11-20T00:00:00.000Z'),
      at('2026-11-20T10:00:00.000Z'),
      at('2026-11-20T23:59:59.999Z'),
      at('2026-11-21T00:00:00.000Z'),
    ];
    app.clock.set(NOW);
    await expectFound(TIMES, [
      [{ since: '2026-11-20T10:00:00Z' }, [4, 3, 2]],
      [{ since: '2026-11-20T10:00:00.001Z' }, [4, 3]],
      [{ until: '2026-11-20T10:00:00Z' }, [1, 0]],
      [{ until: '2026-11-20T10:00:00.001Z' }, [2, 1, 0]],
      [{ since: '2026-11-20', until: '2026-11-20' }, [3, 2, 1]],
      [{ since: '2 hours ago' }, [4, 3, 2]],
      [{ until: '2 hours ago' }, [1, 0]],
      [{ since: '2026-11-20T12:00:00+02:00', until: '2026-11-21' }, [4, 3, 2]],
      [{ since: '2026-11-21', until: '2026-11-20T00:00:00Z' }, []],
      [{ since: '2026-11-20', q: 'factory', method: 'POST' }, [4, 3, 2, 1]],
    ]);
  });

  describe('paging', () => {
    describePaging(
      app,
      OPERATIONS.listLogs.path,
      async () => {
        const { token, accountId } = await createApiKey(app.pool);
        return {
          token,
          createItem: async () => (await createLog(app.pool, accountId)).id,
          deleteItem: (id) => app.pool.query('DELETE FROM logs WHERE id = $1', [id]),
          createForeignItem: async () =>
            (await createLog(app.pool, (await createApiKey(app.pool)).accountId)).id,
        };
      },
      ['', 'x', '-1', '1.5', '1e3', '9223372036854775808', '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e', "'; --"],
    );
  });
});
