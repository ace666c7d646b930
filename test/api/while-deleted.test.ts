// What is read or changed while it is deleted (docs/reference/requests.md#ids): each operation on an object, with the DELETE of
// the object just before each of its statements.
import { expect } from 'chai';
import type { PoolClient } from 'pg';
import type { Response } from 'supertest';
import type { Operation } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { useApp } from '../support/api/app.ts';
import { signIn } from '../support/factories/people-factories.ts';
import { GOOD, resourceOf, SPECIMENS } from './specimens.ts';

/** Statements before which an object is deleted; statements that are sent together are one. */
const STATEMENTS_MAX = 10;
/** The request may hold a lock or a place for which the DELETE waits: then it is first. */
const DELETED_WITHIN_MS = 200;

type Answer = Pick<Response, 'status'>;

describe('Answers a request for an object that is deleted at the same moment as if it were there, or with not_found 404.', () => {
  // No model is there, which is answered with 500, and no name server.
  const ai = { url: 'http://127.0.0.1:9/v1', apiKey: undefined, model: 'none', timeoutMs: 1_000 };
  const app = useApp({ config: { ai, dnsServers: ['127.0.0.1:9'] } });

  /** Called before each statement of a request that is watched. */
  let beforeStatement: (() => Promise<unknown>) | undefined;
  const watched = new WeakSet<PoolClient>();
  before(() => app.pool.on('acquire', watch));

  function watch(client: PoolClient): void {
    if (watched.has(client)) return;
    watched.add(client);
    // biome-ignore lint/suspicious/noExplicitAny: pg has a dozen signatures.
    const query = client.query.bind(client) as (...args: any[]) => any;
    // biome-ignore lint/suspicious/noExplicitAny: the same.
    client.query = (...args: any[]): any => {
      if (!beforeStatement) return query(...args);
      const ready = beforeStatement();
      // A batch of statements answers its own callers.
      if (typeof args[0].submit === 'function') {
        void ready.then(() => query(...args));
        return args[0];
      }
      const answer = typeof args.at(-1) === 'function' ? args.pop() : undefined;
      const result = ready.then(() => query(...args));
      if (!answer) return result;
      result.then((rows) => answer(null, rows), answer);
    };
  }

  /** Runs a request, and something before its n-th statement. @returns its answer and the number of its statements */
  async function interrupt(
    ask: () => PromiseLike<Answer>,
    at: number,
    act: () => PromiseLike<unknown>,
  ): Promise<{ answer: Answer; statements: number }> {
    let statements = 0;
    let acted: PromiseLike<unknown> | undefined;
    const countAndAct = async () => {
      statements += 1;
      if (statements !== at) return;
      beforeStatement = undefined;
      acted = act();
      let timer: NodeJS.Timeout | undefined;
      const isLate = new Promise((resolve) => {
        timer = setTimeout(resolve, DELETED_WITHIN_MS);
      });
      await Promise.race([acted, isLate]);
      clearTimeout(timer);
    };
    beforeStatement = countAndAct;
    const answer = await ask();
    beforeStatement = undefined;
    await acted;
    return { answer, statements };
  }

  const isWithin = (path: string, of: string) => path === of || path.startsWith(`${of}/`);
  const deletions = Object.values<Operation>(OPERATIONS).filter(
    ({ method, path }) => method === 'delete' && path.includes('/:'),
  );
  const pairs = Object.entries<Operation>(OPERATIONS).flatMap(([id, operation]) =>
    deletions
      .filter((deletion) => isWithin(operation.path, deletion.path))
      .map((deletion) => ({ id, operation, deletion })),
  );
  for (const { id, operation, deletion } of pairs)
    it(`${operation.method.toUpperCase()} ${operation.path}, DELETE ${deletion.path}`, async () => {
      const { create } = SPECIMENS[resourceOf(id)] ?? {};
      if (!create) expect.fail(`The specimen of ${operation.path} has no create.`);
      const { method, path } = operation;
      const session = await signIn(app.pool, { now: app.clock.now() });
      const createOne = async () => {
        const object = await create(app.pool, session.accountId);
        const fill = (text: string) =>
          text.replace(/:(\w+)/g, (_, name: string) => String(object[name] ?? object.id));
        const person = app.asPerson(session);
        return {
          ask: async () =>
            await person[method](fill(path))
              .query(GOOD[id]?.query ?? {})
              .send(method === 'get' ? undefined : (GOOD[id]?.body ?? {})),
          remove: async () => expect((await person.delete(fill(deletion.path))).status).to.be.below(500),
        };
      };
      const first = await createOne();
      const { status: undisturbed } = await first.ask();
      await first.remove();
      if (operation.uses !== 'model') expect(undisturbed, 'undisturbed').to.be.below(500);
      // The first finds the session.
      for (let at = 2; at <= STATEMENTS_MAX; at += 1) {
        const { ask, remove } = await createOne();
        const { answer, statements } = await interrupt(ask, at, remove);
        expect(answer.status, `deleted before statement ${at}`).to.be.oneOf([undisturbed, 404]);
        if (statements < at) break;
      }
    });
});
