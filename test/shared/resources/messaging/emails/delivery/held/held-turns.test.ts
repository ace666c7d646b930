// Held mail and the turns of accounts: however much of it is due, others are woken as if there were none.
import { expect } from 'chai';
import type { Queues } from '../../../../../../../shared/platform/queues/connect.ts';
import { createSystemClock } from '../../../../../../../shared/platform/time/clock.ts';
import { countStuckWork } from '../../../../../../../shared/platform/work/count-stuck.ts';
import { findStuckRows } from '../../../../../../../shared/platform/work/stuck.ts';
import { sendingWork } from '../../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { TICK_EVERY_MS, tick } from '../../../../../../../workers/runtime/tick.ts';
import { useDatabase } from '../../../../../../support/database/database.ts';
import { createDomain } from '../../../../../../support/factories/factories.ts';
import { createWaitingSender, insertWaiting, pauseDomain, type WaitingSender } from './stored-mail.ts';

const HELD = 10_000;
const BUSY = 3_000;
const LIMIT = 1_000;
/** Rows of accounts with held mail that a statement chooses. */
const HELD_AT_A_TIME = 300;

describe('An account with 10,000 rows of held mail that are due', () => {
  const database = useDatabase();
  let paused: WaitingSender;
  let busy: WaitingSender;
  beforeEach(async () => {
    await database.pool.query('TRUNCATE emails, email_recipients');
    await database.pool.query(`UPDATE domains SET reputation = 'good'`);
    paused = await createWaitingSender(database.pool);
    busy = await createWaitingSender(database.pool);
    await insertWaiting(database.pool, paused, HELD);
    await pauseDomain(database.pool, paused);
  });

  const wake = (limit = LIMIT) => sendingWork.table.markDue(database.pool, new Date(), limit);
  const count = async ({ accountId }: WaitingSender, where: string) => {
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer AS count FROM email_recipients WHERE account_id = $1 AND ${where}`,
      [accountId],
    );
    return rows[0].count;
  };
  const countHeld = (sender: WaitingSender) => count(sender, 'next_attempt_at > now()');
  const countAwake = (sender: WaitingSender) => count(sender, 'woken_at IS NOT NULL');

  it('does not displace another account, whose mail has waited for a shorter time', async () => {
    await insertWaiting(database.pool, busy, BUSY, new Date());
    expect(await wake()).to.have.length(LIMIT - HELD_AT_A_TIME);
    expect(await countAwake(busy)).to.equal(LIMIT - HELD_AT_A_TIME);
    expect(await countHeld(paused)).to.equal(HELD_AT_A_TIME);
    await wake();
    expect(await countAwake(busy)).to.be.above(1_200);
    expect(await countAwake(paused)).to.equal(0);
  });

  it('does not displace it where several accounts have held mail either', async () => {
    const other = await createWaitingSender(database.pool);
    await insertWaiting(database.pool, other, HELD);
    await pauseDomain(database.pool, other);
    await insertWaiting(database.pool, busy, BUSY, new Date());
    expect(await wake()).to.have.length(LIMIT - HELD_AT_A_TIME);
    expect((await countHeld(paused)) + (await countHeld(other))).to.equal(HELD_AT_A_TIME);
  });

  it('does not displace it where few rows are woken at a time', async () => {
    await insertWaiting(database.pool, busy, BUSY, new Date());
    expect(await wake(10)).to.have.length(7);
  });

  it('has all of it looked at in the end, and its other domains are woken then', async () => {
    const { pool } = database;
    await pool.query('DELETE FROM email_recipients WHERE account_id = $1', [paused.accountId]);
    await insertWaiting(pool, paused, 2 * HELD_AT_A_TIME, new Date(Date.now() - 5_000));
    const { id: domainId } = await createDomain(pool, paused.accountId);
    await insertWaiting(pool, { ...paused, domainId }, 5);
    expect(await wake()).to.deep.equal([]);
    expect(await wake()).to.deep.equal([]);
    expect(await wake()).to.have.length(5);
    expect(await countHeld(paused)).to.equal(2 * HELD_AT_A_TIME);
  });

  it('does not make the ticks come more often, as mail does that is woken in turns', async () => {
    const queues = { wake: () => {} } as unknown as Queues;
    const run = () =>
      tick({ database: database.pool, clock: createSystemClock(), queues, kinds: [sendingWork] });
    expect(await run()).to.equal(TICK_EVERY_MS);
    await insertWaiting(database.pool, busy, BUSY);
    expect(await run()).to.be.below(TICK_EVERY_MS);
  });

  it('has its rows shown as held, and not as stuck', async () => {
    const { definition } = sendingWork.table;
    const now = new Date(Date.now() + 2 * 60_000);
    const [row] = await findStuckRows(database.pool, definition, now, 1);
    expect(row?.state).to.equal('held');
    expect(row?.heldBy).to.include('because of its reputation');
    expect(await countStuckWork(database.pool, definition, { now, deadAfterMs: 60_000 })).to.equal(0);
  });

  it('is not limited while nothing of it is paused', async () => {
    await database.pool.query(`UPDATE domains SET reputation = 'warned' WHERE id = $1`, [paused.domainId]);
    expect(await wake()).to.have.length(LIMIT);
  });
});
