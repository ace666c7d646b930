// Finds out whether all worker processes know a new feature. During an upgrade, those of the release before do not.
import { type CombinableQuery, querySingle } from '../../db/combined-query.ts';
import type { Queryable } from '../../db/connect.ts';

/** The abilities that a process reports when it first renews its lease (renew.ts): columns of worker_processes. */
export type WorkerAbility =
  /** Contents that are stored as a source and values (docs/architecture/campaigns.md#contents). */
  | 'renders_contents'
  /** Tests of campaigns (docs/architecture/campaign-tests.md). */
  | 'counts_variants'
  /** Pace, time zones and parameters of links (docs/architecture/campaign-timing.md#pace). */
  | 'paces_campaigns'
  /** Links of polls and of versions on the web (docs/architecture/polls.md). */
  | 'knows_polls';

/** Explains why something is refused for a moment. @param what is not known to all */
export function notKnownToAll(what: string): string {
  return `An upgrade is in progress, and some workers do not support ${what} yet. Try again in a minute.`;
}

/** @param deadAfterMs a process that was silent for so long does nothing any more */
export function knownToAllWorkers(ability: WorkerAbility, deadAfterMs: number): CombinableQuery<boolean> {
  return {
    text: `SELECT NOT EXISTS (
             SELECT FROM worker_processes
             WHERE NOT ${ability} AND heartbeat_at > clock_timestamp() - $1 * interval '1 ms') AS all`,
    values: [deadAfterMs],
    answer: (rows: { all: boolean }[]) => rows[0]?.all ?? false,
  };
}

/** Asks that alone. */
export async function isKnownToAllWorkers(
  database: Queryable,
  ability: WorkerAbility,
  deadAfterMs: number,
): Promise<boolean> {
  const query = knownToAllWorkers(ability, deadAfterMs);
  return await querySingle(database, `is-known-to-all-workers-${ability}`, query);
}
