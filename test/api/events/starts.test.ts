// What an event starts, and why nothing (docs/reference/events.md#what-an-event-starts).
import { expect } from 'chai';
import { ACTIVE_RUNS_MAX, ACTIVE_RUNS_OF_CONTACT_MAX } from '../../../shared/contract/limits.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import type { Caller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { waitFor } from '../../support/factories/automation-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createEventOwner } from './owner.ts';

const SENDERS = 50;
const LIMIT = 130;

describe('What an event starts', () => {
  const app = useApp();
  const owner = useEach(() => createEventOwner(app));
  const runs = (of: Caller = owner) => of.count('automation_runs');
  const setLimit = (limit: number) =>
    app.pool.query("UPDATE plans SET automation_run_limit = $1, contact_limit = NULL WHERE id = 'free'", [
      limit,
    ]);

  it('Starts a run of each enabled automation of the domain with this trigger, and of no other.', async () => {
    const other = await createDomain(app.pool, owner.accountId);
    const mine = [await owner.automate('paid'), await owner.automate('paid')];
    await owner.automate('Paid');
    await owner.automate('paid', { domainId: other.id });
    const foreign = await createEventOwner(app);
    await foreign.automate('paid');
    const { body } = await owner.send('paid');
    expect(body.runs_started).to.equal(2);
    const [event] = await owner.came();
    expect(event?.automations.map(({ automation_id: id }) => id)).to.deep.equal(mine.map(({ id }) => id));
    for (const { run_id: id } of event?.automations ?? []) expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect([await runs(), await runs(foreign)]).to.deep.equal([2, 0]);
  });

  it('Ends the wait of a run for the event, if the filter of the wait takes it.', async () => {
    const filter = { type: 'rule', field: 'event.total', operator: 'gte', value: 10 } as const;
    await owner.automate('cart', { steps: [waitFor('paid', { filter_rule: filter })] });
    await owner.send('cart').expect(202);
    await app.pool.query(
      `UPDATE automation_runs SET woken_at = NULL, wait_until = created_at + interval '1 day',
         next_attempt_at = created_at + interval '1 day' WHERE account_id = $1`,
      [owner.accountId],
    );
    const pay = async (total: number) =>
      (await owner.send('paid', { contact_id: owner.contact.id, payload: { total } })).body.waits_resolved;
    expect([await pay(9), await pay(10), await pay(11)]).to.deep.equal([0, 1, 0]);
    expect((await owner.came()).map(({ waits_resolved: count }) => count)).to.deep.equal([0, 0, 1, 0]);
  });

  it('Ends no wait of a run of another domain’s automation for an event that was sent.', async () => {
    const other = await createDomain(app.pool, owner.accountId);
    await app.pool.query('UPDATE domains SET audience_id = $2 WHERE id = $1', [other.id, owner.audienceId]);
    const contact_id = owner.contact.id;
    await owner.automate('cart', { domainId: other.id, steps: [waitFor('paid')] });
    await owner.send('cart', { contact_id, domain: other.name }).expect(202);
    await app.pool.query(
      `UPDATE automation_runs SET woken_at = NULL, wait_until = created_at + interval '1 day',
         next_attempt_at = created_at + interval '1 day' WHERE account_id = $1`,
      [owner.accountId],
    );
    expect((await owner.send('paid')).body.waits_resolved).to.equal(0);
    expect((await owner.send('paid', { contact_id, domain: other.name })).body.waits_resolved).to.equal(1);
  });

  it('Starts no run of a disabled automation, for the reason `disabled`.', async () => {
    const { id } = await owner.automate('paid', { status: 'disabled' });
    expect((await owner.send('paid')).body.runs_started).to.equal(0);
    expect((await owner.came())[0]?.automations).to.deep.equal([
      { automation_id: id, run_id: null, reason: 'disabled' },
    ]);
  });

  it('Starts no run while the contact has an active one and reentry is when_done, for the reason `active`.', async () => {
    await owner.automate('paid', { reentry: 'when_done' });
    await owner.send('paid');
    await owner.send('paid');
    await owner.send('paid', { email: 'other@customer.dev' });
    await app.pool.query("UPDATE automation_runs SET status = 'completed' WHERE account_id = $1", [
      owner.accountId,
    ]);
    await owner.send('paid');
    expect(await owner.reasons()).to.deep.equal([null, 'active', null]);
    expect(await runs()).to.equal(3);
  });

  it('Starts one run per address when reentry is once, for the reason `once`, also after the contact was deleted and created again.', async () => {
    await owner.automate('paid', { reentry: 'once' });
    await owner.send('paid');
    await owner.send('paid');
    expect(await owner.reasons()).to.deep.equal([null, 'once']);
    await owner.api.delete(`/contacts/${owner.contact.id}`).expect(200);
    const { body } = await owner.send('paid', { email: owner.contact.email });
    expect(body.runs_started).to.equal(0);
    expect(await owner.reasons(owner.contact.email)).to.deep.equal(['once']);
  });

  it('Starts up to 100 active runs of a contact in an automation, then none for the reason `limit`.', async () => {
    await owner.automate('paid');
    await Promise.all(Array.from({ length: ACTIVE_RUNS_MAX }, () => owner.send('paid')));
    await owner.send('paid');
    expect(await runs()).to.equal(ACTIVE_RUNS_MAX);
    const { body } = await owner.api.get(`/contacts/${owner.contact.id}/events?limit=1`);
    expect(body.data[0].automations[0]).to.include({ run_id: null, reason: 'limit' });
  });

  it('Starts up to 1,000 active runs of a contact in all automations, then none for the reason `limit`.', async () => {
    await owner.automate('cart');
    await owner.send('cart');
    await app.pool.query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                                    is_exclusive, chain, listens, clock, created_at)
       SELECT uuid_v7(now()), account_id, automation_id, version_id, epoch, domain_id, contact_id, uuid_v7(now()),
              is_exclusive, chain, listens, clock, created_at
       FROM automation_runs, generate_series(1, $2) WHERE account_id = $1`,
      [owner.accountId, ACTIVE_RUNS_OF_CONTACT_MAX - 2],
    );
    await owner.automate('paid');
    expect((await owner.send('paid')).body.runs_started).to.equal(1);
    expect((await owner.send('paid')).body.runs_started).to.equal(0);
    expect((await owner.came()).at(-1)?.automations[0]).to.include({ run_id: null, reason: 'limit' });
  });

  it('Rejects an event that would start more runs than the quota has left with automation_quota_exceeded 429, and stores nothing.', async () => {
    await setLimit(3);
    const small = await createEventOwner(app, { planId: 'free' });
    for (const trigger of ['paid', 'paid', 'contact.created']) await small.automate(trigger);
    await small.send('paid').expect(202);
    for (const fields of [undefined, { email: 'new@customer.dev' }])
      expectError(await small.send('paid', fields), 429, 'automation_quota_exceeded');
    expect((await small.send('other')).status).to.equal(202);
    expect((await small.send('other', { email: 'new@customer.dev' })).status).to.equal(202);
    expectError(await small.send('other', { email: 'newer@customer.dev' }), 429, 'automation_quota_exceeded');
    expect(await runs(small)).to.equal(3);
    expect(await small.count('contacts')).to.equal(2);
    // Two sent about the known contact; its creation and one sent about the new one.
    expect(await small.count('received_events')).to.equal(4);
  });

  it('Starts exactly as many runs as the quota has left, however many events come at the same time.', async () => {
    await setLimit(LIMIT);
    const small = await createEventOwner(app, { planId: 'free' });
    const other = await createEventOwner(app);
    for (const { automate } of [small, other]) await automate('paid');
    const send = (index: number) => small.send('paid', { email: `c${index}@customer.dev` });
    await Promise.all(Array.from({ length: LIMIT - 100 }, (_, index) => send(index)));
    const sendThree = async (sender: number) => {
      const answers = [];
      for (const part of [0, 1, 2]) answers.push(await send(sender * 3 + part));
      const { status } = await other.send('paid');
      return [...answers.map((answer) => answer.status), status === 202 ? 0 : status];
    };
    const statuses = (
      await Promise.all(Array.from({ length: SENDERS }, (_, index) => sendThree(index)))
    ).flat();
    const count = (status: number) => statuses.filter((each) => each === status).length;
    expect([count(202), count(429), count(0)]).to.deep.equal([100, SENDERS, SENDERS]);
    expect(await runs(small)).to.equal(LIMIT);
    const { rows } = await app.pool.query(
      `SELECT total.runs, (SELECT sum(runs)::integer FROM automation_usage WHERE account_id = $1) AS hours
       FROM automation_usage_totals AS total WHERE account_id = $1`,
      [small.accountId],
    );
    expect(rows).to.deep.equal([{ runs: LIMIT, hours: LIMIT }]);
  });

  it('Starts what fits into the quota when the service itself notices an event, and records the rest with the reason `quota`.', async () => {
    await setLimit(3);
    const small = await createEventOwner(app, { planId: 'free' });
    await small.automate('contact.created');
    const contacts = Array.from({ length: 5 }, (_, index) => ({ email: `c${index}@customer.dev` }));
    const { status, body } = await small.api.post('/contacts/batch').send(contacts);
    expect(status).to.equal(200);
    const reasons = [];
    for (const { id } of body.data) reasons.push(...(await small.reasons(id)));
    expect(reasons.sort()).to.deep.equal([null, null, null, 'quota', 'quota'].sort());
    expect(await runs(small)).to.equal(3);
  });

  it('Counts a run against the quota until the first full hour after 30 days.', async () => {
    await setLimit(2);
    const small = await createEventOwner(app, { planId: 'free' });
    await small.automate('paid');
    const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2);
    const statusAt = async (offsetMs: number) => {
      app.clock.set(new Date(start.getTime() + offsetMs));
      return (await small.send('paid')).status;
    };
    expect([await statusAt(0), await statusAt(DAY_MS), await statusAt(2 * DAY_MS)]).to.deep.equal([
      202, 202, 429,
    ]);
    const statuses = [
      await statusAt(30 * DAY_MS + HOUR_MS / 2 - 1),
      await statusAt(30 * DAY_MS + HOUR_MS / 2),
      await statusAt(30 * DAY_MS + HOUR_MS / 2 + 1),
      await statusAt(31 * DAY_MS + HOUR_MS),
    ];
    expect(statuses).to.deep.equal([429, 202, 429, 202]);
    app.clock.set(new Date());
  });
});
