// The columns of a reputation in SQL, which `domains` and `accounts` have both; only domains warm up.
import type { Reputation } from './reputation.ts';

/** SELECT list of a Reputation. @param table an alias in the statement */
export function reputationColumns(table: string, hasWarmUp: boolean): string {
  const warmUp = (column: string) => (hasWarmUp ? `${table}.${column}` : 'NULL');
  return `${table}.reputation AS status, ${table}.reputation_changed_at AS "changedAt",
    ${table}.reputation_cause AS cause, ${table}.lifted_at AS "liftedAt", ${table}.recovery_base AS "recoveryBase",
    ${table}.recovery_capacity AS "recoveryCapacity", ${warmUp('warm_up_started_on')}::text AS "warmUpStartedOn",
    ${warmUp('warm_up_capacity')}::integer AS "warmUpCapacity", ${table}.capacity_on::text AS "capacityOn"`;
}

/** What a compare-and-set of a reputation compares: it changes with every change. */
export function isSameReputation(table: string, first: number): string {
  return `${table}.reputation = $${first} AND ${table}.capacity_on IS NOT DISTINCT FROM $${first + 1}::date
    AND date_trunc('milliseconds', ${table}.reputation_changed_at) IS NOT DISTINCT FROM $${first + 2}::timestamptz`;
}

/** The parameters of `isSameReputation`. */
export function comparedReputation({ status, capacityOn, changedAt }: Reputation): unknown[] {
  return [status, capacityOn, changedAt];
}
