// The reputation of a domain or an account, as accepting and sending read it with rows that they read anyway. Nearly
// all are good and have no capacity: for these it is null.
import type { ReputationCause } from './figures.ts';
import type { ReputationStatus } from './reputation.ts';

/** A reputation that is not good, or that has a capacity. Times are ISO 8601. */
export interface WatchedReputation {
  status: ReputationStatus;
  changedAt: string | null;
  cause: ReputationCause | null;
  /** Mail that was accepted before is held mail: it is charged to a capacity when it is sent. */
  liftedAt: string | null;
  /** Recipients a day, as of `capacityOn`; null: there is no limit. */
  capacity: number | null;
  /** The UTC day of that capacity: judging moves it within the first minute of a new day. */
  capacityOn: string | null;
}

/** An SQL expression of a WatchedReputation, as JSON. @param table an alias of `domains` or `accounts` */
export function watchedReputation(table: 'domains' | 'accounts'): string {
  const capacity =
    table === 'domains'
      ? 'least(domains.recovery_capacity, domains.warm_up_capacity)'
      : 'accounts.recovery_capacity';
  return `CASE WHEN ${isWatched(table)} THEN json_build_object('status', ${table}.reputation,
    'changedAt', ${table}.reputation_changed_at, 'cause', ${table}.reputation_cause, 'liftedAt', ${table}.lifted_at,
    'capacity', ${capacity}, 'capacityOn', ${table}.capacity_on) END`;
}

/** The condition of the indexes `domains_watched` and `accounts_watched`. */
export function isWatched(table: string): string {
  return `(${table}.reputation <> 'good' OR ${table}.capacity_on IS NOT NULL)`;
}
