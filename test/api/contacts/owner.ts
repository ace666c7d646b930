// Factories for tests of contacts: an account with its key, requests that write contacts, and readers of what is stored
// and announced.
import { type Caller, createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import type { AccountFields } from '../../support/factories/factories.ts';

/** An account with contacts. */
export interface ContactOwner extends Caller {
  /** POST /contacts. */
  add(email: unknown, fields?: object): ReturnType<Caller['api']['post']>;
  /** GET /contacts/:id, which must succeed. */
  contact(id: string): ReturnType<Caller['read']>;
  /** The addresses of the contacts in the list at a path. */
  emailsAt(path: string): Promise<string[]>;
  /** The addresses of all contacts of the account, in alphabetical order. */
  emails(): Promise<string[]>;
  /** Creates an audience. @returns its id */
  audience(name?: string): Promise<string>;
  /** Creates a segment. @returns its id */
  segment(fields?: object): Promise<string>;
  /** Creates a topic. @returns its id */
  topic(subscription?: 'opt_in' | 'opt_out'): Promise<string>;
}

/** Creates an account with a full-access key. */
export async function createContactOwner(app: TestApp, fields: AccountFields = {}): Promise<ContactOwner> {
  const caller = await createCaller(app, fields);
  let topics = 0;
  return {
    ...caller,
    add: (email, more = {}) => caller.api.post('/contacts').send({ email, ...more }),
    contact: (id) => caller.read(`/contacts/${id}`),
    async emailsAt(path) {
      const { data } = await caller.read(path);
      return data.map(({ email }: { email: string }) => email);
    },
    async emails() {
      const { rows } = await app.pool.query<{ email: string }>(
        'SELECT email FROM contacts WHERE account_id = $1 ORDER BY email COLLATE "C", audience_id',
        [caller.accountId],
      );
      return rows.map(({ email }) => email);
    },
    audience: (name = 'Shop') => caller.make('/audiences', { name }),
    segment: (more = {}) => caller.make('/segments', { name: 'VIP', ...more }),
    topic: (subscription = 'opt_in') => {
      topics += 1;
      const name = topics === 1 ? 'News' : `News ${topics}`;
      return caller.make('/topics', { name, default_subscription: subscription });
    },
  };
}
