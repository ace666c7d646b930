// Mail that leaves after a pause, or that was accepted before its domain had a capacity: no day has more of it than the
// capacity, however many workers send.
import { expect } from 'chai';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { utcDayOf } from '../../../shared/platform/time/utc-days.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createDomain, createSuppression } from '../../support/factories/factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useReputation } from './support/use-reputation.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

describe('Sends held mail after the pause within the capacity of each day, in the order in which it was due, and the rest after 00:00 UTC.', () => {
  const sending = useSending();
  const reputation = useReputation(sending);
  let job: SendJob;
  before(async () => {
    job = await sending.openJob();
  });
  beforeEach(() => {
    sending.clock.set(new Date('2026-11-20T09:00:00.000Z'));
  });
  const today = () => utcDayOf(sending.clock.now());
  const midnight = () => new Date(Date.parse(today()) + DAY_MS);

  /** Accepts emails one second after the other. */
  const acceptMany = async (count: number) => {
    const accepted: string[] = [];
    for (let number = 0; number < count; number += 1) {
      accepted.push(await sending.accept({ to: mailboxes(`n${number}@customer.dev`) }));
      sending.clock.advance(1_000);
    }
    return accepted;
  };
  const countStates = async () => {
    const { rows } = await sending.pool.query<{ state: string; count: number }>(
      'SELECT state, count(*)::integer FROM email_recipients WHERE claimed_by IS NULL GROUP BY state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  const whenStates = (states: Record<string, number>) =>
    eventually(`the recipients are ${JSON.stringify(states)}`, async () => {
      const found = await countStates();
      return Object.entries(states).every(([state, count]) => found[state] === count);
    });
  const isReturned = async (id: string) => (await sending.recipient(id)).smtp_reply !== null;
  const whenReturned = (id: string) => eventually('it is returned', () => isReturned(id));
  const expectUntilMidnight = async (id: string) => {
    const { next_attempt_at: until, ...recipient } = await sending.recipient(id);
    const { name } = sending.sender.domain;
    expect(recipient.smtp_reply).to.equal(`The daily capacity for mail from ${name} is used up.`);
    expect((until?.getTime() ?? 0) - midnight().getTime()).to.be.within(0, 20 * MINUTE_MS);
    return recipient;
  };
  const wakeAll = async () => {
    const { rows } = await sending.pool.query<{ email_id: string }>(
      'SELECT DISTINCT email_id FROM email_recipients WHERE woken_at IS NOT NULL',
    );
    return rows.map(({ email_id }) => email_id);
  };

  it('the first three of five leave, and the others on the next day', async () => {
    const emails = await acceptMany(5);
    await reputation.lift(3);
    await job.run(...[...emails].reverse());
    await whenStates({ delivered: 3, queued: 2 });
    for (const id of emails.slice(0, 3)) expect((await sending.find(id)).status).to.equal('delivered');
    for (const id of emails.slice(3))
      expect(await expectUntilMidnight(id)).to.include({ state: 'queued', attempts: 0 });
    expect(await reputation.used()).to.deep.equal({ '2026-11-20': 3 });
    await reputation.expectExact();
    sending.clock.set(new Date(midnight().getTime() + 20 * MINUTE_MS));
    await sending.tick();
    await job.run(...(await wakeAll()));
    await whenStates({ delivered: 5 });
    expect(await reputation.used()).to.deep.equal({ '2026-11-20': 3, '2026-11-21': 2 });
    await reputation.expectExact();
  });

  it('what is due while the capacity is used up is held before it is woken', async () => {
    const [id = ''] = await acceptMany(1);
    await sending.pool.query('UPDATE email_recipients SET woken_at = NULL');
    await reputation.lift(7);
    await reputation.use(7);
    await sending.tick();
    expect(await expectUntilMidnight(id)).to.include({ state: 'queued', woken_at: null, attempts: 0 });
    await sending.tick(DAY_MS);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
  });

  it('several workers at the last units send exactly the capacity', async () => {
    const emails = await acceptMany(40);
    await reputation.lift(10);
    await reputation.use(3);
    const jobs = await Promise.all(Array.from({ length: 4 }, () => sending.openJob()));
    await Promise.all(
      jobs.map(({ run }, number) => run(...emails.filter((_, place) => place % 4 === number))),
    );
    await whenStates({ delivered: 7, queued: 33 });
    expect(sending.sink.count()).to.equal(7);
    expect(await reputation.used()).to.deep.equal({ [today()]: 10 });
  });

  it('a retry is not charged again, on a later day either', async () => {
    sending.refuse('451 4.3.0 come again', { times: 1 });
    const [id = ''] = await acceptMany(1);
    await reputation.lift(1);
    const day = today();
    await job.run(id);
    await sending.whenStatus(id, 'delivery_delayed');
    await sending.tick(DAY_MS + (RETRY_DELAYS_MS[0] ?? 0));
    await reputation.use(1);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    expect(await reputation.used()).to.deep.equal({ [day]: 1, [today()]: 1 });
  });

  it('a retry that was accepted before there was a capacity is charged when it leaves', async () => {
    sending.refuse('451 4.3.0 come again');
    const { id } = await sending.sendUntil('delivery_delayed', {}, job);
    await reputation.lift(5);
    await reputation.use(5);
    await sending.tick(RETRY_DELAYS_MS[0]);
    await job.run(id);
    await whenReturned(id);
    await eventually('it waits', async () => (await sending.recipient(id)).state === 'queued');
    expect(await expectUntilMidnight(id)).to.include({ attempts: 1 });
  });

  it('what was charged before the lift is charged again, and waits where it does not fit', async () => {
    const [id = ''] = await acceptMany(1);
    sending.clock.advance(1);
    await reputation.lift(1);
    await reputation.charge(id, today());
    await reputation.use(1);
    await job.run(id);
    await whenReturned(id);
    expect(await expectUntilMidnight(id)).to.include({ attempts: 0 });
    expect(await reputation.used()).to.deep.equal({ [today()]: 1 });
  });

  it('what was charged when it was accepted after the lift leaves, whatever is used', async () => {
    await reputation.lift(1);
    sending.clock.advance(1);
    const [id = ''] = await acceptMany(1);
    await reputation.use(5);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    expect(await reputation.used()).to.deep.equal({ [today()]: 6 });
  });

  it('what never leaves is not charged: dropped and simulated recipients, notices', async () => {
    const to = mailboxes('delivered@simulator.test');
    const emails = [await sending.accept({ to }), await sending.accept({ source: 'notice' })];
    const dropped = await sending.accept({ to: mailboxes('dropped@customer.dev') });
    await createSuppression(sending.pool, sending.accountId, 'dropped@customer.dev');
    await reputation.lift(1);
    await reputation.use(1);
    await job.run(...emails, dropped);
    await whenStates({ delivered: 2, suppressed: 1 });
    expect(await reputation.used()).to.deep.equal({ [today()]: 1 });
  });

  it('the capacity of the account bounds all of its domains together', async () => {
    const other = await createDomain(sending.pool, sending.accountId);
    const from = mailboxes(`ana@${other.name}`)[0] ?? expect.fail();
    const emails = [await sending.accept({ from }), ...(await acceptMany(3)), await sending.accept({ from })];
    await reputation.lift(2, 'accounts');
    await job.run(...emails);
    await whenStates({ delivered: 2, queued: 3 });
    await reputation.expectExact();
    const { rows } = await sending.pool.query(
      'SELECT subject_id, used FROM capacity_use ORDER BY used, subject_id',
    );
    expect(rows.map(({ used }) => used)).to.deep.equal([1, 1, 2]);
    expect(rows.at(-1).subject_id).to.equal(sending.accountId);
  });
});
