// The newest SDK of Resend, unchanged, with the key of an account of this service.
import { expect } from 'chai';
import { Resend } from 'resend';
import type { TestApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import type { SdkAnswer } from './succeed.ts';

export const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';

/** An SDK with a new account for each test of the enclosing `describe`. Read the fields inside hooks and tests. */
export function useResend(app: TestApp): { resend: Resend; accountId: string } {
  return useEach(async () => {
    const { accountId, token } = await createApiKey(app.pool);
    return { accountId, resend: new Resend(token, { baseUrl: app.url }) };
  });
}

/** Expects that a call fails with this error, and without data. */
export async function expectError(answer: Promise<SdkAnswer<unknown>>, name: string, statusCode: number) {
  const { data, error } = await answer;
  expect(data).to.equal(null);
  expect(error).to.include({ name, statusCode });
}
