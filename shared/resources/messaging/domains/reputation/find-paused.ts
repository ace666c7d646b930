// Finds the domains and accounts that are paused because of their reputation, for the processes that send: they ask
// every two seconds. The condition of the indexes excludes good domains and accounts.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { isWatched } from '../../../foundation/reputation/watched-reputation.ts';

const PAUSED = ['domains', 'accounts']
  .map((table) => `SELECT id FROM ${table} WHERE reputation = 'paused' AND ${isWatched(table)}`)
  .join(' UNION ALL ');

/** Finds the ids of paused domains and paused accounts. */
export async function findPausedSenders(database: Queryable): Promise<Set<string>> {
  const { rows } = await database.query<{ id: string }>({ name: 'find-paused-senders', text: PAUSED });
  return new Set(rows.map(({ id }) => id));
}
