// Taking events: which runs start, which are notified, what is stored (shared/resources/flows/automations/intake/).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ACTIVE_RUNS_MAX } from '../../../../../../shared/contract/limits.ts';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import type {
  IncomingCustomEvent,
  IncomingEvent,
} from '../../../../../../shared/resources/flows/events/incoming-event.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  type AutomationFields,
  createAutomation,
  waitFor,
} from '../../../../../support/factories/automation-factories.ts';
import { createContact } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { factoryIds } from '../../../../../support/factories/factory-ids.ts';
import { useEventIntake } from '../../../../../support/work/event-intake.ts';

describe('taking events', () => {
  const database = useDatabase();
  const testIntake = useEventIntake(database);

  async function makePlace(planId: 'free' | 'unlimited' = 'unlimited') {
    const account = await createAccount(database.pool, { planId });
    const domain = await createDomain(database.pool, account.id);
    const contact = await createContact(database.pool, { accountId: account.id });
    const event = (name: string, payload: object | null = null): IncomingCustomEvent & { id: string } => ({
      kind: 'custom',
      id: factoryIds.next(),
      accountId: account.id,
      domainId: domain.id,
      contactId: contact.id,
      name,
      payload,
      at: new Date(),
      chain: [],
      lane: 'event' as const,
    });
    const automate = (trigger: string, fields: Partial<AutomationFields> = {}) =>
      createAutomation(database.pool, account.id, { domainId: domain.id, trigger, ...fields });
    return { account, domain, contact, event, automate };
  }

  const countsOf = async (events: readonly IncomingEvent[]) =>
    (await testIntake.take(events)).map((taken) => {
      if (taken.outcome !== 'taken') return taken;
      const { eventIds: _, reasons: __, ...counts } = taken;
      return counts;
    });
  const outcomesOf = async (contactId: string) => {
    const { rows } = await database.pool.query(
      'SELECT name, outcomes, waits_resolved FROM received_events WHERE contact_id = $1 ORDER BY id',
      [contactId],
    );
    return rows;
  };
  const reasonsOf = async (contactId: string) =>
    (await outcomesOf(contactId)).flatMap(({ outcomes }) =>
      outcomes.map(({ reason }: { reason: string | null }) => reason),
    );
  const runsOf = async (contactId: string) => {
    const { rows } = await database.pool.query(
      'SELECT * FROM automation_runs WHERE contact_id = $1 ORDER BY id',
      [contactId],
    );
    return rows;
  };

  it('starts a run at the first step, woken', async () => {
    const { domain, contact, event, automate } = await makePlace();
    const automation = await automate('signed_up');
    const sent = event('signed_up', { plan: 'pro' });
    expect(await countsOf([sent])).to.deep.equal([{ outcome: 'taken', runsStarted: 1, waitsResolved: 0 }]);
    const [run] = await runsOf(contact.id);
    expect(run).to.include({
      automation_id: automation.id,
      version_id: automation.versionId,
      domain_id: domain.id,
      source_id: sent.id,
      status: 'running',
      step_key: 'delay',
      is_exclusive: false,
    });
    expect(run.payload).to.deep.equal({ plan: 'pro' });
    expect(run.woken_at).to.be.an.instanceOf(Date);
    expect(run.clock).to.deep.equal(sent.at);
    expect(testIntake.woken).to.include(run.id);
    expect(await outcomesOf(contact.id)).to.deep.equal([
      {
        name: 'signed_up',
        outcomes: [{ automation_id: automation.id, run_id: run.id, reason: null }],
        waits_resolved: 0,
      },
    ]);
  });

  it('stores a custom event for which no run waits', async () => {
    const { contact, event } = await makePlace();
    expect(await countsOf([event('ignored')])).to.deep.equal([
      { outcome: 'taken', runsStarted: 0, waitsResolved: 0 },
    ]);
    expect(await outcomesOf(contact.id)).to.deep.equal([
      { name: 'ignored', outcomes: [], waits_resolved: 0 },
    ]);
  });

  it('says why no run starts', async () => {
    const { contact, event, automate } = await makePlace();
    await automate('a', { status: 'disabled' });
    await automate('b', { reentry: 'when_done' });
    await automate('c', { reentry: 'once' });
    const looping = await automate('d');
    for (const name of ['a', 'b', 'b', 'c']) await testIntake.take([event(name)]);
    await database.pool.query("UPDATE automation_runs SET status = 'completed' WHERE contact_id = $1", [
      contact.id,
    ]);
    await testIntake.take([event('b'), event('c')]);
    await testIntake.take([{ ...event('d'), chain: [looping.id] }]);
    const others = Array.from({ length: 5 }, () => randomUUID());
    await testIntake.take([
      { ...event('d'), chain: others.slice(0, 4) },
      { ...event('d'), chain: others },
    ]);
    expect(await reasonsOf(contact.id)).to.deep.equal([
      'disabled',
      null,
      'active',
      null,
      null,
      'once',
      'loop',
      null,
      'loop',
    ]);
  });

  it('takes two events of a contact in one call one after the other', async () => {
    const { contact, event, automate } = await makePlace();
    await automate('cart', { reentry: 'when_done', steps: [waitFor('paid')] });
    const events = [event('cart'), event('cart'), event('paid', { sum: 3 })];
    await testIntake.take(events);
    expect(await reasonsOf(contact.id)).to.deep.equal([null, 'active']);
    const [run, ...others] = await runsOf(contact.id);
    expect(others).to.deep.equal([]);
    expect(run.inbox).to.deep.equal([{ step: 'wait_paid', id: events[2]?.id, at: events[2]?.at.getTime() }]);
  });

  it(`starts at most ${ACTIVE_RUNS_MAX} active runs of a contact in an automation`, async () => {
    const { contact, event, automate } = await makePlace();
    await automate('click');
    await testIntake.take(Array.from({ length: ACTIVE_RUNS_MAX + 1 }, () => event('click')));
    await testIntake.take([event('click')]);
    const reasons = await reasonsOf(contact.id);
    expect(reasons.filter((reason) => reason === null)).to.have.lengthOf(ACTIVE_RUNS_MAX);
    expect(reasons.slice(ACTIVE_RUNS_MAX)).to.deep.equal(['limit', 'limit']);
  });

  it('ends the wait of a sleeping run and wakes it', async () => {
    const { contact, event, automate } = await makePlace();
    await automate('cart', { steps: [waitFor('paid')] });
    await testIntake.take([event('cart')]);
    const [{ id }] = await runsOf(contact.id);
    const until = new Date(Date.now() + 60_000);
    await database.pool.query(
      'UPDATE automation_runs SET wait_until = $2, woken_at = NULL, next_attempt_at = $2 WHERE id = $1',
      [id, until],
    );
    expect(await countsOf([event('paid'), event('paid')])).to.deep.equal([
      { outcome: 'taken', runsStarted: 0, waitsResolved: 1 },
      { outcome: 'taken', runsStarted: 0, waitsResolved: 0 },
    ]);
    const [run] = await runsOf(contact.id);
    expect(run.inbox).to.have.lengthOf(1);
    expect(run.woken_at).to.be.an.instanceOf(Date);
    expect(run.next_attempt_at.getTime()).to.be.lessThan(until.getTime());
  });

  it('leaves a run asleep that only keeps an event for a later wait', async () => {
    const { contact, event, automate } = await makePlace();
    const delay = { key: 'delay', type: 'delay', config: { duration: '1 day' } } as const;
    await automate('cart', { steps: [delay, waitFor('paid', { since: 'run_start' })] });
    await testIntake.take([event('cart')]);
    const until = new Date(Date.now() + 60_000);
    await database.pool.query(
      'UPDATE automation_runs SET wait_until = $2, woken_at = NULL, next_attempt_at = $2 WHERE contact_id = $1',
      [contact.id, until],
    );
    const before = testIntake.woken.length;
    await testIntake.take([event('paid')]);
    const [run] = await runsOf(contact.id);
    expect(run.inbox).to.have.lengthOf(1);
    expect(run).to.include({ woken_at: null });
    expect(run.next_attempt_at).to.deep.equal(until);
    expect(testIntake.woken).to.have.lengthOf(before);
  });

  it('takes the claim of a run that it notifies away from its worker', async () => {
    const { contact, event, automate } = await makePlace();
    await automate('cart', { steps: [waitFor('paid')] });
    await testIntake.take([event('cart')]);
    await database.pool.query(
      'UPDATE automation_runs SET claimed_by = $2, claim_token = $2, attempts = 1 WHERE contact_id = $1',
      [contact.id, randomUUID()],
    );
    await testIntake.take([event('paid')]);
    const [run] = await runsOf(contact.id);
    expect(run).to.include({ claimed_by: null, claim_token: null, attempts: 0 });
    expect(run.woken_at).to.be.an.instanceOf(Date);
    expect(run.inbox).to.have.lengthOf(1);
  });

  it('ignores runs that were stopped, and gives their place to a new one', async () => {
    const { contact, event, automate } = await makePlace();
    const automation = await automate('cart', { reentry: 'when_done', steps: [waitFor('paid')] });
    await testIntake.take([event('cart')]);
    await database.pool.query('UPDATE automations SET epoch = 1 WHERE id = $1', [automation.id]);
    await testIntake.take([event('paid'), event('cart')]);
    const [stopped, run] = await runsOf(contact.id);
    expect(stopped.inbox).to.deep.equal([]);
    expect(run).to.include({ epoch: 1, status: 'running', is_exclusive: true });
  });

  it('starts runs of all domains of the audience for an event of the service, and stores it for these alone', async () => {
    const { account, domain, contact } = await makePlace();
    const twin = await createDomain(database.pool, account.id);
    const other = await createDomain(database.pool, account.id);
    await database.pool.query(
      'UPDATE domains SET audience_id = (SELECT audience_id FROM domains WHERE id = $2) WHERE id = ANY($1::uuid[])',
      [[twin.id, other.id], domain.id],
    );
    const audienceId = contact.audienceId;
    for (const { id } of [domain, twin])
      await createAutomation(database.pool, account.id, { domainId: id, trigger: 'contact.updated' });
    const updated: IncomingEvent = {
      kind: 'service',
      accountId: account.id,
      audienceId,
      contactId: contact.id,
      emailKey: contact.email,
      name: 'contact.updated',
      payload: {},
      at: new Date(),
      chain: [],
      lane: 'event' as const,
    };
    expect(await countsOf([updated, { ...updated, name: 'contact.unsubscribed' }])).to.deep.equal([
      { outcome: 'taken', runsStarted: 2, waitsResolved: 0 },
      { outcome: 'taken', runsStarted: 0, waitsResolved: 0 },
    ]);
    const { rows } = await database.pool.query(
      'SELECT domain_id FROM received_events WHERE contact_id = $1 ORDER BY domain_id',
      [contact.id],
    );
    expect(rows.map(({ domain_id: id }) => id)).to.have.members([domain.id, twin.id]);
  });

  it('says of a contact that is gone that it is', async () => {
    const { contact, event } = await makePlace();
    await database.pool.query('DELETE FROM contacts WHERE id = $1', [contact.id]);
    expect(await testIntake.take([event('any')])).to.deep.equal([{ outcome: 'gone' }]);
    expect(await outcomesOf(contact.id)).to.deep.equal([]);
  });

  it('wakes nothing when the transaction is rolled back', async () => {
    const { contact, event, automate } = await makePlace();
    await automate('x');
    const before = testIntake.woken.length;
    const work = transaction(database.pool, async (client) => {
      await testIntake.intake.take(client, [event('x')], { now: new Date(), beyondQuota: 'record' });
      throw new Error('rolled back');
    });
    await work.catch(() => undefined);
    expect(await runsOf(contact.id)).to.deep.equal([]);
    expect(testIntake.woken).to.have.lengthOf(before);
  });
});
