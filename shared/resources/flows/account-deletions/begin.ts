// Begins a deletion, in one transaction: no person signs in any more, no key is accepted; the names of its domains are free.

import type { Transaction } from '../../../platform/db/transaction.ts';
import { removeNextRows } from '../../../platform/removal/remove-next-rows.ts';
import type { RemovedCounts, RemovedRows } from '../../../platform/removal/removed-rows.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { deleteLonePeople, lockPeopleOf } from '../../people/people/delete.ts';
import { type AccountTables, MEMBERS, OF_PERSON } from './tables.ts';

/** The most rows per table; an account has few rows in each table that is emptied here. */
const AT_ONCE = 1_000;

/** Removes how people and programs come in. @returns what was removed */
export async function beginDeletion(
  client: Transaction,
  { atOnce }: AccountTables,
  accountId: string,
): Promise<RemovedCounts> {
  await lockAccount(client, accountId);
  await lockAccess(client, accountId);
  let removed: RemovedCounts = {};
  for (const rows of atOnce) removed = addRemoved(removed, await removeAll(client, rows, accountId));
  return addRemoved(removed, await removeMembers(client, accountId));
}

/**
 * In the order of all locks (docs/architecture/guarantees.md#lock-order), which differs from the order in which foreign
 * keys allow to delete rows.
 */
async function lockAccess(client: Transaction, accountId: string): Promise<void> {
  const lock = (table: string) =>
    client.query({
      name: `lock-${table}-of-account`,
      text: `SELECT FROM ${table} WHERE account_id = $1 ORDER BY id FOR UPDATE`,
      values: [accountId],
    });
  for (const table of ['domains', 'invitations', 'one_time_links']) await lock(table);
  await lockPeopleOf(client, accountId);
}

/** Removes the members of an account, and the people who are members of no other one. */
export async function removeMembers(client: Transaction, accountId: string): Promise<RemovedCounts> {
  // Before the memberships: a person who joins another account at this moment is visible to the next statement.
  const people = await lockPeopleOf(client, accountId);
  let removed = await removeAll(client, MEMBERS, accountId);
  const lone = await deleteLonePeople(client, people, async (personId) => {
    for (const rows of OF_PERSON) removed = addRemoved(removed, await removeAll(client, rows, personId));
  });
  return lone > 0 ? addRemoved(removed, { people: lone }) : removed;
}

async function removeAll(client: Transaction, rows: RemovedRows, ownerId: string): Promise<RemovedCounts> {
  let removed: RemovedCounts = {};
  let position: readonly string[] | undefined = [];
  while (position) {
    const page = await removeNextRows(client, rows, { ownerId, position, limit: AT_ONCE });
    removed = addRemoved(removed, page.removed);
    position = page.position;
  }
  return removed;
}

/** Adds the removed counts to the earlier ones. */
export function addRemoved(before: RemovedCounts, more: RemovedCounts): RemovedCounts {
  const sum: Record<string, number> = { ...before };
  for (const [table, count] of Object.entries(more)) if (count > 0) sum[table] = (sum[table] ?? 0) + count;
  return sum;
}
