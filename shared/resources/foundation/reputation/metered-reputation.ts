// What accepting reads of the reputation of a sender, with the rows that it reads anyway: what is watched, and what is used
// of a capacity, so that a client that goes on sending beyond it rolls back no group.
import { type WatchedReputation, watchedReputation } from './watched-reputation.ts';

/** The reputation of a domain or an account, and what is used of its capacities. */
export interface MeteredReputation {
  /** Null: it is good and has no capacity. */
  watched: WatchedReputation | null;
  /** UTC day → recipients; null: it has no capacity, or nothing of it is used. */
  capacityUse: Readonly<Record<string, number>> | null;
}

/**
 * SELECT list of a MeteredReputation. Of those that have no capacity nothing else is read.
 * @param firstDay an SQL expression: what is used before is left out
 */
export function meteredReputation(table: 'domains' | 'accounts', firstDay: string): string {
  const accountId = table === 'domains' ? 'domains.account_id' : 'accounts.id';
  return `${watchedReputation(table)} AS watched,
    CASE WHEN ${table}.capacity_on IS NOT NULL THEN (
      SELECT json_object_agg(capacity.day, capacity.used) FROM capacity_use AS capacity
      WHERE capacity.account_id = ${accountId} AND capacity.subject_id = ${table}.id AND capacity.day >= ${firstDay}
    ) END AS "capacityUse"`;
}
