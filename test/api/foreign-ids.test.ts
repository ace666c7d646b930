// Ids in paths, on every operation that has one (docs/reference/requests.md#ids): unknown, malformed, and of another
// account's object; asked for by an API key, where keys may call the operation, and by a signed-in owner.
import { expect } from 'chai';
import type { Operation } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { createAccount, createApiKey } from '../support/factories/factories.ts';
import { signIn } from '../support/factories/people-factories.ts';
import { UNKNOWN_ID } from './specimen.ts';
import { GOOD, resourceOf, SPECIMENS } from './specimens.ts';

const UNKNOWN_LOG_ID = '1867000000000000000';

/** Texts that are not id of any resource. */
const MALFORMED_IDS = [
  'none',
  '-1',
  '1e3',
  '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e',
  "' OR 1=1 --",
  '%00',
  '%F0%9F%98%80',
];

describe('An id in a path', () => {
  // No model is there, and none is asked about what is not found.
  const ai = { url: 'http://127.0.0.1:9/v1', apiKey: undefined, model: 'none', timeoutMs: 1_000 };
  const app = useApp({ config: { ai } });

  const withId = Object.entries<Operation>(OPERATIONS).filter(([, { path }]) => path.includes('/:id'));
  /** Callers of an account that has nothing. */
  const createCallers = async ({ permission }: Operation) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { token } = await createApiKey(app.pool, { accountId: session.accountId });
    return permission === 'dashboard' ? [app.asPerson(session)] : [app.asPerson(session), app.as(token)];
  };
  /** A body and a query that are accepted, so that the id is the only fault. */
  const bodyOf = (id: string, method: string) => (method === 'get' ? undefined : (GOOD[id]?.body ?? {}));
  const queryOf = (id: string) => GOOD[id]?.query ?? {};

  describe("Rejects an unknown id and the id of another account's object with not_found 404.", () => {
    for (const [id, operation] of withId) {
      const { method, path } = operation;
      it(`${method.toUpperCase()} ${path}`, async () => {
        const { create } = SPECIMENS[resourceOf(id)] ?? {};
        if (!create) expect.fail(`The specimen of ${path} has no create.`);
        const other = await create(app.pool, (await createAccount(app.pool)).id);
        const callers = await createCallers(operation);
        for (const foreign of [other.id, UNKNOWN_ID, UNKNOWN_LOG_ID]) {
          const filled = path.replace(/:\w+/g, (name) =>
            String((foreign === other.id && other[name.slice(1)]) || foreign),
          );
          for (const caller of callers)
            expectError(
              await caller[method](filled).query(queryOf(id)).send(bodyOf(id, method)),
              404,
              'not_found',
            );
        }
        // The same by a tool of a model, whose ids a text may have named.
        const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
        const params = Object.fromEntries(names.map((name) => [name, other[name] ?? other.id]));
        const [person, caller = person] = callers;
        const call = { operation: id, params, query: queryOf(id), body: bodyOf(id, method) };
        const answer = await caller?.post('/mcp').send({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'call_operation', arguments: call },
        });
        expect(answer?.body.result.structuredContent).to.include({ statusCode: 404, name: 'not_found' });
      });
    }

    it('is tested on at least one operation', () => {
      expect(withId.length).to.be.above(0);
    });
  });

  describe('Rejects a malformed id in a path with not_found 404.', () => {
    for (const [id, operation] of withId) {
      const { method, path } = operation;
      it(`${method.toUpperCase()} ${path}`, async () => {
        const [caller = expect.fail('There is no caller.')] = await createCallers(operation);
        for (const malformed of MALFORMED_IDS) {
          const filled = path.replace(/:\w+/g, malformed);
          expectError(
            await caller[method](filled).query(queryOf(id)).send(bodyOf(id, method)),
            404,
            'not_found',
          );
        }
      });
    }
  });
});
