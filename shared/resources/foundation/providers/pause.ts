// Operators pause a provider: its mail takes another one that its domains allow, or waits, until they resume it.
import type { Queryable } from '../../../platform/db/connect.ts';
import { requireProvider } from './change.ts';

/**
 * Pausing again keeps the start time and replaces the reason.
 * @param reason null: the pause ends
 * @throws DomainError `not_found`
 */
export async function setProviderPause(
  database: Queryable,
  name: string,
  reason: string | null,
): Promise<void> {
  await requireProvider(database, name);
  await database.query(
    `UPDATE providers SET pause_reason = $2, updated_at = clock_timestamp(),
            paused_at = CASE WHEN $2::text IS NOT NULL THEN coalesce(paused_at, clock_timestamp()) END
     WHERE name = $1`,
    [name, reason],
  );
}
