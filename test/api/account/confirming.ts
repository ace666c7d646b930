// An account in the sandbox whose admin has addresses confirmed, and the mails that it causes.
import { enter } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';

/** Creates the operator's account, the oldest one, from whose domain the service mails. Before all other accounts. */
export async function createOperator(app: TestApp): Promise<void> {
  const { id } = await createAccount(app.pool, { name: 'Operator' });
  await createDomain(app.pool, id, { name: 'operator.dev', isDefault: true });
}

/** An account, and a person who may change it. */
export interface ConfirmingAccount extends Awaited<ReturnType<typeof enter>> {
  /** POST /account/confirmed-addresses. */
  ask(email: unknown): ReturnType<ReturnType<TestApp['asPerson']>['post']>;
  /** GET /account/confirmed-addresses. */
  list(): Promise<{ email: string; status: string; confirmed_at: string | null }[]>;
}

/** Creates an account in the sandbox. */
export async function createConfirmingAccount(
  app: TestApp,
  { name = 'Acme' }: { name?: string } = {},
): Promise<ConfirmingAccount> {
  const { id: accountId } = await createAccount(app.pool, { name, productionAccess: false });
  const admin = await enter(app, { accountId, role: 'admin' });
  const path = '/account/confirmed-addresses';
  return {
    ...admin,
    ask: (email) => admin.api.post(path).send({ email }),
    list: async () => (await admin.api.get(path)).body.data,
  };
}

/** Paths of the pages of all links that were mailed to an address, the first one first. */
export async function mailedPages(app: TestApp, email: string): Promise<string[]> {
  await app.deps.background.settled();
  const { rows } = await app.pool.query<{ text: string }>(
    `SELECT text FROM emails JOIN email_contents ON email_contents.id = content_id
     WHERE to_addresses @> ARRAY[$1] ORDER BY emails.id`,
    [email],
  );
  return rows.map(({ text }) => /\/confirm-address\?token=[\w-]+/.exec(text)?.[0] ?? '');
}
