// Factories for tests of suppressions: an account with its key, requests that add addresses, and readers of what is
// stored and announced.
import { type Announcement, listenForEvents } from '../../support/announced-events.ts';
import type { TestApp } from '../../support/app.ts';
import { createApiKey } from '../../support/factories.ts';

/** An account with an API key and a suppression list. */
export interface Owner {
  accountId: string;
  token: string;
  api: ReturnType<TestApp['as']>;
  /** POST /suppressions. */
  add(email: unknown): ReturnType<ReturnType<TestApp['as']>['post']>;
  /** The addresses on the list, in alphabetical order. */
  addresses(): Promise<string[]>;
  /** Creates a webhook for events of suppressions. @returns a reader of its events, the oldest first */
  listen(): Promise<() => Promise<Announcement[]>>;
}

/** Creates an account with a full-access key. */
export async function createOwner(app: TestApp): Promise<Owner> {
  const { accountId, token } = await createApiKey(app.pool);
  const api = app.as(token);
  return {
    accountId,
    token,
    api,
    add: (email) => api.post('/suppressions').send({ email }),
    async addresses() {
      const { rows } = await app.pool.query<{ address: string }>(
        'SELECT address FROM suppressions WHERE account_id = $1 ORDER BY address COLLATE "C"',
        [accountId],
      );
      return rows.map(({ address }) => address);
    },
    listen: () => listenForEvents(app.pool, accountId, ['suppression.*']),
  };
}
