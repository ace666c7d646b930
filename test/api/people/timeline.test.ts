// GET /people/:address/timeline: what each entry says (docs/reference/people.md#get-peopleaddresstimeline).
import { expect } from 'chai';
import type { TimelineEntry } from '../../../shared/resources/flows/timelines/entry.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAudience, createContact } from '../../support/factories/contact-factories.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createRunner, mailOf, type Runner } from '../automations/runs/runner.ts';
import { createImporter } from '../contact-imports/importer.ts';
import { describePaging } from '../paging.ts';
import { createPerson } from '../unsubscribes/person.ts';

const BO = 'bo@gmail.com';
const PATH = `/people/${BO}/timeline`;
const NO_CHANGE = { fields: [], unsubscribed: null, tracking: null, entered: [], left: [], topics: [] };

type Entry = Record<keyof TimelineEntry | 'created_at' | 'contact_id', never>;

describe('GET /people/:address/timeline', () => {
  const app = useApp();
  const runner = useEach(() => createRunner(app));
  /** Entries of one millisecond have no order. */
  const later = () => app.clock.advance(1_000);
  const timeline = async (of: Runner = runner, path = PATH): Promise<Entry[]> => (await of.read(path)).data;
  const types = async () => (await timeline()).map(({ type }) => type);
  const keyOf = async () =>
    (await app.pool.query('SELECT id FROM api_keys WHERE account_id = $1', [runner.accountId])).rows[0].id;

  it('Lists each email to the address, also as one of several recipients, with its outcome and the reply of the server.', async () => {
    const recipients = [
      { address: 'cy@gmail.com' },
      {
        address: 'Bo@gmail.com',
        state: 'bounced' as const,
        kind: 'cc' as const,
      },
    ];
    const { id } = await createEmail(app.pool, runner.accountId, { recipients, subject: 'For two' });
    await createEmail(app.pool, runner.accountId, { recipients: [{ address: 'cy@gmail.com' }] });
    await app.pool.query(
      `UPDATE email_recipients SET smtp_code = 550, smtp_reply = '550 no such user' WHERE email_id = $1 AND kind = 'cc'`,
      [id],
    );
    await app.pool.query(
      `INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
       VALUES ($1, $2, $3, 'Bo@gmail.com', 'bounced', '{"reason": "unknown_mailbox", "message": "No."}', now())`,
      [app.deps.ids.next(), id, runner.accountId],
    );
    const [entry, ...others] = await timeline();
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      id,
      type: 'email',
      reason: 'unknown_mailbox',
      message: 'No.',
      run: null,
    });
    expect(entry?.email).to.deep.include({
      id,
      subject: 'For two',
      kind: 'cc',
      status: 'bounced',
      smtp_code: 550,
      smtp_reply: '550 no such user',
    });
  });

  it('Lists the events of the contacts of the address in all audiences, also of deleted ones, with the runs that each has started.', async () => {
    const automation = await runner.automation(undefined, { trigger: 'paid' });
    const pay = (contact: object) =>
      runner.api
        .post('/events/send')
        .send({ event: 'paid', domain: runner.domain.name, ...contact })
        .expect(202);
    later();
    await pay({ email: BO });
    const [{ contact_id: id }] = (await timeline()) as [Entry];
    later();
    await runner.api.delete(`/contacts/${id}`).expect(200);
    later();
    await pay({ email: BO });
    const entries = (await timeline()).filter(({ type }) => type === 'event');
    expect(entries).to.have.length(2);
    for (const { event, reason } of entries as {
      event: { name: string; automations: object[] };
      reason: null;
    }[]) {
      expect([event.name, reason]).to.deep.equal(['paid', null]);
      expect(event.automations[0]).to.deep.include({
        id: automation.id,
        name: 'Factory automation',
        reason: null,
      });
    }
  });

  it('Lists the runs of these contacts with the steps that each has reached, what they have sent, and why one has done nothing.', async () => {
    await runner.add(BO);
    const from = `ana@${runner.domain.name}`;
    const { id: template } = await createTemplate(app.pool, runner.accountId, { from, subject: 'Hello' });
    const automation = await runner.automation([mailOf(template, 'first'), mailOf(template, 'second')]);
    const id = await runner.run(automation, { contactId: (await runner.contact(BO)).id });
    const shown = await timeline();
    const run = shown.find(({ type }) => String(type) === 'automation_run');
    const email = shown.find(({ type }) => String(type) === 'email');
    expect(run).to.deep.include({ id, type: 'automation_run', reason: null });
    expect(run?.run).to.deep.include({
      automation: { id: automation.id, name: 'Factory automation' },
      status: 'completed',
    });
    const steps = ((run ?? expect.fail()).run as unknown as { steps: { key: string; email_id: string }[] })
      .steps;
    expect(steps.map(({ key }) => key)).to.deep.equal(['first', 'second']);
    expect(steps[1]?.email_id).to.equal(email?.id);
    expect((await runner.read(`/emails/${email?.id}`)).run_id).to.equal(id);
  });

  it('Names who has changed a contact, and which fields a PATCH has changed: the key, the signed-in member, the event or the import.', async () => {
    const { id } = (await runner.add(BO, { first_name: 'Bo' })).body;
    const person = await signIn(app.pool, { accountId: runner.accountId, now: app.clock.now() });
    later();
    await app
      .asPerson(person)
      .patch(`/contacts/${id}`)
      .send({ first_name: 'Bob', last_name: null })
      .expect(200);
    later();
    await runner.api.patch(`/contacts/${id}`).send({ first_name: 'Bob' }).expect(200);
    later();
    await runner.api.delete(`/contacts/${id}`).expect(200);
    const key = await keyOf();
    const entries = await timeline();
    expect(entries.map(({ type, by, contact_id }) => ({ type, by, contact_id }))).to.deep.equal([
      { type: 'contact.deleted', by: { type: 'api_key', id: key }, contact_id: id },
      { type: 'contact.updated', by: { type: 'member', id: person.personId }, contact_id: id },
      { type: 'contact.created', by: { type: 'api_key', id: key }, contact_id: id },
    ]);
    expect(entries[1]?.change).to.deep.equal({ ...NO_CHANGE, fields: ['first_name'] });
    const { owner, load } = await createImporter(app);
    const imported = await load([`email,first_name`, `${BO},Bo`, 'cy@gmail.com,Cy']);
    const [entry] = (await owner.read(PATH)).data;
    expect(entry).to.deep.include({
      id: imported.id,
      type: 'contact.imported',
      by: { type: 'import', id: imported.id },
    });
    later();
    await runner.sendEvent('paid');
    later();
    await runner.api
      .post('/events/send')
      .send({ event: 'paid', domain: runner.domain.name, email: 'new@gmail.com' });
    const [, created] = await timeline(runner, '/people/new@gmail.com/timeline');
    expect([created?.type, created?.by].map(String)).to.have.length(2);
  });

  it('Lists what was decided and chosen, by the account and by the person, and what was added to the suppression list and removed from it.', async () => {
    const topic = await runner.topic();
    const segment = await runner.segment();
    later();
    await runner.add(BO, { segments: [segment], topics: [{ id: topic, subscription: 'opt_out' }] });
    later();
    await runner.api.patch(`/contacts/${BO}`).send({ unsubscribed: true }).expect(200);
    later();
    await runner.api.delete(`/contacts/${BO}/segments/${segment}`).expect(200);
    later();
    await runner.api
      .patch(`/contacts/${BO}/topics`)
      .send([{ id: topic, subscription: 'opt_in' }])
      .expect(200);
    later();
    const person = await createPerson(app, { owner: runner, address: BO, topic: null });
    later();
    for (const _ of [1, 2])
      await app.bare().post(person.unsubscribe).send('List-Unsubscribe=One-Click').expect(200);
    later();
    const ofTopic = person.pathsOf({ topicId: topic }).unsubscribe;
    await app.bare().post(ofTopic).send('List-Unsubscribe=One-Click');
    later();
    await runner.api.patch(`/contacts/${BO}`).send({ tracking: 'refused' }).expect(200);
    for (const said of ['allowed', 'allowed', 'refused']) {
      later();
      await app.bare().post(person.preferences).send(`action=tracking&tracking=${said}`);
    }
    later();
    await runner.api.post('/suppressions').send({ email: BO }).expect(201);
    later();
    await runner.api.post('/suppressions').send({ email: BO }).expect(200);
    later();
    await runner.api.delete(`/suppressions/${BO}`).expect(200);
    const shown = (await timeline()).filter(({ type }) => type !== 'email');
    const chosen = (subscription: string) => [{ id: topic, name: 'News', subscription }];
    expect(shown.map(({ type, change }) => [type, change])).to.deep.equal(
      [
        ['suppression.removed', {}],
        ['suppression.added', {}],
        ['preferences.changed', { tracking: 'refused' }],
        ['preferences.changed', { tracking: 'allowed' }],
        ['contact.updated', { tracking: 'refused' }],
        ['preferences.changed', { topics: chosen('opt_out') }],
        ['contact.updated', { topics: chosen('opt_in') }],
        ['contact.updated', { left: [{ id: segment, name: 'VIP' }] }],
        ['contact.updated', { unsubscribed: true }],
        ['contact.created', { entered: [{ id: segment, name: 'VIP' }], topics: chosen('opt_out') }],
      ].map(([type, change]) => [type, { ...NO_CHANGE, ...(change as object) }]),
    );
    expect(shown[2]?.by).to.deep.equal({ type: 'person', id: null });
  });

  it('Has the changes of an address under the address before and the one after it.', async () => {
    const { id } = (await runner.add('old@gmail.com')).body;
    later();
    await runner.api.patch(`/contacts/${id}`).send({ email: BO }).expect(200);
    expect(await types()).to.deep.equal(['contact.updated']);
    const before = await timeline(runner, '/people/old@gmail.com/timeline');
    expect(before.map(({ type }) => type)).to.deep.equal(['contact.updated', 'contact.created']);
  });

  it('Shows nothing of another account, an empty list for an address of which nothing is known, and not_found 404 for a text that is no address.', async () => {
    const other = await createRunner(app);
    await other.add(BO);
    await other.api.post('/suppressions').send({ email: BO });
    await createEmail(app.pool, other.accountId, { recipients: [{ address: BO }] });
    expect(await timeline(other)).to.have.length(3);
    expect(await timeline()).to.deep.equal([]);
    expectError(await runner.api.get('/people/none/timeline'), 404, 'not_found');
  });

  describe('Pages', () => {
    describePaging(app, PATH, async () => {
      const { accountId, token, api } = await createRunner(app);
      const { id: contactId } = await createContact(app.pool, { accountId, email: BO });
      let count = 0;
      const createItem = async () => {
        count += 1;
        if (count % 3 === 0)
          return (await createEmail(app.pool, accountId, { recipients: [{ address: BO }] })).id;
        const id = factoryIds.next();
        if (count % 3 === 1)
          await app.pool.query(
            `INSERT INTO received_events VALUES ($1, $2, $1, $3, 'paid', NULL, '[]', 0, now())`,
            [id, accountId, contactId],
          );
        else
          await app.pool.query(
            `INSERT INTO timeline_records VALUES ($1, $2, $3, 'contact.updated', $4, 'operator', NULL, '{}', now())`,
            [id, accountId, BO, contactId],
          );
        return id;
      };
      return {
        token,
        createItem,
        deleteItem: async (id) => {
          for (const [table, column] of [
            ['email_recipients', 'email_id'],
            ['received_events', 'id'],
            ['timeline_records', 'id'],
          ])
            await app.pool.query(`DELETE FROM ${table} WHERE ${column} = $1`, [id]);
        },
        createForeignItem: async () => {
          const foreign = await createRunner(app);
          expect(api).not.to.equal(foreign.api);
          return (await createEmail(app.pool, foreign.accountId, { recipients: [{ address: BO }] })).id;
        },
      };
    });
  });

  it('Has one entry of an import for each contact of the address that it has written last.', async () => {
    const { owner, load } = await createImporter(app);
    const { id: audience } = await createAudience(app.pool, owner.accountId);
    await load([`email`, BO]);
    const names = [`email,first_name`, `${BO},Bo`];
    const again = await load(names, { on_conflict: 'update' });
    await load(names, { on_conflict: 'update' });
    const elsewhere = await load([`email`, BO], { audience_id: audience });
    const ids = (await owner.read(PATH)).data.map(({ id }: { id: string }) => id);
    expect(ids).to.deep.equal([elsewhere.id, again.id]);
  });
});
