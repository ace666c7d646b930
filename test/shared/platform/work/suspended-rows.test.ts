// The rows of suspended accounts (docs/architecture/suspension.md): they are neither woken nor claimed, and change in nothing.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../../../../shared/platform/db/connect.ts';
import { countWork } from '../../../../shared/platform/work/count.ts';
import { findHeldReason } from '../../../../shared/platform/work/stuck.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { recipientsTable, type WorkRow } from '../../../support/work/work-rows.ts';

const NOW = new Date('2026-01-15T12:00:00.000Z');
const PAST = new Date(NOW.getTime() - 1_000);
const LEASE = () => ({ worker: randomUUID(), token: randomUUID() });

describe('The rows of a suspended account', () => {
  const database = useDatabase();
  const { table, rows } = recipientsTable;
  const pool = (): Database => database.pool;
  const insert = (row: Partial<WorkRow> = {}) => rows.insert(pool(), row);
  const read = (id: string) => rows.read(pool(), id);
  const suspend = async (id: string) => {
    await pool().query(
      `INSERT INTO account_suspensions (account_id, cause, suspended_at)
       SELECT account_id, 'operator', now() FROM email_recipients WHERE id = $1`,
      [id],
    );
  };
  afterEach(() => pool().query('TRUNCATE account_suspensions, email_recipients'));
  it('are not woken and not claimed, and those that were woken sleep', async () => {
    const due = await insert({ nextAttemptAt: PAST });
    const woken = await insert({ nextAttemptAt: PAST, wokenAt: PAST });
    const other = await insert({ nextAttemptAt: PAST, wokenAt: PAST });
    await suspend(due);
    await suspend(woken);
    expect(await table.markDue(pool(), NOW, 10)).to.deep.equal([]);
    expect(await table.markLostWakeUps(pool(), NOW, 10)).to.deep.equal([other]);
    expect(await table.claim(pool(), [due, woken], LEASE())).to.deep.equal([]);
    expect(await table.letSuspendedSleep(pool(), 10)).to.deep.equal([woken]);
    expect(await read(woken)).to.deep.include({ wokenAt: null, nextAttemptAt: PAST, attempts: 0 });
    await pool().query('TRUNCATE account_suspensions');
    expect(await table.markDue(pool(), NOW, 10)).to.have.members([due, woken]);
  });

  it('are counted as held, with the reason', async () => {
    await suspend(await insert({ nextAttemptAt: PAST }));
    expect(await countWork(pool(), table.definition, NOW)).to.include({ due: 0, held: 1 });
    expect(await findHeldReason(pool(), table.definition, NOW)).to.contain('suspended');
  });
});
