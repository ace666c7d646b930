// Retention during a crash flow: each half second everything that has ended is taken for old. In a transaction that is
// rolled back it removes what it may, and no mail may be among that which was still to be sent. At the end it is done.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Database, Queryable } from '../../../shared/platform/db/connect.ts';
import { removePiece } from '../../../shared/platform/retention/remove-piece.ts';
import type { RetainedRows } from '../../../shared/platform/retention/retention.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { retention } from '../../../shared/resources/retention.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';

const EVERY_MS = 500;
const WEEK_DAYS = 7;
const DAYS = {
  emails: WEEK_DAYS,
  webhookMessages: WEEK_DAYS,
  receivedEvents: WEEK_DAYS,
  logs: WEEK_DAYS,
  receivedEmails: WEEK_DAYS,
  campaigns: WEEK_DAYS,
};
/** Emails that have a recipient who may still be sent to, or ended after a time: that of the answer of the server. */
const IN_USE = `
  SELECT DISTINCT email_id AS id FROM email_recipients
  WHERE email_id = ANY($1::uuid[])
    AND (state IN ('pending', 'queued', 'sending', 'delivery_delayed') OR updated_at >= $2)`;

/** Retention that runs during a flow. */
export interface ConcurrentRetention {
  /** Ends it. @returns how often it ran, how many emails it would have removed, and of these how many wrongly */
  stop(): Promise<{ runs: number; removed: number; wrongly: number }>;
}

export function startConcurrentRetention(database: Database): ConcurrentRetention {
  const counts = { runs: 0, removed: 0, wrongly: 0 };
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await rehearse(database, counts).catch(() => undefined);
      await pause(EVERY_MS, undefined, stopping).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
      return counts;
    },
  };
}

/** While Postgres is unavailable there is nothing to count. */
async function rehearse(
  database: Database,
  counts: { runs: number; removed: number; wrongly: number },
): Promise<void> {
  const [emails] = retention(DAYS) as RetainedRows[];
  const client = await database.connect();
  try {
    const end = new Date();
    await client.query('BEGIN');
    const before = (await client.query<{ id: string }>('SELECT id FROM emails')).rows.map(({ id }) => id);
    const { removed } = await removePiece(
      client,
      { ...(emails as RetainedRows), atOnce: 10_000 },
      end,
      undefined,
    );
    const { rows: left } = await client.query<{ id: string }>('SELECT id FROM emails');
    const kept = new Set(left.map(({ id }) => id));
    const gone = before.filter((id) => !kept.has(id));
    await client.query('ROLLBACK');
    // What has ended does not change any more.
    const { rowCount: wrongly } = await client.query(IN_USE, [gone, end]);
    counts.runs += 1;
    counts.removed += removed;
    counts.wrongly += wrongly ?? 0;
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** Everything has ended, so a week later nothing is left. */
export async function expectAllRemoved(database: Database): Promise<void> {
  await removeOldRows(database, new Date(Date.now() + WEEK_DAYS * DAY_MS + 1), DAYS);
  for (const { name } of PARTITIONED_TABLES) expect(await countRows(database, name), name).to.equal(0);
}

async function countRows(database: Queryable, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`SELECT count(*)::integer FROM ${table}`);
  return rows[0]?.count ?? 0;
}
