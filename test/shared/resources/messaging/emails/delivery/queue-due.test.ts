// When a scheduled email is due, it is queued, and not before. Of a simultaneous tick, cancel and reschedule exactly
// one succeeds.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { cancelEmail } from '../../../../../../shared/resources/messaging/emails/cancel.ts';
import { sendingWork } from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { rescheduleEmail } from '../../../../../../shared/resources/messaging/emails/reschedule.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { mailboxes } from '../accept/new-email.ts';
import { useAcceptor } from '../accept/use-acceptor.ts';

const HOUR_MS = 60 * 60_000;
const LIMIT = 1_000;

describe('a scheduled email', () => {
  const test = useAcceptor();
  const ids = createIds(createSystemClock());
  const createdAt = new Date();
  const dueAt = new Date(createdAt.getTime() + HOUR_MS);
  const pool = () => test.database.pool;
  const schedule = async (changes: Parameters<typeof test.email>[0] = {}) => {
    const email = test.email({ createdAt, scheduledAt: dueAt, ...changes });
    await test.create(pool()).accept(email);
    return { id: email.id, accountId: email.accountId, now: createdAt };
  };
  const cancel = (email: Parameters<typeof cancelEmail>[1]) =>
    cancelEmail({ database: pool(), ids, queues: SILENT_QUEUES }, email);
  const markDue = (now: Date, limit = LIMIT) => sendingWork.table.markDue(pool(), now, limit);
  const statusOf = async (id: string) =>
    (await pool().query('SELECT status FROM emails WHERE id = $1', [id])).rows[0].status;
  const recipientsOf = async (id: string) =>
    (
      await pool().query(
        `SELECT id, state, woken_at IS NOT NULL AS is_woken FROM email_recipients WHERE email_id = $1 ORDER BY position`,
        [id],
      )
    ).rows;

  it('stays pending until a millisecond before its time', async () => {
    const { id } = await schedule();
    expect(await markDue(new Date(dueAt.getTime() - 1))).to.deep.equal([]);
    expect(await statusOf(id)).to.equal('pending');
  });

  it('is queued at its time, with all recipients that are not suppressed', async () => {
    const { id } = await schedule({ to: mailboxes('bo@customer.dev', 'x@example.com', 'cy@customer.dev') });
    const woken = await markDue(dueAt);
    expect(await statusOf(id)).to.equal('queued');
    const [bo, x, cy] = await recipientsOf(id);
    expect(woken).to.have.members([bo.id, cy.id]);
    expect([bo, x, cy].map(({ state, is_woken }) => [state, is_woken])).to.deep.equal([
      ['queued', true],
      ['suppressed', false],
      ['queued', true],
    ]);
    expect(await markDue(dueAt)).to.deep.equal([]);
  });

  it('is queued with all recipients, even if a tick may wake fewer', async () => {
    const { id } = await schedule({ to: mailboxes('bo@customer.dev', 'cy@customer.dev', 'di@customer.dev') });
    expect(await markDue(dueAt, 1)).to.have.length(1);
    expect((await recipientsOf(id)).map(({ state }) => state)).to.deep.equal(['queued', 'queued', 'queued']);
    expect(await markDue(dueAt)).to.have.length(2);
  });

  it('does not keep a tick from waking retries', async () => {
    const { id } = await schedule();
    const { id: delayed } = await schedule({ scheduledAt: null });
    await pool().query(
      `UPDATE email_recipients SET state = 'delivery_delayed', woken_at = NULL WHERE email_id = $1`,
      [delayed],
    );
    const [first] = await recipientsOf(id);
    const [second] = await recipientsOf(delayed);
    expect(await markDue(dueAt)).to.have.members([first.id, second.id]);
  });

  it('is queued by only one of several simultaneous ticks', async () => {
    for (let number = 0; number < 50; number += 1) await schedule();
    const woken = await Promise.all([markDue(dueAt), markDue(dueAt), markDue(dueAt)]);
    woken.push(await markDue(dueAt));
    expect(woken.flat()).to.have.length(50);
    expect(new Set(woken.flat()).size).to.equal(50);
  });

  it('is skipped while it is locked, and queued by the next tick', async () => {
    const { id } = await schedule();
    const client = await pool().connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM emails WHERE id = $1 FOR NO KEY UPDATE', [id]);
      expect(await markDue(dueAt)).to.deep.equal([]);
      await client.query('ROLLBACK');
    } finally {
      client.release();
    }
    expect(await markDue(dueAt)).to.have.length(1);
  });

  it('is due at its new time after it was rescheduled', async () => {
    const email = await schedule();
    const scheduledAt = new Date(dueAt.getTime() + HOUR_MS);
    await rescheduleEmail(pool(), { ...email, scheduledAt });
    expect(await markDue(dueAt)).to.deep.equal([]);
    expect(await markDue(scheduledAt)).to.have.length(1);
  });

  it('is never due after it was canceled', async () => {
    await cancel(await schedule());
    expect(await markDue(new Date(dueAt.getTime() + HOUR_MS))).to.deep.equal([]);
  });

  it('is either queued or changed when both are tried at the same time', async () => {
    const emails = await Promise.all(Array.from({ length: 40 }, () => schedule()));
    const scheduledAt = new Date(dueAt.getTime() + HOUR_MS);
    const change = (email: (typeof emails)[number], index: number) =>
      index % 2 === 0 ? cancel(email) : rescheduleEmail(pool(), { ...email, scheduledAt });
    const [results, ...ticks] = await Promise.all([
      Promise.allSettled(emails.map(change)),
      markDue(dueAt),
      markDue(dueAt, 7),
    ]);
    const woken = new Set([...ticks.flat(), ...(await markDue(dueAt))]);
    for (const [index, email] of emails.entries()) {
      const [recipient] = await recipientsOf(email.id);
      const isChanged = results[index]?.status === 'fulfilled';
      expect(woken.has(recipient.id)).to.equal(!isChanged);
      const status = isChanged ? (index % 2 === 0 ? 'canceled' : 'pending') : 'queued';
      expect([await statusOf(email.id), recipient.state]).to.deep.equal([status, status]);
    }
  });
});
