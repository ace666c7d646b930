// The sender of a process: required configuration, work that is shared by many recipients, and what it does not do
// while it may start nothing.
import { expect } from 'chai';
import { ConfigError } from '../../../shared/platform/config/config.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../../shared/resources/foundation/providers/switch.ts';
import { sendingWork } from '../../../shared/resources/messaging/emails/delivery/work.ts';
import { createSender } from '../../../workers/send/sender.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { loadNow, newLease } from '../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { eventually } from '../../support/time/eventually.ts';
import { sendEntry, useSending } from './support/use-sending.ts';

describe('The sender of a process', () => {
  const sending = useSending();
  afterEach(() => clearProviderSwitch(sending.pool));

  for (const [name, missing] of [
    ['SMTP_URL', { smtpUrl: undefined }],
    ['SECRET_KEY', { secretKeys: undefined }],
  ] as const) {
    it(`does not start without ${name}, and names it in the error`, async () => {
      const { deps } = await sending.openJob();
      const config = { ...deps.config, ...missing };
      expect(() => sendEntry.open({ ...deps, config })).to.throw(
        ConfigError,
        `Configuration: "${name}" is required to send.`,
      );
    });
  }

  it('composes an email once for all recipients that were claimed together', async () => {
    const { deps } = await sending.openJob();
    const sender = createSender(deps, 'transactional');
    const id = await sending.accept({ to: mailboxes('a@customer.dev', 'b@customer.dev', 'c@customer.dev') });
    const ids = (await sending.recipients(id)).map((recipient) => recipient.id);
    const { workerId: worker } = deps.lease;
    const claims = await sendingWork.table.claim(deps.database, ids, { ...newLease(), worker });
    const [email] = await loadNow(deps.database, claims);
    if (!email) return expect.fail('It was not loaded.');
    let composed = 0;
    const watched = {
      ...email,
      get replyTo() {
        composed += 1;
        return email.replyTo;
      },
    };
    const slots = await sender.reserve(ids.length);
    sender.send(watched, slots);
    slots.end();
    await sending.whenStatus(id, 'delivered');
    await sender.drain();
    expect([composed, sending.sink.count()]).to.deep.equal([1, 3]);
  });

  it('holds as many messages as it has places, and claims no more (back-pressure)', async () => {
    const { deps, run, drain } = await sending.openJob({ config: { smtpMaxConnections: 1 } });
    const slots = 102;
    // Until then no outcome is recorded, so no place is freed.
    sending.sink.setFault({ stage: 'after-data', kind: 'delay', ms: 1_000, times: 1 });
    const accepting = Array.from({ length: slots + 30 }, () => sending.accept());
    const accepted = await Promise.all(accepting);
    let isRunning = true;
    const running = run(...accepted).finally(() => {
      isRunning = false;
    });
    let most = 0;
    while (isRunning) {
      const { rows } = await deps.database.query(
        'SELECT count(*)::integer AS count FROM email_recipients WHERE claimed_by = $1',
        [deps.lease.workerId],
      );
      most = Math.max(most, rows[0].count);
    }
    await running;
    await drain();
    expect(most).to.equal(slots);
  });

  it('opens no connection for mail that it may no longer send', async () => {
    let asked = 0;
    const mayStartWork = () => {
      asked += 1;
      return asked === 1;
    };
    const { run } = await sending.openJob({ lease: { mayStartWork } });
    const { total } = sending.sink.connections();
    const id = await sending.accept();
    await run(id);
    await eventually('it is released', async () => (await sending.recipient(id)).smtp_reply !== null);
    expect(asked).to.be.above(1);
    expect(await sending.recipient(id)).to.deep.include({ state: 'queued', attempts: 0, claimed_by: null });
    expect(sending.sink.connections().total).to.equal(total);
  });

  it('claims nothing while it has no valid lease', async () => {
    const { run } = await sending.openJob({ lease: { mayStartWork: () => false } });
    const id = await sending.accept();
    await run(id);
    expect(await sending.recipient(id)).to.deep.include({ state: 'queued', attempts: 0, claimed_by: null });
    expect((await sending.recipient(id)).woken_at).not.to.equal(null);
  });

  it('claims nothing once it knows that the provider refuses the service', async () => {
    await tripProviderSwitch(sending.pool, '535 login refused');
    const { deps } = await sending.openJob();
    const sender = createSender(deps, 'transactional');
    await eventually('it knows', () => !sender.isOpen(), 4_000);
    await sender.drain();
  });

  it('claims nothing once it is stopping', async () => {
    const { run, drain } = await sending.openJob();
    await drain();
    const id = await sending.accept();
    await run(id);
    expect(await sending.recipient(id)).to.deep.include({ state: 'queued', attempts: 0, claimed_by: null });
  });

  it('releases its claims when the email cannot be loaded, and sends it later', async () => {
    const { deps, run } = await sending.openJob();
    const id = await sending.accept();
    const blocker = await sending.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE dkim_keys IN ACCESS EXCLUSIVE MODE');
      const running = run(id).then(
        () => 'done',
        () => 'failed',
      );
      await eventually('its load waits', async () => {
        const { rowCount } = await sending.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'test worker' AND datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      expect(await running).to.equal('failed');
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    const { claimed_by, state, next_attempt_at } = await sending.recipient(id);
    expect([claimed_by, state]).to.deep.equal([null, 'queued']);
    expect(next_attempt_at).to.deep.equal(deps.clock.now());
    await sending.tick(0);
    await run(id);
    await sending.whenStatus(id, 'delivered');
  });

  it('releases a recipient whose email is gone', async () => {
    const { run } = await sending.openJob();
    const gone = await sending.accept();
    const kept = await sending.accept();
    const [{ id: recipientId } = { id: '' }] = await sending.recipients(gone);
    await sending.pool.query('DELETE FROM emails WHERE id = $1', [gone]);
    await run(gone, kept);
    await sending.whenStatus(kept, 'delivered');
    const { rows } = await sending.pool.query(
      'SELECT claimed_by, next_attempt_at FROM email_recipients WHERE id = $1',
      [recipientId],
    );
    expect(rows).to.deep.equal([{ claimed_by: null, next_attempt_at: null }]);
  });
});
