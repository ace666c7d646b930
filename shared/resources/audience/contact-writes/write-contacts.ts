// The transaction of every contact write, which enforces the contact limit
// (docs/architecture/contacts.md#the-contact-limit): for an account with a limit it locks the account's counter first,
// so that the limit is exact, and takes it in at most two seconds. For every account it ends within fifteen seconds of
// work, or is rolled back.
//
// The counter exists only for accounts with a limit. A write without a limit deletes it, because it would be wrong
// afterwards; the first write with a limit counts the contacts again (counter.ts). Both hold an advisory lock: shared
// while writing, exclusive while counting, so that no write of either kind is missed when a plan changes.
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/failures/sqlstates.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { ContactCounter, countContacts, lockCounter, UncountedError } from './counter.ts';
import type { ContactLanes } from './lanes.ts';
import { contactsTimeout, orContactsBusy } from './refusals.ts';

/** Dependencies of a contact write. */
export interface ContactWriteDeps {
  database: Database;
  contactLanes: ContactLanes;
}

/** A contact write in progress. */
export interface ContactWrite {
  readonly client: Transaction;
  /** How many contacts may be added, until the end of the transaction; without a limit: infinitely many. */
  readonly room: number;
  /**
   * Adds to the number of contacts of an account with a limit.
   * @throws DomainError `contact_limit_reached` when contacts are added beyond it
   */
  count(change: number): Promise<void>;
}

/** How often a transaction is run that Postgres ends for a deadlock, or that found no counter. */
const ATTEMPTS_MAX = 4;

/** The time for the work of a write, in all its attempts together. */
interface WorkTime {
  readonly workMs: number;
  /** Set when the first attempt has its lock; of the monotonic clock. */
  endsAtMs?: number;
}

/**
 * Runs a contact write. It may run more than once, each time in a new transaction. The caller has the account's turn
 * (lanes.ts): the API takes it before the handler, a job with `contactLanes.run`.
 * @param options locksAccount: the account is locked before all else, because the work makes contact properties
 * @throws DomainError `contacts_busy`, `contacts_timeout`, `contact_limit_reached`, or what the work throws
 */
export async function writeContacts<T>(
  deps: ContactWriteDeps,
  accountId: string,
  work: (write: ContactWrite) => Promise<T>,
  { locksAccount = false }: { locksAccount?: boolean } = {},
): Promise<T> {
  const { times } = deps.contactLanes;
  const time: WorkTime = { workMs: times.workMs };
  const lockFirst = (client: Transaction) => (locksAccount ? lockAccount(client, accountId) : undefined);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptWrite(deps, accountId, { time, lockFirst }, work);
    } catch (error) {
      const isCounting = error instanceof UncountedError;
      const mayRepeat = isCounting || sqlstateOf(error) === SQLSTATES.deadlockDetected;
      if (!mayRepeat || attempt === ATTEMPTS_MAX) throw error;
      if (isCounting) await countContacts(deps.database, accountId, times);
    }
  }
}

/** Only the lock of the counter has a lock timeout: a row that another request has locked is work that takes time. */
function attemptWrite<T>(
  { database, contactLanes }: ContactWriteDeps,
  accountId: string,
  { time, lockFirst }: { time: WorkTime; lockFirst: (client: Transaction) => Promise<void> | undefined },
  work: (write: ContactWrite) => Promise<T>,
): Promise<T> {
  const lockAndWork = async (client: Transaction) => {
    await lockFirst(client);
    const counter = await lockCounter(client, accountId);
    contactLanes.learn(accountId, counter instanceof ContactCounter);
    return await withinTime(client, time, (bounded) =>
      work({
        client: bounded,
        room: counter?.room ?? Number.POSITIVE_INFINITY,
        count: async (change) => counter?.add(bounded, change),
      }),
    );
  };
  return orContactsBusy(transaction(database, lockAndWork, { lockTimeoutMs: contactLanes.times.waitMs }));
}

/**
 * The end of the work is a setting of the transaction, so that each statement gets the rest when it begins: several
 * may travel together (shared/platform/db/pipeline.ts).
 */
const SET_END = `
  SELECT set_config('posthorn.contact_work_end', (clock_timestamp() + $1 * interval '1 ms')::text, true),
         set_config('lock_timeout', '0', true)`;
const BOUND = `
  SELECT set_config('statement_timeout', greatest(1, (extract(epoch FROM
    current_setting('posthorn.contact_work_end')::timestamptz - clock_timestamp()) * 1000)::integer)::text, true)`;

/**
 * Gives work a connection on which all its statements together end in time.
 * @throws DomainError `contacts_timeout`
 */
async function withinTime<T>(
  client: Transaction,
  time: WorkTime,
  work: (bounded: Transaction) => Promise<T>,
): Promise<T> {
  time.endsAtMs ??= performance.now() + time.workMs;
  const { endsAtMs } = time;
  const timedOut = () => contactsTimeout(time.workMs / 1_000);
  const query = async (statement: Parameters<Queryable['query']>[0], values?: unknown[]) => {
    if (performance.now() >= endsAtMs) throw timedOut();
    const [, result] = await Promise.all([
      client.query({ name: 'bound-contact-statement', text: BOUND }),
      client.query(statement as string, values),
    ]);
    return result;
  };
  try {
    const end = { name: 'set-contact-work-end', text: SET_END, values: [endsAtMs - performance.now()] };
    const [, result] = await Promise.all([
      client.query(end),
      work({ ...client, query: query as Queryable['query'] }),
    ]);
    if (performance.now() >= endsAtMs) throw timedOut();
    return result;
  } catch (error) {
    throw sqlstateOf(error) === SQLSTATES.queryCanceled ? timedOut() : error;
  }
}
