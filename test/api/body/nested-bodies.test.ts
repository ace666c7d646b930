// JSON at most 100 levels deep (decisions.md §1), on every route that takes a body: whoever walks through a body by
// recursion must come to its end.
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createSender, type Sender } from '../emails/sender.ts';

const NO_ID = '0190d3a1-0000-7000-8000-000000000000';

describe('A body that is nested', () => {
  const app = useApp();
  let sender: Sender;
  before(async () => {
    sender = await createSender(app);
  });

  /** A field of a send, so deep that the whole body has so many levels. */
  const nested = (levels: number, outer: 1 | 2) => '['.repeat(levels - outer) + ']'.repeat(levels - outer);
  const post = (method: 'post' | 'patch', path: string, json: string, headers: Record<string, string> = {}) =>
    app
      .as(sender.token)
      [method](path)
      .set({ 'content-type': 'application/json', ...headers })
      .serialize((text: unknown) => text as string)
      .send(json);
  const withField = (levels: number, isBatch: boolean) => {
    const email = JSON.stringify(sender.body()).replace(
      /}$/,
      `,"unheard_of":${nested(levels, isBatch ? 2 : 1)}}`,
    );
    return isBatch ? `[${email}]` : email;
  };

  for (const { method, path, permission } of Object.values(OPERATIONS)) {
    if ((method !== 'post' && method !== 'patch') || permission === 'dashboard') continue;
    it(`101 levels deep is refused by ${method.toUpperCase()} ${path}`, async () => {
      const url = path.replaceAll(/:\w+/g, NO_ID);
      const message = expectError(await post(method, url, withField(101, false)), 422, 'validation_error');
      expect(message).to.include('100 levels');
    });
  }

  for (const [way, path, headers] of [
    ['a send', '/emails', {}],
    ['a batch', '/emails/batch', {}],
    ['a permissive batch', '/emails/batch', { 'x-batch-validation': 'permissive' }],
  ] as const) {
    it(`is taken by ${way} with 100 levels under an Idempotency-Key, and refused with 4,000`, async () => {
      const isBatch = path !== '/emails';
      const key = { 'idempotency-key': way };
      const refused = await post('post', path, withField(4_000, isBatch), { ...headers, ...key });
      expectError(refused, 422, 'validation_error');
      const json = withField(100, isBatch);
      const [first, again] = [
        await post('post', path, json, { ...headers, ...key }),
        await post('post', path, json, { ...headers, ...key }),
      ];
      expect([first.status, again.text]).to.deep.equal([200, first.text]);
    });
  }
});
