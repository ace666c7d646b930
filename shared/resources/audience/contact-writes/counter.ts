// The counter of an account whose plan limits its contacts: its row is the lock of the account's contact writes, its
// number makes the limit exact. write-contacts.ts has the whole story.
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { ContactTimes } from './lanes.ts';
import { contactLimitReached, orContactsBusy } from './refusals.ts';

/** The account has a limit and no counter: count, then try again. */
export class UncountedError extends Error {
  override readonly name = 'UncountedError';
}

/** The first key of the advisory locks; the second one is a hash of the account. */
const LOCK_CLASS = 0x636f6e74;

const READ = `
  SELECT contact_limit AS "limit", counter.account_id IS NOT NULL AS "isCounted"
  FROM accounts JOIN plans ON plans.id = plan_id
  LEFT JOIN contact_counters AS counter ON counter.account_id = accounts.id
  WHERE accounts.id = $1`;

const LOCK = 'SELECT contacts FROM contact_counters WHERE account_id = $1 FOR NO KEY UPDATE';

/** A counter that this transaction has locked. */
export class ContactCounter {
  readonly #accountId: string;
  readonly #limit: number;
  #contacts: number;

  constructor(accountId: string, limit: number, contacts: number) {
    this.#accountId = accountId;
    this.#limit = limit;
    this.#contacts = contacts;
  }

  /** How many contacts may be added. */
  get room(): number {
    return Math.max(this.#limit - this.#contacts, 0);
  }

  /** @throws DomainError `contact_limit_reached` */
  async add(client: Transaction, change: number): Promise<void> {
    if (change === 0) return;
    const contacts = this.#contacts + change;
    if (change > 0 && contacts > this.#limit) throw contactLimitReached(this.#limit, this.#contacts, change);
    this.#contacts = contacts;
    await client.query({
      name: 'set-contact-counter',
      text: 'UPDATE contact_counters SET contacts = $2 WHERE account_id = $1',
      values: [this.#accountId, contacts],
    });
  }
}

/**
 * Locks the counter of an account; undefined: the account has no limit. It waits up to the lock timeout of the
 * transaction.
 * @throws UncountedError
 */
export async function lockCounter(
  client: Transaction,
  accountId: string,
): Promise<ContactCounter | undefined> {
  const values = [accountId];
  const [, { rows }] = await Promise.all([
    client.query({
      name: 'share-contact-lock',
      text: `SELECT pg_advisory_xact_lock_shared(${LOCK_CLASS}, hashtext($1))`,
      values,
    }),
    client.query<{ limit: number | null; isCounted: boolean }>({
      name: 'read-contact-limit',
      text: READ,
      values,
    }),
  ]);
  const { limit = null, isCounted = false } = rows[0] ?? {};
  if (limit !== null) return await lockRow(client, accountId, limit);
  if (isCounted) await client.query('DELETE FROM contact_counters WHERE account_id = $1', values);
  return undefined;
}

async function lockRow(client: Transaction, accountId: string, limit: number): Promise<ContactCounter> {
  const { rows } = await client.query<{ contacts: number }>({
    name: 'lock-contact-counter',
    text: LOCK,
    values: [accountId],
  });
  if (!rows[0]) throw new UncountedError('The contacts of the account are not counted.');
  return new ContactCounter(accountId, limit, rows[0].contacts);
}

/**
 * Counts the contacts of an account, while none is written. Does nothing if another process has just counted.
 * @throws DomainError `contacts_busy`
 */
export async function countContacts(
  database: Database,
  accountId: string,
  { waitMs }: ContactTimes,
): Promise<void> {
  const count = async (client: Transaction) => {
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, hashtext($1))`, [accountId]);
    await client.query(
      `INSERT INTO contact_counters (account_id, contacts)
       SELECT $1::uuid, count(*) FROM contacts WHERE account_id = $1::uuid
       ON CONFLICT (account_id) DO NOTHING`,
      [accountId],
    );
  };
  await orContactsBusy(transaction(database, count, { lockTimeoutMs: waitMs }));
}
