// Scenario `account-deletion`: an account of a million rows is deleted by the walk of the product, against a script that deletes the
// same rows in steps; and mails of another account, one at a time, alone and while the walk runs. As many rows are of
// a third account, so that the account is not all that a table has.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../shared/platform/db/connect.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { deleteBare } from '../deletions/bare-deletion.ts';
import { growAccount, ROWS_PER_EMAIL } from '../deletions/grown-account.ts';
import { SINGLE } from '../load/shape.ts';
import { monotonicMs } from '../monotonic.ts';
import { type Run, type RunPlan, send, withRun } from '../run.ts';
import { type Contender, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import { queryWithoutTimeout, withDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';

const ROWS = 1_000_000;
const TEMPLATE = 'account-deletion';
const GONE = 'gone.local';
const KEPT = 'kept.local';
const PAUSE_MS = 100;
const POLL_MS = 50;
const DEADLINE_MS = 1_800_000;

export const accountDeletion: Scenario = {
  name: 'account-deletion',
  question: () =>
    `An account of ${ROWS.toLocaleString('en-US')} rows is deleted, next to one of as many: seconds; and the p99 of the answers to mails of another account, one every ${PAUSE_MS} ms, in milliseconds.`,
  columns: [{ title: 's, or ms', key: 'figure', digits: 1, spread: true }],
  compared: 'figure',
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    if (variant) await createTemplate(variant, servers);
  },
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const named = (name: string) => `${variant.name}, ${name}`;
      const bare = named('bare DELETE, s');
      const alone = named('mail alone, p99 ms');
      return [
        contender(setting, variant, { name: bare, dividedBy: {} }, deleteBareRows),
        contender(
          setting,
          variant,
          { name: named('walk, s'), dividedBy: { '× bare': bare }, wanted: '≤ 2 × bare' },
          walk,
        ),
        contender(setting, variant, { name: alone, dividedBy: {} }, sendMails),
        contender(
          setting,
          variant,
          {
            name: named('mail next to the walk, p99 ms'),
            dividedBy: { '× alone': alone },
            wanted: '≤ 2 × alone',
          },
          sendNextToWalk,
        ),
      ];
    }),
};

/** @returns the figure */
type Measure = (run: Run, setting: Setting) => Promise<number>;

function contender(
  setting: Setting,
  variant: Variant,
  named: Pick<Contender, 'name' | 'dividedBy' | 'wanted'>,
  measure: Measure,
): Contender {
  const { htmlBytes } = setting.options;
  const processes = { api: 1, send: 1, audience: 1 };
  const plan: RunPlan = { variant, shape: SINGLE, htmlBytes, processes, template: TEMPLATE };
  return {
    ...named,
    measure: (servers) =>
      withRun(plan, servers, async (run) => {
        const figures = { figure: await measure(run, setting) };
        return { contender: named.name, figures, cpuPerMessage: {}, statements: [], messages: 1 };
      }),
  };
}

async function createTemplate(variant: Variant, servers: Servers): Promise<void> {
  const connectionString = await servers.databases.createTemplate(TEMPLATE, variant.family);
  await withDatabase(connectionString, async (database) => {
    for (const name of [GONE, KEPT]) {
      await variant.createAccount?.(database, name);
      await growAccount(database, await idOf(database, name), ROWS / ROWS_PER_EMAIL);
    }
    // The state in which autovacuum would leave a database of that size.
    await queryWithoutTimeout(database, 'VACUUM (ANALYZE)');
  });
}

async function idOf(database: Database, name: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM accounts WHERE name = $1', [name]);
  if (!rows[0]) throw new Error(`There is no account ${name}.`);
  return rows[0].id;
}

const deleteBareRows: Measure = async ({ database }) => {
  const accountId = await idOf(database, GONE);
  const startedAtMs = monotonicMs();
  const deleted = await deleteBare(database, accountId);
  if (deleted < ROWS) throw new Error(`Only ${deleted} rows were deleted.`);
  return (monotonicMs() - startedAtMs) / 1_000;
};

const walk: Measure = async ({ database }) => {
  const startedAtMs = monotonicMs();
  await startWalk(database);
  await untilGone(database);
  return (monotonicMs() - startedAtMs) / 1_000;
};

const sendMails: Measure = async (run, { options: { idleMails, warmUp } }) => {
  await send(run, { requests: warmUp });
  return (await send(run, { requests: idleMails, pauseMs: PAUSE_MS })).p99Ms;
};

const sendNextToWalk: Measure = async (run, { options: { idleMails, warmUp } }) => {
  await send(run, { requests: warmUp });
  await startWalk(run.database);
  const { p99Ms } = await send(run, { requests: idleMails, pauseMs: PAUSE_MS });
  const { rows } = await run.database.query('SELECT removed FROM account_deletions');
  process.stderr.write(`the walk had removed ${JSON.stringify(rows[0]?.removed ?? 'all')}\n`);
  return p99Ms;
};

/** As the first step leaves it, two minutes later. */
async function startWalk(database: Database): Promise<void> {
  const accountId = await idOf(database, GONE);
  await database.query(
    `WITH suspended AS (
       INSERT INTO account_suspensions (account_id, cause, suspended_at) VALUES ($2, 'deletion', now()))
     INSERT INTO account_deletions (id, account_id, name, actor_type, requested_at, starts_at, phase, next_attempt_at)
     VALUES ($1, $2, $3, 'operator', now(), now(), 'settling', now())`,
    [createIds(createSystemClock()).next(), accountId, GONE],
  );
}

async function untilGone(database: Database): Promise<void> {
  const deadlineMs = monotonicMs() + DEADLINE_MS;
  while (monotonicMs() < deadlineMs) {
    const { rows } = await database.query('SELECT last_error FROM account_deletions');
    if (rows.length === 0) return;
    if (rows[0]?.last_error) throw new Error(`The walk has failed: ${rows[0].last_error}`);
    await pause(POLL_MS);
  }
  throw new Error('The account was not removed in time.');
}
