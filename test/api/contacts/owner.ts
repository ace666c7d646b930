// Factories for tests of contacts: an account with its key, requests that write contacts, and readers of what is stored
// and announced.
import { expect } from 'chai';
import { type Announcement, listenForEvents } from '../../support/announced-events.ts';
import type { TestApp } from '../../support/app.ts';
import { type AccountFields, createAccount, createApiKey } from '../../support/factories.ts';

type Answer = ReturnType<ReturnType<TestApp['as']>['post']>;

/** An account with an API key. */
export interface ContactOwner {
  accountId: string;
  token: string;
  api: ReturnType<TestApp['as']>;
  /** POST /contacts. */
  add(email: unknown, fields?: object): Answer;
  /** POST of a resource with an id: an audience, segment, topic or property. @returns its id */
  make(path: string, body: object): Promise<string>;
  /** GET /contacts/:id, which must succeed. */
  read(id: string): Promise<Record<string, unknown>>;
  /** The addresses of all contacts of the account, in alphabetical order. */
  emails(): Promise<string[]>;
  /** Creates a webhook. @returns a reader of its events, the oldest first */
  listen(...events: string[]): Promise<() => Promise<Announcement[]>>;
}

/** Creates an account with a full-access key. */
export async function createContactOwner(app: TestApp, fields: AccountFields = {}): Promise<ContactOwner> {
  const { id: accountId } = await createAccount(app.pool, fields);
  const { token } = await createApiKey(app.pool, { accountId });
  const api = app.as(token);
  return {
    accountId,
    token,
    api,
    add: (email, more = {}) => api.post('/contacts').send({ email, ...more }),
    async make(path, body) {
      const { status, body: made } = await api.post(path).send(body);
      expect(status, JSON.stringify(made)).to.equal(201);
      return made.id;
    },
    async read(id) {
      const { status, body } = await api.get(`/contacts/${id}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    },
    async emails() {
      const { rows } = await app.pool.query<{ email: string }>(
        'SELECT email FROM contacts WHERE account_id = $1 ORDER BY email COLLATE "C", audience_id',
        [accountId],
      );
      return rows.map(({ email }) => email);
    },
    listen: (...events) => listenForEvents(app.pool, accountId, events),
  };
}
