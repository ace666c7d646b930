// Reads the rows of providers: a handful, so all of them.
import type { Queryable } from '../../../platform/db/connect.ts';
import { FAILOVER_AFTER_SECONDS, type StoredProvider } from './provider.ts';

const COLUMNS = `
  id, name, kind, url AS "encryptedUrl", spf_include AS "spfInclude", delivery, feedback_key AS "encryptedFeedbackKey",
  configuration_set AS "configurationSet", failover, connections, per_second AS "perSecond", per_day AS "perDay",
  paused_at AS "pausedAt", pause_reason AS "pauseReason", refused_at AS "refusedAt",
  unreachable_since AS "unreachableSince", last_refusal AS "lastRefusal", last_refused_at AS "lastRefusedAt",
  last_feedback_at AS "lastFeedbackAt",
  coalesce(least(refused_at, unreachable_since) < clock_timestamp() - interval '${FAILOVER_AFTER_SECONDS} seconds', false)
    AS "isAway"`;

/** All providers: the default one, then the others by name. */
export async function findProviders(database: Queryable): Promise<StoredProvider[]> {
  const { rows } = await database.query<StoredProvider>({
    name: 'find-providers',
    text: `SELECT ${COLUMNS} FROM providers ORDER BY name <> 'default', name`,
  });
  return rows;
}

export async function findProvider(database: Queryable, name: string): Promise<StoredProvider | undefined> {
  const { rows } = await database.query<StoredProvider>({
    name: 'find-provider',
    text: `SELECT ${COLUMNS} FROM providers WHERE name = $1`,
    values: [name],
  });
  return rows[0];
}
