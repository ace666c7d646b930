// Rows of the two kinds of work tables, so that every rule of shared/platform/work/work-table.ts is tested on both.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { recurringWork } from '../../../shared/platform/work/recurring/work.ts';
import { createWorkTable, type WorkTable } from '../../../shared/platform/work/work-table.ts';

/** The columns that every table of work has. */
export interface WorkRow {
  nextAttemptAt: Date | null;
  attempts: number;
  claimedBy: string | null;
  claimToken: string | null;
  wokenAt: Date | null;
}

/** Inserts and reads rows of one work table. */
export interface WorkRows {
  /** A key without a row. */
  unknownKey: string;
  insert(database: Database, row: Partial<WorkRow>): Promise<string>;
  read(database: Database, id: string): Promise<WorkRow>;
  /** Runs `work` while another transaction holds the row. */
  whileLocked(database: Database, id: string, work: () => Promise<void>): Promise<void>;
}

type NewKey = () => string;

function createWorkRows(
  { definition: { table, key } }: WorkTable,
  newKey: NewKey,
  insertRow: string,
): WorkRows {
  return {
    unknownKey: newKey(),
    async insert(database, row) {
      const { nextAttemptAt = null, claimedBy = null, claimToken = null, wokenAt = null } = row;
      const id = newKey();
      await database.query(insertRow, [id, nextAttemptAt, claimedBy, claimToken, wokenAt]);
      return id;
    },
    async read(database, id) {
      const { rows } = await database.query<WorkRow>(
        `SELECT next_attempt_at AS "nextAttemptAt", attempts, claimed_by AS "claimedBy",
                claim_token AS "claimToken", woken_at AS "wokenAt" FROM ${table} WHERE ${key} = $1`,
        [id],
      );
      const [row] = rows;
      if (!row) throw new Error(`${table} has no row ${id}.`);
      return row;
    },
    async whileLocked(database, id, work) {
      const client = await database.connect();
      try {
        await client.query('BEGIN');
        await client.query(`SELECT FROM ${table} WHERE ${key} = $1 FOR NO KEY UPDATE`, [id]);
        await work();
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    },
  };
}

const RECIPIENTS = {
  table: 'email_recipients',
  rows: `lane = 'transactional'`,
  key: 'id',
  keyType: 'uuid',
} as const;
const recipients = createWorkTable(RECIPIENTS);
const ids = createIds(createSystemClock());

/** The recipients of emails: UUID keys, partitioned by month. */
export const recipientsTable = {
  table: recipients,
  withState: createWorkTable({ ...RECIPIENTS, onReclaim: "state = 'queued'" }),
  rows: createWorkRows(
    recipients,
    () => ids.next(),
    `INSERT INTO email_recipients
       (id, next_attempt_at, claimed_by, claim_token, woken_at,
        email_id, account_id, kind, position, address, state, lane, updated_at)
     VALUES ($1, $2, $3, $4, $5, gen_random_uuid(), gen_random_uuid(), 'to', 0, 'a@acme.dev', 'queued',
             'transactional', now())`,
  ),
};

const recurringRows = createWorkRows(
  recurringWork.table,
  () => `task-${randomBytes(6).toString('hex')}`,
  `INSERT INTO recurring_work (name, next_attempt_at, claimed_by, claim_token, woken_at)
   VALUES ($1, $2, $3, $4, $5)`,
);

/** Describes a suite once for each kind of table. */
export function describeEachWorkTable(suite: (table: WorkTable, rows: WorkRows) => void): void {
  describe('recurring_work', () => suite(recurringWork.table, recurringRows));
  describe('email_recipients', () => suite(recipientsTable.table, recipientsTable.rows));
}
