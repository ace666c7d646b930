// What people do by mail, as the intake takes it: each hit is a cause of its own, and what follows from the mail of a run
// starts none of the automations that have led to this run.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import type { ContactEvent } from '../../../../../../shared/resources/audience/contact-events/contact-listener.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAutomation } from '../../../../../support/factories/automation-factories.ts';
import { createContact } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { createRun } from '../../../../../support/factories/run-factories.ts';
import { useEventIntake } from '../../../../../support/work/event-intake.ts';

const RENAME = [{ key: 'rename', type: 'contact_update', config: { first_name: 'Bo' } }] as const;

describe('taking what people do by mail', () => {
  const database = useDatabase();
  const testIntake = useEventIntake(database);
  let accountId: string;
  let domainId: string;
  let contact: Awaited<ReturnType<typeof createContact>>;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
    domainId = (await createDomain(database.pool, accountId)).id;
    contact = await createContact(database.pool, { accountId });
  });

  const automate = (trigger: string, steps?: typeof RENAME) =>
    createAutomation(database.pool, accountId, { domainId, trigger, ...(steps && { steps }) });
  const event = (name: ContactEvent['name'], fields: Partial<ContactEvent> = {}): ContactEvent => ({
    name,
    accountId,
    audienceId: contact.audienceId,
    contactId: contact.id,
    emailKey: contact.email,
    payload: {},
    at: new Date(),
    chain: [],
    lane: 'event',
    ...fields,
  });
  const take = (...events: ContactEvent[]) =>
    transaction(database.pool, (client) => testIntake.intake.onChange(client, events, new Date()));
  const read = async <Row>(text: string) => (await database.pool.query(text, [accountId])).rows as Row[];
  const runs = () =>
    read<{ automation: string; chain: string[]; cause: string | null }>(
      `SELECT automation_id AS automation, chain, cause_id AS cause FROM automation_runs
       WHERE account_id = $1 ORDER BY id`,
    );
  const outcomes = async () => {
    const came = await read<{ outcomes: { automation_id: string; reason: string | null }[] }>(
      'SELECT outcomes FROM received_events WHERE account_id = $1 ORDER BY id',
    );
    return came.map((row) =>
      Object.fromEntries(row.outcomes.map(({ automation_id: id, reason }) => [id, reason])),
    );
  };

  it('makes a cause of each, also of those of a contact that come together', async () => {
    const clicked = await automate('email.clicked', RENAME);
    await take(event('email.clicked'), event('email.clicked'));
    const [first, second, ...others] = await runs();
    expect(others).to.deep.equal([]);
    expect([first?.automation, second?.automation]).to.deep.equal([clicked.id, clicked.id]);
    expect(first?.cause).to.be.a('string').and.not.to.equal(second?.cause);
  });

  it('takes what happens to a contact in one write for one cause', async () => {
    await automate('contact.updated', RENAME);
    await automate('segment.entered', RENAME);
    await take(event('contact.updated'), event('segment.entered'));
    const [first, second] = await runs();
    expect(first?.cause).to.be.a('string').and.to.equal(second?.cause);
  });

  it('starts no automation by the mail of a run that this automation has led to, and others with the whole chain', async () => {
    const first = await automate('email.opened');
    const second = await automate('email.opened');
    const third = await automate('email.opened');
    const run = await createRun(database.pool, {
      automation: second,
      contactId: contact.id,
      chain: [first.id],
    });
    await database.pool.query("UPDATE automation_runs SET status = 'completed' WHERE id = $1", [run.id]);
    await take(event('email.opened', { mailRunId: run.id, chain: [second.id] }));
    expect(await outcomes()).to.deep.equal([{ [first.id]: 'loop', [second.id]: 'loop', [third.id]: null }]);
    const started = (await runs()).find(({ automation }) => automation === third.id);
    expect(started?.chain).to.deep.equal([first.id, second.id]);
  });

  it('keeps the chain that the event has when the run was removed', async () => {
    const first = await automate('email.opened');
    const second = await automate('email.opened');
    await take(event('email.opened', { mailRunId: randomUUID(), chain: [second.id] }));
    expect(await outcomes()).to.deep.equal([{ [first.id]: null, [second.id]: 'loop' }]);
  });
});
