// An account that may send, with a template that was made through the API, and requests about both.
import { expect } from 'chai';
import { type Caller, createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createDomain } from '../../support/factories/factories.ts';

type Answer = ReturnType<Caller['api']['post']>;

/** An account with a template. */
export interface TemplateOwner extends Caller {
  /** The name of its domain, which may send. */
  domain: string;
  id: string;
  /** `/templates/:id`. */
  path: string;
  /** PATCH of the template. */
  patch(body: object): Answer;
  /** POST of a path below the template. */
  post(path: string, body?: object): Answer;
  /** @returns the published template */
  publish(): Promise<Record<string, unknown>>;
  /** POST /emails, which must answer 200. @returns the email */
  send(fields: object): Promise<Record<string, unknown>>;
}

/** Creates the account and its template. */
export async function createTemplateOwner(
  app: TestApp,
  fieldsOf: (domain: string) => object,
): Promise<TemplateOwner> {
  const caller = await createCaller(app);
  const { api } = caller;
  const { name: domain } = await createDomain(app.pool, caller.accountId);
  const id = await caller.make('/templates', { name: 'News', ...fieldsOf(domain) });
  const path = `/templates/${id}`;
  return {
    ...caller,
    domain,
    id,
    path,
    patch: (body) => api.patch(path).send(body),
    post: (below, body) => api.post(`${path}/${below}`).send(body),
    publish: async () => (await api.post(`${path}/publish`).expect(200)).body,
    async send(fields) {
      const email = { from: `ana@${domain}`, to: 'bo@customer.dev', ...fields };
      const { status, body } = await api.post('/emails').send(email);
      expect(status, JSON.stringify(body)).to.equal(200);
      return caller.read(`/emails/${body.id}`);
    },
  };
}
