// An account that may send: its domain, its key, and requests that differ from a good one in what a test is about.
import type { TestApp } from '../../support/app.ts';
import { type ApiKeyFields, createApiKey, createDomain, type DomainFields } from '../../support/factories.ts';

/** An account with an API key and a domain that may send. */
export interface Sender {
  accountId: string;
  token: string;
  domain: { id: string; name: string };
  /** A body that is accepted, with some fields changed; undefined leaves one out. */
  body(changes?: Record<string, unknown>): Record<string, unknown>;
  /** POST /emails with such a body. */
  send(changes?: Record<string, unknown>): ReturnType<ReturnType<TestApp['as']>['post']>;
}

/** Creates a sender. */
export async function createSender(
  app: TestApp,
  fields: { key?: ApiKeyFields; domain?: DomainFields } = {},
): Promise<Sender> {
  const { accountId, token } = await createApiKey(app.pool, fields.key);
  const domain = await createDomain(app.pool, accountId, fields.domain);
  const body = (changes: Record<string, unknown> = {}) => ({
    from: `ana@${domain.name}`,
    to: 'bo@customer.dev',
    subject: 'Hello',
    text: 'Hello Bo',
    ...changes,
  });
  return {
    accountId,
    token,
    domain,
    body,
    send: (changes) => app.as(token).post('/emails').send(body(changes)),
  };
}
