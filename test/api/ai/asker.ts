// An account that asks a language model: what the tests of suggestions begin with.
import { expect } from 'chai';
import { type CallerFields, createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';

export const WISH = { prompt: 'Welcome new customers of our bakery.' };

async function createModelAsker(app: TestApp, fields?: CallerFields) {
  const caller = await createCaller(app, fields);
  const post = (path: string, body: object) => caller.api.post(path).send(body);
  return {
    ...caller,
    post,
    /** It must be answered. @returns the suggestion */
    // biome-ignore lint/suspicious/noExplicitAny: the body of any operation, as supertest types it.
    async suggested(path: string, body: object): Promise<any> {
      const { status, body: answered } = await post(path, body);
      expect(status, JSON.stringify(answered)).to.equal(200);
      return answered;
    },
    /** The model must fail. @returns the message */
    failed: async (path: string, body: object) =>
      expectError(await post(path, body), 500, 'application_error'),
    creditsUsed: async (): Promise<number> => (await caller.read('/usage')).ai_credits.used,
  };
}

/** A new account for each test of the enclosing `describe`. */
export function useModelAsker(app: TestApp, fields?: CallerFields) {
  return useEach(() => createModelAsker(app, fields));
}
