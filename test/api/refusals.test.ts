// Requests that are refused because of their fields (refusal.ts): each has the error of its rule, and changes nothing.
import { expect } from 'chai';
import { ERROR_STATUS } from '../../shared/contract/errors.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { useApp } from '../support/api/app.ts';
import { contentsOf } from '../support/api/contents.ts';
import { expectError } from '../support/api/error-body.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { signIn } from '../support/factories/people-factories.ts';
import type { Refusal } from './refusal.ts';
import { REFUSALS } from './refusals.ts';
import type { Fields } from './specimen.ts';
import { GOOD, SPECIMENS } from './specimens.ts';

const SHOWN_MAX = 200;

describe('A request with fields that its resource refuses', () => {
  // No server is there, so that DNS refuses each question at once.
  const app = useApp({ config: { dnsServers: ['127.0.0.1:9'] } });

  /** A caller of a new account, which has the objects in the path. */
  async function prepare({ operation, prepare: prepareMore }: Refusal) {
    const { method, path, permission } = OPERATIONS[operation] as Operation;
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const { token } = await createApiKey(app.pool, { accountId });
    const ids = path.includes('/:')
      ? ((await SPECIMENS[path.split('/')[1] ?? '']?.create?.(app.pool, accountId)) ?? {})
      : {};
    const filled = path.replace(/:(\w+)/g, (_, name: string) => String((ids as Fields)[name]));
    const { body = {}, query = {} } = GOOD[operation] ?? {};
    const good = { body: { ...body, ...(await prepareMore?.(app.pool, accountId)) }, query };
    const isPerson = permission === 'dashboard' || permission === 'open';
    const api = isPerson ? app.asPerson(session) : app.as(token);
    // Notes that the key is in use, which the requests then need not.
    if (!isPerson) await api.get('/emails').expect(200);
    const ask = (whole: unknown, changed: Fields = {}) =>
      api[method](filled)
        .query({ ...good.query, ...changed })
        .send(whole as object);
    return { good, ask, isPerson };
  }

  /** Sends the requests of a rule one after the other. */
  async function expectAllRefused(refusal: Refusal): Promise<void> {
    const { error = 'validation_error', says, bodies = [], wholes = [], queries = [] } = refusal;
    const { good, ask, isPerson } = await prepare(refusal);
    const requests = [
      ...bodies.map((row) => ({ row, sent: () => ask({ ...good.body, ...row }) })),
      ...wholes.map((row) => ({ row, sent: () => ask(row) })),
      ...queries.map((row) => ({ row, sent: () => ask(undefined, row) })),
    ];
    expect(requests).to.have.length.above(0);
    const before = await contentsOf(app, ['logs']);
    for (const { row, sent } of requests) {
      const { status, headers, body } = await sent();
      const shown = `${JSON.stringify(row)?.slice(0, SHOWN_MAX)} → ${status} ${JSON.stringify(body).slice(0, SHOWN_MAX)}`;
      expect(body.name, shown).to.equal(error);
      const changed = wholes.includes(row) ? undefined : Object.keys(row as Fields)[0];
      // To a signed-in person it says which field is at fault, or which of its items.
      if (isPerson && changed) expect(String(body.field).split('.')[0], shown).to.equal(changed);
      const words = says ?? changed ?? '';
      expect(expectError({ status, headers, body }, ERROR_STATUS[error], error), shown).to.include(words);
    }
    expect(await contentsOf(app, ['logs'])).to.deep.equal(before);
  }

  for (const [resource, refusals] of Object.entries(REFUSALS)) {
    describe(resource, () => {
      for (const refusal of refusals) it(refusal.rule, () => expectAllRefused(refusal));
    });
  }
});
