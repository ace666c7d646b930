// The reputation of a sender, as accepting reads it with rows that it reads anyway: the watched reputation, and the use
// of its capacities, so that a client that keeps sending beyond them rolls back no group.
import { type WatchedReputation, watchedReputation } from './watched-reputation.ts';

/** The reputation of a domain or an account, and the use of its capacities. */
export interface MeteredReputation {
  /** The watched reputation; null: it is good and has no capacity. */
  watched: WatchedReputation | null;
  /** UTC day → recipients; null: it has no capacity, or an unused one. */
  capacityUse: Readonly<Record<string, number>> | null;
}

/**
 * SELECT list of a MeteredReputation. It reads nothing else of rows without a capacity.
 * @param firstDay an SQL expression: earlier days are left out
 */
export function meteredReputation(table: 'domains' | 'accounts', firstDay: string): string {
  const accountId = table === 'domains' ? 'domains.account_id' : 'accounts.id';
  return `${watchedReputation(table)} AS watched,
    CASE WHEN ${table}.capacity_on IS NOT NULL THEN (
      SELECT json_object_agg(capacity.day, capacity.used) FROM capacity_use AS capacity
      WHERE capacity.account_id = ${accountId} AND capacity.subject_id = ${table}.id AND capacity.day >= ${firstDay}
    ) END AS "capacityUse"`;
}
