// Starts runs of automations by set-based statements, as an event would leave them: woken, at their first step; and
// those that sleep, which no worker looks at for days.
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { connectQueues, type Queues } from '../../shared/platform/queues/connect.ts';
import { eventRunsWork } from '../../shared/resources/flows/automations/runs/work.ts';
import { QUEUES } from '../../shared/resources/work-kinds.ts';
import { formatNumber, recipientAddress } from '../load/mail.ts';
import { messagesPerRequest } from '../load/shape.ts';
import { monotonicMs } from '../monotonic.ts';
import { type Run, requestsFor, waitUntilDone } from '../run.ts';
import { queryWithoutTimeout, withDatabase } from '../servers/open-database.ts';
import { queryCount } from '../variant.ts';
import { EVENTS, FIRST_STEP } from './stored-automations.ts';

/** When a load of runs began and ended, by the monotonic clock. */
export interface MeasuredRuns {
  runs: number;
  startedAtMs: number;
  doneAtMs: number;
}

const POLL_MS = 20;
const PATIENCE_MS = 300_000;

const COLUMNS = `id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id, is_exclusive, chain,
                 payload, listens, step_key, clock, created_at, next_attempt_at`;

/** The runs of automations with the trigger $1, at the step $2, of contacts by their addresses $3; $4: a word. */
const INSERT_WOKEN = `
  INSERT INTO automation_runs (${COLUMNS}, woken_at)
  SELECT uuid_v7(now()), automation.account_id, automation.id, version_id, epoch, domain_id, contacts.id,
         uuid_v7(now()), false, '{}', json_build_object('word', $4::text), '{}', $2, now(), now(), now(),
         clock_timestamp()
  FROM automations AS automation JOIN contacts USING (audience_id)
  WHERE trigger = $1 AND email_key = ANY($3)
  RETURNING id`;

const COUNT_RUNNING = `
  SELECT count(*) FROM automation_runs JOIN automations AS automation ON automation.id = automation_id
  WHERE trigger = $1 AND automation_runs.status = 'running'`;

/** Inserts runs of contacts that have no row: only the runs are counted. Two of them end a minute apart. */
const insertSleeping = (count: number) => `
  INSERT INTO automation_runs (${COLUMNS}, wait_until)
  SELECT uuid_v7(now() - number * interval '1 s'), account_id, id, version_id, epoch, domain_id, gen_random_uuid(),
         gen_random_uuid(), false, '{}', NULL, '{}', '${FIRST_STEP}', now(), now(), ends_at, ends_at
  FROM automations, generate_series(1, ${count}) AS number
  CROSS JOIN LATERAL (SELECT now() + interval '1 day' + number * interval '1 minute' AS ends_at) AS pause
  WHERE trigger = '${EVENTS.sleep}'`;

/** Lets runs sleep. @param databaseUrl of a database that createAutomationsDatabase has filled */
export async function storeSleepingRuns(databaseUrl: string, count: number): Promise<void> {
  await withDatabase(databaseUrl, async (database) => {
    await queryWithoutTimeout(database, insertSleeping(count));
    await queryWithoutTimeout(database, 'VACUUM (ANALYZE)');
    await queryWithoutTimeout(database, 'CHECKPOINT');
  });
}

/** Starts runs in a run of the bench. */
export class RunStarter {
  readonly #run: Run;
  readonly #queues: Queues;
  /** The number of the contact after those with runs without mail. */
  #next: number;

  /** @param firstWithoutMail contacts with smaller numbers get mails */
  constructor(run: Run, firstWithoutMail: number) {
    const { queues } = run.running;
    if (!queues) throw new Error('Automations need queues.');
    this.#run = run;
    this.#next = firstWithoutMail;
    this.#queues = connectQueues({
      config: { databaseUrl: run.databaseUrl, ...queues },
      definitions: QUEUES,
      workers: 0,
      registry: new Registry(),
      log: createLog({ level: 'warn', process: 'bench' }),
    });
  }

  /** Runs that send the next mails of the load. Returns when the database shows the last mail as delivered. */
  async sendMails(mails: number): Promise<MeasuredRuns> {
    const run = this.#run;
    const perRequest = messagesPerRequest(run.plan.shape);
    const first = run.requests * perRequest;
    const requests = requestsFor(run, mails);
    run.requests += requests;
    const startedAtMs = monotonicMs();
    const [doneAtMs] = await Promise.all([
      waitUntilDone(run, run.requests * perRequest),
      this.#start(EVENTS.mail, first, requests * perRequest),
    ]);
    return { runs: requests * perRequest, startedAtMs, doneAtMs };
  }

  /** Runs of steps without mail. Returns when all have ended. */
  async doSteps(runs: number): Promise<MeasuredRuns> {
    const startedAtMs = monotonicMs();
    const first = this.#next;
    this.#next += runs;
    await this.#start(EVENTS.steps, first, runs);
    await untilEnded(this.#run.database);
    return { runs, startedAtMs, doneAtMs: monotonicMs() };
  }

  async close(): Promise<void> {
    await this.#queues.close();
  }

  async #start(trigger: string, first: number, count: number): Promise<void> {
    const addresses = Array.from({ length: count }, (_, index) =>
      recipientAddress(formatNumber(first + index), 0),
    );
    const { rows } = await this.#run.database.query<{ id: string }>(INSERT_WOKEN, [
      trigger,
      FIRST_STEP,
      addresses,
      `Word${first}`,
    ]);
    if (rows.length < count) throw new Error(`There are contacts for ${rows.length} of ${count} runs.`);
    this.#queues.wake(
      eventRunsWork.queue,
      rows.map(({ id }) => id),
    );
  }
}

async function untilEnded(database: Database): Promise<void> {
  const deadlineMs = monotonicMs() + PATIENCE_MS;
  while ((await queryCount(database, COUNT_RUNNING, [EVENTS.steps])) > 0) {
    if (monotonicMs() > deadlineMs) throw new Error('The runs have not ended in time.');
    await pause(POLL_MS);
  }
}
