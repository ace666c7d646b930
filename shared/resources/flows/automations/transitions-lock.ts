// The lock between moves of runs and a stop of all runs of an automation: after the answer of a stop no run has moved.
// Moves share it, and a stop waits until those that have begun are committed. It is an advisory lock because these are
// granted in the order of the requests: sharers of a row's lock would let further ones pass, and a stop would wait as
// long as the automation is busy. A start needs no lock: its run has the epoch that it has seen.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Two integers identify an advisory lock: this one, and a hash of the id. */
const LOCK_CLASS = 0x61757473;

const statementOf = (lock: string) =>
  `SELECT ${lock}(${LOCK_CLASS}, hashed) FROM (
     SELECT DISTINCT hashtext(id::text) AS hashed FROM unnest($1::uuid[]) AS given (id) ORDER BY hashed) AS locked`;

/** Locks automations whose runs are about to move. Statements after it see every earlier stop. */
export async function lockForTransitions(
  client: Transaction,
  automationIds: readonly string[],
): Promise<void> {
  const text = statementOf('pg_advisory_xact_lock_shared');
  await client.query({ name: 'lock-for-transitions', text, values: [automationIds] });
}

/** Waits for the moves of automations that have begun, and lets none begin, until the end of the transaction. */
export async function lockAgainstTransitions(
  client: Transaction,
  automationIds: readonly string[],
): Promise<void> {
  const text = statementOf('pg_advisory_xact_lock');
  await client.query({ name: 'lock-against-transitions', text, values: [automationIds] });
}
