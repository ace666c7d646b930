// How the runs of automations do: what `health` says of each (docs/reference/automations.md#health). Counting stops at
// HEALTH_RUNS_MAX, so a page of the list costs the same however many runs there are.
import { HEALTH_RUNS_MAX } from '../../../../contract/limits.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { readAlongIndexes } from '../../../../platform/removal/read-along-indexes.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';

/** How the runs of an automation do. */
export interface AutomationHealth {
  /** Runs in progress. */
  running: number;
  /** Runs that have failed in the last 24 hours, and were not retried since. */
  failed: number;
  /** When a run last failed that was not retried since; null: there is none. */
  lastFailedAt: Date | null;
}

/** The time from which on failed runs count. */
export function failedSince(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/** Failed runs of an automation, the newest first: an order that no other index has (shared/platform/db/page.ts). */
const failedRuns = (automationId: string) => `
  FROM automation_runs WHERE automation_id = ANY(ARRAY[${automationId}]) AND status = 'failed'
  ORDER BY automation_id DESC, ended_at DESC`;

/** SQL condition on a row of `automations`: a run of it has failed. @param since placeholder of the time since when */
export function hasFailedRuns(since: string): string {
  return `coalesce((SELECT ended_at ${failedRuns('automations.id')} LIMIT 1) > ${since}, false)`;
}

/** The condition of their index (migrations/0068-health-of-automations.ts). */
const IS_IN_PROGRESS = "status = 'running' AND epoch >= 0";

const FIND = `
  SELECT automation.id, running.count AS running, failed.count AS failed, failed.last AS "lastFailedAt"
  FROM automations AS automation
  CROSS JOIN LATERAL (
    SELECT count(*)::integer FROM (
      SELECT FROM automation_runs
      WHERE automation_id = ANY(ARRAY[automation.id]) AND ${IS_IN_PROGRESS} AND epoch >= automation.epoch
      ORDER BY automation_id, epoch LIMIT ${HEALTH_RUNS_MAX}) AS run) AS running
  CROSS JOIN LATERAL (
    SELECT (count(*) FILTER (WHERE ended_at > $2))::integer AS count, max(ended_at) AS last
    FROM (SELECT ended_at ${failedRuns('automation.id')} LIMIT ${HEALTH_RUNS_MAX}) AS run) AS failed
  WHERE automation.id = ANY($1::uuid[])`;

/** Finds how the runs of automations do, by their ids. */
export async function findAutomationHealth(
  database: Database,
  automationIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, AutomationHealth>> {
  if (automationIds.length === 0) return new Map();
  return await transaction(database, (client) => readHealth(client, automationIds, now));
}

/** One statement is planned for automations of few runs and of a million. */
export async function readHealth(
  client: Transaction,
  automationIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, AutomationHealth>> {
  const [, { rows }] = await Promise.all([
    readAlongIndexes(client),
    client.query<AutomationHealth & { id: string }>({
      name: 'find-health-of-automations',
      text: FIND,
      values: [automationIds, failedSince(now)],
    }),
  ]);
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}
