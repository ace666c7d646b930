// The row of a domain's checks: the state of its records, and its columns of work. Each change of the states outside of a
// check raises `version`, so that a check which began before it writes nothing.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { type RecordState, readStates, type StoredState } from '../records/record-state.ts';
import { domainCheckWork } from './work.ts';

/** The states of a domain's records. */
export interface CheckRow {
  /** The id of the domain. */
  id: string;
  states: RecordState[];
  version: number;
  /** The number of requested checks. */
  requests: number;
  /** When DNS last answered. */
  checkedAt: Date | null;
}

/** Finds the rows of domains. */
export async function findChecks(database: Queryable, domainIds: readonly string[]): Promise<CheckRow[]> {
  const { rows } = await database.query<Omit<CheckRow, 'states'> & { records: StoredState[] }>({
    name: 'find-domain-checks',
    text: `SELECT id, records, version, requests, checked_at AS "checkedAt" FROM domain_checks WHERE id = ANY($1::uuid[])`,
    values: [domainIds],
  });
  return rows.map(({ records, ...row }) => ({ ...row, states: readStates(records) }));
}

/** Reads the row of one domain. */
export async function requireCheck(database: Queryable, domainId: string): Promise<CheckRow> {
  const [row] = await findChecks(database, [domainId]);
  if (!row) throw new Error('A domain has no row in domain_checks.');
  return row;
}

/** Creates the row of a new domain. No check is due before a client asks for it. */
export async function insertCheck(
  transaction: Transaction,
  { domainId, accountId }: { domainId: string; accountId: string },
): Promise<void> {
  await transaction.query({
    name: 'insert-domain-check',
    text: 'INSERT INTO domain_checks (id, account_id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
    values: [domainId, accountId],
  });
}

/** Deletes the row of a domain, also while a worker checks: it no longer finds the row, and writes nothing. */
export async function deleteCheck(transaction: Transaction, domainId: string): Promise<void> {
  await transaction.query({
    name: 'delete-domain-check',
    text: 'DELETE FROM domain_checks WHERE id = $1',
    values: [domainId],
  });
}

/**
 * Replaces the states of a domain's records outside of a check, if any is another one. A check that began before then
 * writes nothing.
 */
export async function replaceStates(
  transaction: Transaction,
  { id: domainId, states: before }: Pick<CheckRow, 'id' | 'states'>,
  states: readonly RecordState[],
): Promise<void> {
  if (states.length === before.length && states.every((state) => before.includes(state))) return;
  await transaction.query({
    name: 'replace-record-states',
    text: 'UPDATE domain_checks SET records = $2, version = version + 1 WHERE id = $1',
    values: [domainId, JSON.stringify(states)],
  });
}

/** Ends the checks of a domain: none is due before a client asks for it. */
export async function stopChecks(transaction: Transaction, domainId: string): Promise<void> {
  await transaction.query({
    name: 'stop-domain-checks',
    text: `UPDATE domain_checks SET records = '[]', version = version + 1,
             next_attempt_at = NULL, woken_at = CASE WHEN claimed_by IS NULL THEN NULL ELSE woken_at END
           WHERE id = $1`,
    values: [domainId],
  });
}

/** Lets domains be checked now. A row that a worker holds is due again as soon as its check ends (write.ts). */
export async function startChecks(
  transaction: Transaction,
  queues: QueueProducer,
  domainIds: readonly string[],
  now: Date,
): Promise<void> {
  await transaction.query({
    name: 'start-domain-checks',
    text: `UPDATE domain_checks SET next_attempt_at = $2, requests = requests + 1,
             woken_at = CASE WHEN claimed_by IS NULL THEN clock_timestamp() ELSE woken_at END
           WHERE id = ANY($1::uuid[])`,
    values: [domainIds, now],
  });
  transaction.afterCommit(() => queues.wake(domainCheckWork.queue, domainIds));
}
