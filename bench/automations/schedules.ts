// Schedules in a run of the bench: the API creates an automation that begins in a moment, and its batch is watched; as its
// peer the same runs by one bare INSERT … SELECT, and runs that are overdue.
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { Database } from '../../shared/platform/db/connect.ts';
import { SENDER_DOMAIN } from '../load/mail.ts';
import { monotonicMs } from '../monotonic.ts';
import type { Run } from '../run.ts';
import { queryWithoutTimeout } from '../servers/open-database.ts';
import { queryCount } from '../variant.ts';
import { EVENTS, FIRST_STEP, OFFER } from './stored-automations.ts';

const SOON_MS = 2_000;
const POLL_MS = 20;
const SECOND_MS = 1_000;

/** A schedule whose runs are being created. */
export interface RunningSchedule {
  id: string;
  /** When its batch began, by the monotonic clock. */
  startedAtMs: number;
}

/** The first step of the runs of a schedule. */
export const FIRST_STEPS = {
  delay: { key: FIRST_STEP, type: 'delay', config: { duration: '30 days' } },
  mail: { key: FIRST_STEP, type: 'send_email', config: { template: { id: OFFER } } },
} as const;

/** Creates an automation for every contact of the audience, and waits until it has begun. */
export async function beginSchedule(run: Run, step: keyof typeof FIRST_STEPS): Promise<RunningSchedule> {
  const at = new Date(Date.now() + SOON_MS).toISOString();
  const { id } = await post<{ id: string }>(run, '/automations', {
    name: 'Offer',
    domain: SENDER_DOMAIN,
    status: 'enabled',
    trigger: 'service:schedule',
    trigger_config: { at, timezone: 'Etc/UTC' },
    steps: [FIRST_STEPS[step]],
  });
  while ((await queryCount(run.database, HAS_BEGUN, [id])) === 0) await pause(POLL_MS);
  return { id, startedAtMs: monotonicMs() };
}

const HAS_BEGUN = `
  SELECT count(*) FROM automation_batch_work WHERE automation_id = $1 AND type = 'schedule' AND status <> 'pending'`;

/** For how many contacts a schedule has started its run. */
export function countDone(database: Database, automationId: string): Promise<number> {
  return queryCount(
    database,
    `SELECT coalesce(sum(done), 0) AS count FROM automation_batch_work WHERE automation_id = $1 AND type = 'schedule'`,
    [automationId],
  );
}

/** Stops an automation: what it has not sent yet is not sent. */
export async function stopAutomation(run: Run, { id }: RunningSchedule): Promise<void> {
  await post(run, `/automations/${id}/stop`, {});
}

async function post<Answer>(run: Run, path: string, body: object): Promise<Answer> {
  const { target } = run.running;
  if (target.protocol !== 'http') throw new Error('Automations need an API.');
  const headers = { ...target.headers, 'content-type': 'application/json' };
  const answer = await request(`${target.urls[0]}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`POST ${path}: ${text}`);
  return JSON.parse(text) as Answer;
}

const COLUMNS = `id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id, is_exclusive, chain,
                 listens, step_key, clock, created_at, next_attempt_at, lane`;

/** One run of every contact, as a schedule starts it. */
const INSERT_BARE = `
  INSERT INTO automation_runs (${COLUMNS})
  SELECT uuid_v7(clock_timestamp()), automation.account_id, automation.id, version_id, epoch, domain_id, contacts.id,
         automation.id, false, '{}', '{}', '${FIRST_STEP}', now(), now(), now(), 'bulk'
  FROM automations AS automation JOIN contacts USING (audience_id) WHERE trigger = '${EVENTS.mail}'`;

/** @returns runs a second */
export async function insertBare(database: Database, runs: number): Promise<number> {
  const startedAtMs = monotonicMs();
  await queryWithoutTimeout(database, INSERT_BARE);
  const seconds = (monotonicMs() - startedAtMs) / SECOND_MS;
  const inserted = await queryCount(database, 'SELECT count(*) FROM automation_runs');
  if (inserted !== runs) throw new Error(`There are ${inserted} of ${runs} runs.`);
  return runs / seconds;
}

/** Inserts runs of contacts that have no row: their delay ended an hour ago. */
const insertOverdue = (count: number) => `
  INSERT INTO automation_runs (${COLUMNS}, wait_until)
  SELECT uuid_v7(now() - number * interval '1 ms'), account_id, automation.id, version_id, epoch, domain_id, contact.id,
         gen_random_uuid(), false, '{}', '{}', '${FIRST_STEP}', now() - interval '30 days', now() - interval '30 days',
         ended_at, 'timer', ended_at
  FROM automations AS automation
  JOIN (SELECT id, audience_id, row_number() OVER (ORDER BY id) AS number FROM contacts ORDER BY id LIMIT ${count})
    AS contact USING (audience_id)
  CROSS JOIN LATERAL (SELECT now() - interval '1 hour' AS ended_at) AS pause
  WHERE trigger = '${EVENTS.sleep}'`;

/** Ends the pauses of runs that no worker has processed. */
export async function storeOverdueRuns(database: Database, count: number): Promise<void> {
  await queryWithoutTimeout(database, insertOverdue(count));
}

/** How many runs have a pause that is over. */
export function countOverdue(database: Database): Promise<number> {
  return queryCount(
    database,
    `SELECT count(*) FROM automation_runs WHERE lane = 'timer' AND status = 'running'`,
    [],
  );
}
