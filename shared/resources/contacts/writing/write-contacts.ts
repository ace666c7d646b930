// The transaction of every contact write (docs/architecture/contacts.md#the-contact-limit). For an account with a
// contact limit it locks the account's counter first, so that the limit is exact, and takes it in at most two seconds.
// For every account it ends within fifteen seconds of work, or is rolled back.
//
// The counter exists only for accounts with a limit. A write without a limit deletes it, because it would be wrong
// afterwards; the first write with a limit counts the contacts anew (counter.ts). Both hold an advisory lock: shared
// while writing, exclusive while counting, so that no write of either kind is missed when a plan changes.
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/db/sqlstates.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { ContactCounter, countContacts, lockCounter, UncountedError } from './counter.ts';
import type { ContactLanes } from './lanes.ts';
import { contactsTimeout } from './refusals.ts';

/** Dependencies of a contact write. */
export interface ContactWriteDeps {
  database: Database;
  contactLanes: ContactLanes;
}

/** A contact write in progress. */
export interface ContactWrite {
  readonly client: Transaction;
  /**
   * Adds to the number of contacts of an account with a limit.
   * @throws DomainError `contact_limit_reached` when contacts are added beyond it
   */
  count(change: number): Promise<void>;
}

/** How often a transaction is run that Postgres ends for a deadlock, or that found no counter. */
const ATTEMPTS_MAX = 4;

/**
 * Runs a contact write. It may run more than once, each time in a new transaction. The caller has the account's turn
 * (lanes.ts): the API takes it before the handler, a job with `contactLanes.run`.
 * @throws DomainError `contacts_busy`, `contacts_timeout`, `contact_limit_reached`, or what the work throws
 */
export async function writeContacts<T>(
  deps: ContactWriteDeps,
  accountId: string,
  work: (write: ContactWrite) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptWrite(deps, accountId, work);
    } catch (error) {
      const isCounting = error instanceof UncountedError;
      const mayRepeat = isCounting || sqlstateOf(error) === SQLSTATES.deadlockDetected;
      if (!mayRepeat || attempt === ATTEMPTS_MAX) throw error;
      if (isCounting) await countContacts(deps.database, accountId, deps.contactLanes.times);
    }
  }
}

async function attemptWrite<T>(
  { database, contactLanes }: ContactWriteDeps,
  accountId: string,
  work: (write: ContactWrite) => Promise<T>,
): Promise<T> {
  const { times } = contactLanes;
  return await transaction(
    database,
    async (client) => {
      const counter = await lockCounter(client, accountId);
      contactLanes.learn(accountId, counter instanceof ContactCounter);
      return await withinTime(client, times.workMs, (bounded) =>
        work({ client: bounded, count: async (change) => counter?.add(bounded, change) }),
      );
    },
    { lockTimeoutMs: times.waitMs },
  );
}

/**
 * Gives work a connection on which all its statements together end in time.
 * @throws DomainError `contacts_timeout`
 */
async function withinTime<T>(
  client: Transaction,
  workMs: number,
  work: (bounded: Transaction) => Promise<T>,
): Promise<T> {
  const endsAtMs = performance.now() + workMs;
  const timedOut = () => contactsTimeout(workMs / 1_000);
  const query = async (statement: Parameters<Queryable['query']>[0], values?: unknown[]) => {
    const leftMs = Math.ceil(endsAtMs - performance.now());
    if (leftMs <= 0) throw timedOut();
    const [, result] = await Promise.all([
      client.query({ name: 'bound-contact-statement', text: BOUND, values: [`${leftMs}ms`] }),
      client.query(statement as string, values),
    ]);
    return result;
  };
  try {
    const result = await work({ ...client, query: query as Queryable['query'] });
    if (performance.now() >= endsAtMs) throw timedOut();
    return result;
  } catch (error) {
    throw sqlstateOf(error) === SQLSTATES.queryCanceled ? timedOut() : error;
  }
}

/** The lock timeout was for the counter only; a row that another request has locked is work that takes time. */
const BOUND = `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', '0', true)`;
