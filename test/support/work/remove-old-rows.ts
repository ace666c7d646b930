// Runs the retention as the recurring tasks do, at any time and with any number of days.
import { loadConfig } from '../../../shared/platform/config/config.ts';
import type { RetentionDays } from '../../../shared/platform/config/retention-settings.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import {
  type Removed,
  type RetentionDeps,
  removeOld,
} from '../../../shared/platform/retention/remove-old.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { retention } from '../../../shared/resources/retention.ts';

/** Thirty days each, as without configuration. */
const DEFAULT_DAYS = loadConfig({ DATABASE_URL: 'postgres://localhost/none' }).retentionDays;

/** @returns what was removed */
export async function removeOldRows(
  database: Database,
  now: Date,
  days: Partial<RetentionDays> = {},
  fields: Partial<RetentionDeps> = {},
): Promise<Removed> {
  const deps = { database, now, partitioned: PARTITIONED_TABLES, ...fields };
  return await removeOld(deps, retention({ ...DEFAULT_DAYS, ...days }));
}
