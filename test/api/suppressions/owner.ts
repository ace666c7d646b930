// An account with a suppression list: requests that add addresses, and a reader of what is stored.
import { type Caller, createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';

/** An account with an API key and a suppression list. */
export interface Owner extends Caller {
  /** POST /suppressions. */
  add(email: unknown): ReturnType<ReturnType<TestApp['as']>['post']>;
  /** The addresses on the list, in alphabetical order. */
  addresses(): Promise<string[]>;
}

/** Creates an account with a full-access key. */
export async function createOwner(app: TestApp): Promise<Owner> {
  const caller = await createCaller(app);
  return {
    ...caller,
    add: (email) => caller.api.post('/suppressions').send({ email }),
    async addresses() {
      const { rows } = await app.pool.query<{ address: string }>(
        'SELECT address FROM suppressions WHERE account_id = $1 ORDER BY address COLLATE "C"',
        [caller.accountId],
      );
      return rows.map(({ address }) => address);
    },
  };
}
