// Query parameters that an operation does not know (docs/reference/requests.md#ignored-parameters), on every operation.
import { expect } from 'chai';
import type { Operation } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { useAccount } from '../support/api/account.ts';
import { useApp } from '../support/api/app.ts';
import { signIn } from '../support/factories/people-factories.ts';
import { UNKNOWN_ID } from './specimen.ts';
import { GOOD } from './specimens.ts';

const HEADER = 'x-ignored-parameters';

describe('X-Ignored-Parameters', () => {
  const app = useApp();
  const account = useAccount(app);

  describe('Names the query parameters that the operation does not know in X-Ignored-Parameters, whichever the operation.', () => {
    for (const [id, { method, path }] of Object.entries<Operation>(OPERATIONS)) {
      it(`${method.toUpperCase()} ${path}`, async () => {
        const api = app.asPerson(await signIn(app.pool, { now: app.clock.now() }));
        const { query = {}, body = {} } = GOOD[id] ?? {};
        const filled = path.replace(/:\w+/g, UNKNOWN_ID);
        const ask = (more: object) => {
          const asked = api[method](filled).query({ ...query, ...more });
          return method === 'get' ? asked : asked.send(body);
        };
        const { headers } = await ask({ zzz_unknown: '1', '9': '' });
        expect(headers[HEADER]).to.equal('9, zzz_unknown');
      });
    }
  });

  it('Percent-encodes each name in X-Ignored-Parameters, cuts it at 32 characters, and ends with `...` after ten names if there are more.', async () => {
    const ignoredIn = async (query: string) =>
      (await account.api.get(`/emails?${query}`).expect(200)).headers[HEADER];
    expect(await ignoredIn('')).to.equal(undefined);
    expect(await ignoredIn('limit=1&q=a')).to.equal(undefined);
    expect(await ignoredIn('=x&__proto__=1&constructor=1')).to.equal('__proto__, constructor');
    expect(await ignoredIn('a%0d%0aX-Evil:%201=2')).to.equal('a%0D%0AX-Evil%3A%201');
    expect(await ignoredIn('a,%20b=1&%C3%BC=2&%ff=3')).to.equal('a%2C%20b, %C3%BC, %EF%BF%BD');
    expect(await ignoredIn(`${'x'.repeat(5_000)}=1`)).to.equal('x'.repeat(32));
    // The cut goes through the middle of an emoji.
    expect(await ignoredIn(`${'x'.repeat(31)}%F0%9F%98%80=1`)).to.equal(`${'x'.repeat(31)}%EF%BF%BD`);
    const many = Array.from({ length: 11 }, (_, n) => `name${n}`);
    const tenOf = many.slice(0, 10);
    expect(await ignoredIn(`${tenOf.join('&')}&limit=1`)).to.equal(tenOf.join(', '));
    expect(await ignoredIn(many.join('&'))).to.equal([...tenOf, '...'].join(', '));
  });
});
