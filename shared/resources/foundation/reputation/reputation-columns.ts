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

/** The columns that a compare-and-set of a reputation compares: they change with every change. */
function isSameReputation(table: string, first: number): string {
  return `${table}.reputation = $${first} AND ${table}.capacity_on IS NOT DISTINCT FROM $${first + 1}::date
    AND date_trunc('milliseconds', ${table}.reputation_changed_at) IS NOT DISTINCT FROM $${first + 2}::timestamptz`;
}

/** The parameters of `isSameReputation`. */
function comparedReputation({ status, capacityOn, changedAt }: Reputation): unknown[] {
  return [status, capacityOn, changedAt];
}

const SHARED = [
  'reputation',
  'reputation_changed_at',
  'reputation_cause',
  'reputation_notice_due_at',
  'lifted_at',
];
const CAPACITIES = ['recovery_base', 'recovery_capacity', 'capacity_on'];
const WARM_UP = ['warm_up_started_on', 'warm_up_capacity'];

/** Whether the status stays. `$2` and `$5` are the status before and after, `$4` and `$6` its times. */
const IS_UNMOVED = '$2::text = $5::text AND $4::timestamptz IS NOT DISTINCT FROM $6::timestamptz';

/**
 * SET and WHERE of a compare-and-set of the reputation of one row, whose id is `$1`: it changes only if it is unchanged
 * since it was read. A change to `warned` or `paused` makes a notice to the owners due, any other change of the status
 * cancels it. A change of capacities alone does not affect the notice, so that owners are notified once.
 */
export function setReputation(table: 'domains' | 'accounts'): string {
  const columns = [...SHARED, ...CAPACITIES, ...(table === 'domains' ? WARM_UP : [])];
  const sets = columns.map((column, place) => `${column} = ${setTo(column, place + 5)}`);
  const isSame = isSameReputation(table, 2);
  // A recovery and a warm-up share a day, so the warm-up alone may have begun or ended.
  const isSameWarmUp = `warm_up_capacity IS NOT DISTINCT FROM $${columns.length + 5}::integer`;
  return `SET ${sets.join(', ')} WHERE id = $1 AND ${isSame}${table === 'domains' ? ` AND ${isSameWarmUp}` : ''}`;
}

function setTo(column: string, parameter: number): string {
  if (column !== 'reputation_notice_due_at') return `$${parameter}`;
  return `CASE WHEN ${IS_UNMOVED} THEN ${column} ELSE $${parameter}::timestamptz END`;
}

/** The parameters of `setReputation`. */
export function reputationValues(
  table: 'domains' | 'accounts',
  id: string,
  before: Reputation,
  next: Reputation,
): unknown[] {
  const { status, changedAt, cause, liftedAt, recoveryBase, recoveryCapacity, capacityOn } = next;
  const isNotified = status === 'warned' || status === 'paused';
  return [
    id,
    ...comparedReputation(before),
    status,
    changedAt,
    cause && JSON.stringify(cause),
    isNotified ? changedAt : null,
    liftedAt,
    recoveryBase,
    recoveryCapacity,
    capacityOn,
    ...(table === 'domains' ? [next.warmUpStartedOn, next.warmUpCapacity, before.warmUpCapacity] : []),
  ];
}
