// Mail of a domain or account that is paused because of its reputation: it waits without using up an attempt, and is held
// before a worker has claimed it, after that, and while it waits for a connection.
import { expect } from 'chai';
import { HELD_MAX_HOURS } from '../../../shared/contract/reputation/values.ts';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { utcDayOf } from '../../../shared/platform/time/utc-days.ts';
import { cancelEmail } from '../../../shared/resources/messaging/emails/cancel.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useReputation } from './support/use-reputation.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const HELD_MAX_MS = HELD_MAX_HOURS * HOUR_MS;
/** By then all held mail is looked at again. */
const AGAIN_MS = 20 * MINUTE_MS;

describe('Holds accepted mail while its domain or account is paused because of its reputation, and counts no attempt.', () => {
  const sending = useSending();
  const reputation = useReputation(sending);
  let job: SendJob;
  before(async () => {
    job = await sending.openJob();
  });
  const sentence = () => `Sending from ${sending.sender.domain.name} is paused because of its reputation.`;

  /** Expects that the first recipient is held since now. */
  const expectHeld = async (id: string, why = sentence()) => {
    const { next_attempt_at: until, ...recipient } = await sending.recipient(id);
    expect(recipient).to.include({ claimed_by: null, woken_at: null, smtp_code: null, smtp_reply: why });
    const waitsMs = (until?.getTime() ?? 0) - sending.clock.now().getTime();
    expect(waitsMs).to.be.within(10 * MINUTE_MS, AGAIN_MS);
    expect(sending.sink.count()).to.equal(0);
    return recipient;
  };
  const whenReturned = (id: string) =>
    eventually('it is returned', async () =>
      (await sending.recipients(id)).every(({ smtp_reply: reply }) => reply !== null),
    );

  for (const [table, why] of [
    ['domains', sentence],
    ['accounts', () => 'Sending from this account is paused because of its reputation.'],
  ] as const) {
    it(`it is returned by the worker that has claimed it (${table})`, async () => {
      const id = await sending.accept();
      await reputation.pause(table);
      await job.run(id);
      await whenReturned(id);
      expect(await expectHeld(id, why())).to.include({ state: 'queued', attempts: 0 });
      expect(await sending.types(id), 'events').to.deep.equal([]);
    });

    it(`it is held without a worker when it is due again, and leaves after the pause (${table})`, async () => {
      const id = await sending.accept();
      await reputation.pause(table);
      await job.run(id);
      await whenReturned(id);
      await sending.tick(AGAIN_MS);
      expect(await expectHeld(id, why())).to.include({ state: 'queued', attempts: 0 });
      await reputation.lift(null, table);
      await sending.tick(AGAIN_MS);
      // A worker that has seen the pause may hold mail for two seconds more.
      await (await sending.openJob()).run(id);
      await sending.whenStatus(id, 'delivered');
      expect(await sending.recipient(id)).to.include({ attempts: 1 });
    });
  }

  it('a retry is held too, and stays delayed', async () => {
    sending.refuse('451 4.3.0 come again');
    const { id } = await sending.sendUntil('delivery_delayed', {}, job);
    await reputation.pause();
    sending.sink.clear();
    await sending.tick(RETRY_DELAYS_MS[0]);
    expect(await expectHeld(id)).to.include({ state: 'delivery_delayed', attempts: 1 });
  });

  it('a scheduled email stays pending, so it can be canceled', async () => {
    const scheduledAt = new Date(sending.clock.now().getTime() + HOUR_MS);
    const id = await sending.accept({ scheduledAt });
    await reputation.pause();
    await sending.tick(HOUR_MS);
    expect(await expectHeld(id)).to.include({ state: 'pending', attempts: 0 });
    const { pool: database, accountId, clock } = sending;
    const ids = createIds(clock);
    await cancelEmail({ database, ids, queues: SILENT_QUEUES }, { id, accountId, now: clock.now() });
    expect((await sending.find(id)).status).to.equal('canceled');
  });

  for (const [name, hold] of [
    ['a worker', (id: string) => job.run(id)],
    ['the tick', () => sending.tick()],
  ] as const) {
    it(`it counts in the capacity of no day any more when ${name} has held it`, async () => {
      const id = await sending.accept({ to: mailboxes('bo@customer.dev', 'cy@customer.dev') });
      await reputation.charge(id, utcDayOf(sending.clock.now()));
      if (name === 'the tick') await sending.pool.query('UPDATE email_recipients SET woken_at = NULL');
      await reputation.pause();
      await hold(id);
      await whenReturned(id);
      await expectHeld(id);
      expect(await reputation.used()).to.deep.equal({});
      await reputation.expectExact();
    });
  }

  it('it is dropped at once where its address was suppressed', async () => {
    const id = await sending.accept();
    await reputation.charge(id, utcDayOf(sending.clock.now()));
    await reputation.pause();
    await createSuppression(sending.pool, sending.accountId, 'bo@customer.dev');
    await job.run(id);
    await sending.whenStatus(id, 'suppressed');
    await reputation.expectExact();
  });

  it('the simulator shows it', async () => {
    const id = await sending.accept({ to: mailboxes('delivered@simulator.test') });
    await reputation.pause();
    await job.run(id);
    await whenReturned(id);
    await expectHeld(id);
  });
});

describe('Mail that waits for a connection when its domain is paused', () => {
  const sending = useSending();
  const reputation = useReputation(sending);

  it('is withheld, while the message that is being sent is finished', async () => {
    const { run, drain } = await sending.openJob({ config: { smtpMaxConnections: 1 } });
    let isOnTheWire = false;
    const onStruck = () => {
      isOnTheWire = true;
    };
    // Longer than the gate needs to see the pause.
    sending.sink.setFault({ stage: 'after-data', kind: 'delay', ms: 8_000, times: 1, onStruck });
    const first = await sending.accept();
    await run(first);
    await eventually('it is on the wire', () => isOnTheWire);
    const second = await sending.accept();
    await run(second);
    await reputation.pause();
    await eventually('the gate has seen it', () =>
      sending.logLines.some(({ msg }) => msg === 'the mail of paused senders is held'),
    );
    await sending.whenStatus(first, 'delivered');
    await eventually('it is returned', async () => (await sending.recipient(second)).smtp_reply !== null);
    expect(await sending.recipient(second)).to.include({ state: 'queued', attempts: 0 });
    expect(sending.sink.count()).to.equal(1);
    await drain();
    await sending.tick();
    const { next_attempt_at: until } = await sending.recipient(second);
    expect(until).to.be.above(sending.clock.now());
  });
});

describe('Sends a notice of the service although its domain or account is paused.', () => {
  const sending = useSending();
  const reputation = useReputation(sending);

  it('when a worker has claimed it, and when it is due again', async () => {
    const job = await sending.openJob();
    sending.refuse('451 4.3.0 come again', { times: 1 });
    await reputation.pause('domains');
    await reputation.pause('accounts');
    const { id } = await sending.sendUntil('delivery_delayed', { source: 'notice' }, job);
    await sending.tick(RETRY_DELAYS_MS[0]);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    await reputation.expectExact();
  });
});

describe('Fails a recipient with the reason reputation_paused, and refunds it, when it has been held for 72 hours since it was due or since the last pause was lifted.', () => {
  const sending = useSending();
  const reputation = useReputation(sending);
  let job: SendJob;
  before(async () => {
    job = await sending.openJob();
  });
  const unitsUsed = async () => {
    const { rows } = await sending.pool.query(
      `SELECT coalesce(sum(used), 0)::integer AS units FROM email_usage WHERE period = 'month'`,
    );
    return rows[0].units;
  };
  /** Sets the time to so long before or after mail of a time has waited for too long, and makes all mail due. */
  const tickAt = async (since: Date, afterMs: number) => {
    sending.clock.set(new Date(since.getTime() + HELD_MAX_MS + afterMs));
    await sending.pool.query('UPDATE email_recipients SET next_attempt_at = $1, woken_at = NULL', [since]);
    await sending.tick();
  };
  const isAwake = async (id: string) => (await sending.recipient(id)).woken_at !== null;
  const expectFailed = async (id: string) => {
    const before = await unitsUsed();
    await job.run(id);
    const { events } = await sending.whenStatus(id, 'failed');
    const { data } = events.at(-1) ?? expect.fail();
    expect(JSON.stringify(data)).to.include('reputation_paused');
    expect(await unitsUsed()).to.equal(before - 1);
    expect(sending.sink.count()).to.equal(0);
    await reputation.expectExact();
  };

  it('of a paused domain, not a millisecond before', async () => {
    const dueAt = sending.clock.now();
    const id = await sending.accept();
    await reputation.charge(id, utcDayOf(dueAt));
    await reputation.pause();
    await tickAt(dueAt, -1);
    expect(await isAwake(id)).to.equal(false);
    await tickAt(dueAt, 0);
    expect(await isAwake(id)).to.equal(true);
    await expectFailed(id);
  });

  it('counted from the time for which an email was scheduled', async () => {
    const dueAt = new Date(sending.clock.now().getTime() + 30 * 24 * HOUR_MS);
    const id = await sending.accept({ scheduledAt: dueAt });
    await reputation.pause();
    await tickAt(dueAt, -1);
    expect(await isAwake(id)).to.equal(false);
    await tickAt(dueAt, 0);
    await expectFailed(id);
  });

  it('counted from the last lift, also while the capacity is used up', async () => {
    const id = await sending.accept();
    sending.clock.advance(48 * HOUR_MS);
    const liftedAt = sending.clock.now();
    await reputation.lift(1, 'accounts');
    await reputation.pause();
    await tickAt(liftedAt, -1);
    expect(await isAwake(id)).to.equal(false);
    await reputation.lift(null);
    await sending.pool.query('UPDATE domains SET lifted_at = NULL');
    await reputation.use(1, utcDayOf(new Date(liftedAt.getTime() + HELD_MAX_MS)));
    await tickAt(liftedAt, 0);
    expect(await isAwake(id)).to.equal(true);
    await job.run(id);
    await sending.whenStatus(id, 'failed');
    expect(sending.sink.count()).to.equal(0);
  });
});
