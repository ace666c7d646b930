// The limits of depth and of values of a JSON body (docs/reference/requests.md#bodies), on every operation with a body.
// Code that walks through a body by recursion must not overflow the stack.
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createSender, type Sender } from '../emails/sender.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const VALUES_MAX = 1_000_000;

describe('The size of parsed JSON', () => {
  const app = useApp();
  let sender: Sender;
  before(async () => {
    sender = await createSender(app);
  });

  /** The value of a field that makes the whole body so many levels deep. */
  const nested = (levels: number, outer: 1 | 2) => '['.repeat(levels - outer) + ']'.repeat(levels - outer);
  const post = (method: 'post' | 'patch', path: string, json: string, headers: Record<string, string> = {}) =>
    sender.api[method](path)
      .set({ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers })
      .serialize((text: unknown) => text as string)
      .send(json);
  const withField = (levels: number, isBatch: boolean) => {
    const email = JSON.stringify(sender.body()).replace(
      /}$/,
      `,"unheard_of":${nested(levels, isBatch ? 2 : 1)}}`,
    );
    return isBatch ? `[${email}]` : email;
  };

  it('Rejects JSON that is nested more than 100 levels deep with validation_error 422.', async () => {
    const operations = Object.values(OPERATIONS).filter(
      ({ method, permission }) => (method === 'post' || method === 'patch') && permission !== 'dashboard',
    );
    expect(operations).to.have.length.above(40);
    for (const { method, path } of operations) {
      const url = path.replaceAll(/:\w+/g, UNKNOWN_ID);
      const answer = await post(method as 'post', url, withField(101, false));
      expect(expectError(answer, 422, 'validation_error'), `${method} ${path}`).to.include('100 levels');
    }
  });

  it('Accepts JSON that is nested 100 levels deep, also under an Idempotency-Key.', async () => {
    for (const [way, path, headers] of [
      ['a send', '/emails', {}],
      ['a batch', '/emails/batch', {}],
      ['a permissive batch', '/emails/batch', { 'x-batch-validation': 'permissive' }],
    ] as const) {
      const isBatch = path !== '/emails';
      const ask = (levels: number) =>
        post('post', path, withField(levels, isBatch), { ...headers, 'idempotency-key': way });
      expectError(await ask(4_000), 422, 'validation_error');
      const first = await ask(100);
      const again = await ask(100);
      expect([first.status, again.text], way).to.deep.equal([200, first.text]);
    }
  });

  it('Rejects a body with more than 1,000,000 values with validation_error 422.', async () => {
    const withValues = (count: number) =>
      JSON.stringify({ ...sender.body(), unheard_of: Array(count).fill(0) });
    // The fields of the email, of which the array is one, are values too.
    const most = VALUES_MAX - Object.keys(sender.body()).length - 1;
    const accepted = await post('post', '/emails', withValues(most));
    expect(accepted.status, accepted.text).to.equal(200);
    const refused = await post('post', '/emails', withValues(most + 1));
    expect(expectError(refused, 422, 'validation_error')).to.include(`${VALUES_MAX} values`);
  });
});
