// Sends of a domain or an account that has a capacity a day (docs/reference/reputation.md#capacities).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import {
  capacityUseOf,
  expectChargedRecipients,
  makeGood,
  makeRecovering,
  makeWarmingUp,
} from '../../../support/factories/reputation-factories.ts';
import { sendPending } from '../pending-email.ts';
import { createSender, type Sender, useSender } from '../sender.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Far from the end of a day, which a test must not pass unseen. */
const NOON = new Date(new Date().setUTCHours(12, 0, 0, 0));
const dayIn = (days: number) => new Date(NOON.getTime() + days * DAY_MS).toISOString().slice(0, 10);

describe('A capacity', () => {
  const app = useApp();
  beforeEach(() => app.clock.set(NOON));
  const sender = useSender(app);
  const warmUp = (capacity: number) =>
    makeWarmingUp(app.pool, sender.domain.id, { capacity, at: app.clock.now() });
  const recover = (capacity: number) =>
    makeRecovering(app.pool, 'accounts', sender.accountId, { capacity, at: app.clock.now() });
  const used = async ({ accountId, domain }: Sender = sender) => [
    await capacityUseOf(app.pool, domain.id),
    await capacityUseOf(app.pool, accountId),
  ];
  const use = (units: number) =>
    app.pool.query('UPDATE capacity_use SET used = $2 WHERE account_id = $1', [sender.accountId, units]);
  const both = (use: Record<string, number>) => [use, use];
  const patch = (id: string, scheduled_at: string) =>
    sender.api.patch(`/emails/${id}`).send({ scheduled_at });
  afterEach(async () => {
    await expectChargedRecipients(app.pool);
  });

  it('Accepts exactly as many recipients as the capacity allows when many sends arrive at the same time.', async () => {
    for (const limit of [warmUp, recover]) {
      const { sent, refused } = await sendAtOnce(await createSender(app), limit === warmUp);
      expect([sent, refused]).to.deep.equal([100, 100]);
    }
  });

  /** 50 clients at the last 100 of a capacity, each with four sends. */
  async function sendAtOnce(own: Sender, isOfDomain: boolean) {
    const fields = { capacity: 150, at: app.clock.now() };
    if (isOfDomain) await makeWarmingUp(app.pool, own.domain.id, fields);
    else await makeRecovering(app.pool, 'accounts', own.accountId, fields);
    await own.sent({ to: Array.from({ length: 50 }, (_, number) => `r${number}@customer.dev`) });
    const clients = Array.from({ length: 50 }, async () => {
      const answers = [];
      for (let sends = 0; sends < 4; sends++) answers.push(await own.send());
      return answers;
    });
    const answers = (await Promise.all(clients)).flat();
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(expectError(answer, 429, 'reputation_limit_exceeded')).to.include('150 are used');
    expect(await used(own)).to.deep.equal(both({ [dayIn(0)]: 150 }));
    const sent = answers.filter(({ status }) => status === 200).length;
    expect(await own.count('emails')).to.equal(sent + 1);
    return { sent, refused: answers.length - sent };
  }

  it('Rejects a send beyond a capacity with reputation_limit_exceeded 429, says the day, the capacity, what is used and what the request needs, and asks the client to wait until 00:00 UTC.', async () => {
    await warmUp(2);
    await sender.sent();
    const fields = { to: ['bo@customer.dev', 'cy@customer.dev'] };
    const words = (whose: string, needs = '1 are used, and this request needs 2.') =>
      `The capacity of ${whose} on ${dayIn(0)} is 2 recipients. Nothing was sent. ${needs} The capacity resets at 00:00 UTC.`;
    const answer = await sender.send(fields);
    expect(expectError(answer, 429, 'reputation_limit_exceeded')).to.equal(words(sender.domain.name));
    expect(answer.headers['retry-after']).to.equal(`${12 * 3_600}`);
    await recover(2);
    expect(await sender.refused(fields, 'reputation_limit_exceeded')).to.include(sender.domain.name);
    await makeGood(app.pool, 'domains', sender.domain.id);
    expect(await sender.refused(fields, 'reputation_limit_exceeded')).to.equal(words('this account'));
    const { rows } = await app.pool.query('SELECT used FROM email_usage WHERE account_id = $1', [
      sender.accountId,
    ]);
    expect(rows).to.deep.equal([{ used: 1 }, { used: 1 }]);
  });

  it('Counts each recipient in the capacity of its domain and of its account, but neither dropped recipients nor addresses of the simulator.', async () => {
    await warmUp(3);
    await sender.sent({
      to: ['bo@customer.dev', 'BO@customer.dev', 'delivered@simulator.test', 'x@example.com'],
      cc: 'cy@customer.dev',
    });
    expect(await used()).to.deep.equal(both({ [dayIn(0)]: 2 }));
    await sender.sent({ to: 'delivered@simulator.test' });
    await sender.sent();
    await sender.sent({ to: 'delivered@simulator.test' });
    expect(await used()).to.deep.equal(both({ [dayIn(0)]: 3 }));
  });

  it('Counts what is used of a capacity by UTC days.', async () => {
    await warmUp(1);
    app.clock.set(new Date(`${dayIn(0)}T23:59:59.999Z`));
    await sender.sent();
    expect((await sender.send()).headers['retry-after']).to.equal('1');
    app.clock.advance(1);
    await sender.sent();
    await sender.refused({}, 'reputation_limit_exceeded');
    expect(await used()).to.deep.equal(both({ [dayIn(0)]: 1, [dayIn(1)]: 1 }));
  });

  it('Counts a scheduled email in the capacity of the UTC day on which it is due.', async () => {
    await warmUp(2);
    await sendPending(sender, { scheduled_at: `${dayIn(1)}T00:00:00Z` });
    await sendPending(sender, { scheduled_at: `${dayIn(1)}T23:59:59Z` });
    expect(await used()).to.deep.equal(both({ [dayIn(1)]: 2 }));
    const words = await sender.refused(
      { scheduled_at: `${dayIn(1)}T10:00:00Z` },
      'reputation_limit_exceeded',
    );
    expect(words).to.include(`on ${dayIn(1)} is 2 recipients`);
    await sender.sent({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    expect(await used()).to.deep.equal(both({ [dayIn(0)]: 2, [dayIn(1)]: 2 }));
  });

  it('Moves a scheduled email to the capacity of its new day when it is rescheduled.', async () => {
    await warmUp(2);
    const id = await sendPending(sender, { to: ['bo@customer.dev', 'cy@customer.dev', 'x@example.com'] });
    await patch(id, `${dayIn(2)}T10:00:00Z`).expect(200);
    await expectChargedRecipients(app.pool);
    await patch(id, `${dayIn(2)}T11:00:00Z`).expect(200);
    expect(await used()).to.deep.equal(both({ [dayIn(2)]: 2 }));
    await makeGood(app.pool, 'domains', sender.domain.id);
    await patch(id, `${dayIn(3)}T11:00:00Z`).expect(200);
    expect(await used()).to.deep.equal(both({ [dayIn(3)]: 2 }));
  });

  it('Rejects a new time for which the capacity of its day does not suffice with reputation_limit_exceeded 429, and keeps the old one, also when many emails are rescheduled at the same time.', async () => {
    for (const limit of [warmUp, recover]) {
      const own = await createSender(app);
      const fields = { capacity: 10, at: app.clock.now() };
      if (limit === warmUp) await makeWarmingUp(app.pool, own.domain.id, fields);
      else await makeRecovering(app.pool, 'accounts', own.accountId, fields);
      const times = [...Array(8).fill(1), ...Array(8).fill(2)].map(
        (days) => new Date(NOON.getTime() + days * DAY_MS + HOUR_MS),
      );
      const ids = await Promise.all(times.map((at) => sendPending(own, { scheduled_at: at.toISOString() })));
      const there = new Date(NOON.getTime() + 3 * DAY_MS).toISOString();
      const answers = await Promise.all(
        ids.map((id) => own.api.patch(`/emails/${id}`).send({ scheduled_at: there })),
      );
      expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
      expect((await used(own))[0]?.[dayIn(3)]).to.equal(10);
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 200) continue;
        const whose = limit === warmUp ? own.domain.name : 'this account';
        expect(expectError(answer, 429, 'reputation_limit_exceeded')).to.equal(
          `The capacity of ${whose} on ${dayIn(3)} is 10 recipients. The email keeps its time. 10 are used, and this request needs 1. The capacity resets at 00:00 UTC.`,
        );
        const { scheduled_at } = await own.read(`/emails/${ids[index]}`);
        expect(scheduled_at).to.equal(times[index]?.toISOString());
      }
    }
  });

  it('Returns the recipients of a canceled email to the capacity of their day.', async () => {
    await warmUp(2);
    const id = await sendPending(sender, { to: ['bo@customer.dev', 'cy@customer.dev'] });
    await sender.refused({}, 'reputation_limit_exceeded');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sender.api.post(`/emails/${id}/cancel`)),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(await used()).to.deep.equal(both({}));
    await sender.sent();
  });

  it('Counts a scheduled email that was accepted before there was a capacity in none, also when it is rescheduled.', async () => {
    const id = await sendPending(sender);
    const other = await sendPending(sender);
    await warmUp(1);
    await sender.sent();
    await use(1);
    await patch(id, `${dayIn(2)}T10:00:00Z`).expect(200);
    await sender.api.post(`/emails/${other}/cancel`).expect(200);
    expect(await used()).to.deep.equal(both({ [dayIn(0)]: 1 }));
  });
});
