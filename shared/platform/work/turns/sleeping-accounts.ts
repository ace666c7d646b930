// Finds the accounts whose rows sleep, one by one by the index of account and time: an account costs one step, however
// many rows it has.
import type { WorkTableDefinition } from '../work-table-definition.ts';

/** The rows of a kind of work. */
type Rows = Pick<WorkTableDefinition, 'table' | 'rows'>;

/** SQL condition: rows that sleep, in the order of account and time. The index of accounts alone has this condition. */
export function sleepingByAccount({ rows = 'true' }: Rows): string {
  return `${rows} AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at > '-infinity'`;
}

/**
 * The part `owners` of a WITH RECURSIVE: `account_id` of each account, and `next_attempt_at` of its oldest row. An account that
 * is equal to one value would drop out of the order, and an index of times could be read, with the rows of all accounts.
 * @param onlyIf SQL condition: if it is false, nothing is read
 */
export function ownersSql(definition: Rows, onlyIf = 'true'): string {
  const oldest = (after: string) => `
    SELECT account_id, next_attempt_at FROM ${definition.table}
    WHERE ${after} AND ${sleepingByAccount(definition)} ORDER BY account_id, next_attempt_at LIMIT 1`;
  return `owners AS (
      (${oldest(onlyIf)})
      UNION ALL
      SELECT next.account_id, next.next_attempt_at
      FROM owners CROSS JOIN LATERAL (${oldest('account_id > owners.account_id')}) AS next
    )`;
}
