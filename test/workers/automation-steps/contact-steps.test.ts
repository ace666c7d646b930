// The steps that change the contact: contact_update, contact_delete and add_to_segment.
import { expect } from 'chai';
import { unsubscribeAddress } from '../../shared/resources/audience/topics/choices/decisions.ts';
import { listenForEvents } from '../../support/api/announced-events.ts';
import {
  createContact,
  createContactProperty,
  createSegment,
} from '../../support/factories/contact-factories.ts';
import { PAUSE, type Steps, useRuns } from './use-runs.ts';

const update = (config: object): Steps[number] => ({ key: 'update', type: 'contact_update', config });
const DELETE: Steps[number] = { key: 'delete', type: 'contact_delete', config: {} };
const addTo = (id: string): Steps[number] => ({
  key: 'add',
  type: 'add_to_segment',
  config: { segment_id: id },
});

describe('the steps that change the contact', () => {
  const test = useRuns();
  const { database } = test;
  const moved = async (steps: Steps, fields = {}) => {
    const id = await test.start(await test.automation(steps), fields);
    await test.advance(id);
    return id;
  };
  const contact = async () => {
    const rows = await test.query(
      `SELECT first_name, last_name, properties, updated_at,
              (SELECT chosen_by FROM unsubscribes
               WHERE account_id = contacts.account_id AND email_key = contacts.email_key) AS unsubscribed_by
       FROM contacts WHERE id = $1`,
      [test.contact.id],
    );
    return rows[0];
  };
  const segmentsOf = async () => {
    const rows = await test.query('SELECT segment_id FROM segment_contacts WHERE contact_id = $1', [
      test.contact.id,
    ]);
    return rows.map(({ segment_id }) => segment_id as string);
  };

  it('Changes the names, properties and the unsubscribe of the contact, and leaves a field alone whose reference has no value.', async () => {
    const plan = await createContactProperty(database.pool, test.accountId, { key: 'plan' });
    const age = await createContactProperty(database.pool, test.accountId, { key: 'age', type: 'number' });
    await test.query('UPDATE contacts SET properties = $2, last_name = $3 WHERE id = $1', [
      test.contact.id,
      JSON.stringify({ [age.number]: 30 }),
      'Ott',
    ]);
    const config = {
      first_name: { var: 'event.none' },
      last_name: null,
      unsubscribed: { var: 'event.leaves' },
      properties: { plan: { var: 'event.plan' }, age: null, other: { var: 'event.none' } },
    };
    const id = await moved([update(config), PAUSE], { payload: { leaves: true, plan: 'pro' } });
    expect(await test.steps(id)).to.deep.equal(['update completed', 'pause waiting']);
    expect(await contact()).to.deep.equal({
      first_name: 'Bo',
      last_name: null,
      properties: { [plan.number]: 'pro' },
      updated_at: test.clock.now(),
      unsubscribed_by: 'account',
    });
  });

  it('decides later steps by the contact as a step has left it', async () => {
    const rule = { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Cy' } as const;
    const id = await moved([update({ first_name: 'Cy' }), { key: 'is', type: 'condition', config: rule }]);
    expect(await test.output(id, 'is')).to.deep.equal({ result: 'condition_met' });
  });

  it('Takes no unsubscribe back that the person has chosen, in a step that sets `unsubscribed` to false.', async () => {
    const address = { accountId: test.accountId, address: test.contact.email };
    await unsubscribeAddress(database.pool, address, 'person');
    await moved([update({ unsubscribed: false })]);
    expect(await contact()).to.include({ unsubscribed_by: 'person' });
    await test.query("UPDATE unsubscribes SET chosen_by = 'account'");
    await moved([update({ unsubscribed: false })]);
    expect(await contact()).to.include({ unsubscribed_by: null });
  });

  describe('Lets a run fail whose step would give the contact a value that it cannot have.', () => {
    const refuses = (title: string, config: object, message: RegExp) => {
      it(title, async () => {
        await createContactProperty(database.pool, test.accountId, { key: 'age', type: 'number' });
        const before = await contact();
        const id = await moved([update(config), PAUSE], {
          payload: { text: 'x', number: 5, long: 'x'.repeat(256) },
        });
        expect(await test.steps(id)).to.deep.equal(['update failed']);
        const run = await test.read(id);
        expect(run).to.include({ status: 'failed', isClaimed: false });
        expect(run.reason).to.match(message);
        expect(await contact()).to.deep.equal(before);
      });
    };
    refuses(
      'a name that is no text',
      { first_name: { var: 'event.number' } },
      /`first_name` must be a string/,
    );
    refuses('a name that is too long', { last_name: { var: 'event.long' } }, /more than 255 characters/);
    refuses(
      'an unsubscribe that is a text',
      { unsubscribed: { var: 'event.text' } },
      /`unsubscribed` must be true or false/,
    );
    refuses('a property of another type', { properties: { age: { var: 'event.text' } } }, /must be a number/);
    refuses(
      'a property that does not exist',
      { first_name: 'A', properties: { no: 1 } },
      /not a contact property/,
    );
  });

  it('Deletes the contact in a step, completes the run without its later steps, and cancels the other runs of the contact.', async () => {
    const waiting = await moved([PAUSE]);
    const other = await createContact(database.pool, { accountId: test.accountId });
    const untouched = await moved([PAUSE], { contactId: other.id });
    const id = await moved([DELETE, PAUSE]);
    expect(await contact()).to.equal(undefined);
    expect(await test.steps(id)).to.deep.equal(['delete completed']);
    expect(await test.read(id)).to.include({ status: 'completed', reason: null, stepKey: null });
    expect(await test.read(waiting)).to.include({ status: 'cancelled', reason: 'contact_deleted' });
    expect(await test.read(untouched)).to.include({ status: 'running' });
  });

  it('cancels the second of two runs in one job that delete the same contact', async () => {
    const automation = await test.automation([DELETE]);
    const ids = [await test.start(automation), await test.start(automation)];
    await test.advance(...ids);
    const statuses = await Promise.all(ids.map(async (id) => (await test.read(id)).status));
    expect(statuses).to.deep.equal(['completed', 'cancelled']);
  });

  it('Adds the contact to the segment of a step, and lets the run fail when the segment was deleted.', async () => {
    const segment = await createSegment(database.pool, test.accountId);
    const id = await moved([addTo(segment.id), PAUSE]);
    expect(await test.steps(id)).to.deep.equal(['add completed', 'pause waiting']);
    expect(await segmentsOf()).to.deep.equal([segment.id]);
    // It is in it already.
    const again = await moved([addTo(segment.id)]);
    expect(await test.read(again)).to.include({ status: 'completed' });
    await test.query('DELETE FROM segments WHERE id = $1', [segment.id]);
    const failing = await moved([addTo(segment.id)]);
    const { status, reason } = await test.read(failing);
    expect([status, reason]).to.deep.equal(['failed', 'The segment no longer exists.']);
  });

  it('changes many contacts in one job, and one contact by several runs one after the other', async () => {
    const segment = await createSegment(database.pool, test.accountId);
    const automation = await test.automation([
      update({ last_name: { var: 'event.name' } }),
      addTo(segment.id),
    ]);
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      const { id: contactId } = await createContact(database.pool, { accountId: test.accountId });
      ids.push(await test.start(automation, { contactId, payload: { name: `n${index}` } }));
    }
    for (const name of ['first', 'second']) ids.push(await test.start(automation, { payload: { name } }));
    await test.advance(...ids);
    for (const id of ids) expect(await test.read(id)).to.include({ status: 'completed' });
    const rows = await test.query(
      `SELECT last_name FROM contacts JOIN segment_contacts ON contact_id = contacts.id
       WHERE segment_id = $1 ORDER BY contacts.id`,
      [segment.id],
    );
    expect(rows.map(({ last_name }) => last_name)).to.have.members([
      'second',
      ...Array.from({ length: 20 }, (_, index) => `n${index}`),
    ]);
  });

  it('Announces what a step has changed of its contact to webhooks, and to other automations than its own.', async () => {
    const events = await listenForEvents(database.pool, test.accountId, ['contact.*']);
    const segment = await createSegment(database.pool, test.accountId);
    const listening = await test.automation([PAUSE], { trigger: 'contact.updated' });
    const entering = await test.automation([PAUSE], { trigger: 'segment.entered' });
    const own = await test.automation([update({ last_name: 'New' }), addTo(segment.id)], {
      trigger: 'contact.updated',
    });
    const id = await test.start(own);
    await test.advance(id);
    const announced = await events();
    expect(announced.map(({ type, data }) => [type, data['last_name']])).to.deep.equal([
      ['contact.updated', 'New'],
      ['contact.updated', 'New'],
    ]);
    expect(announced.map(({ data }) => data['segment_ids'])).to.deep.include.members([[], [segment.id]]);
    const rows = await test.query(
      'SELECT automation_id, chain FROM automation_runs WHERE account_id = $1 AND id <> $2',
      [test.accountId, id],
    );
    const started = rows.map(({ automation_id, chain }) => `${automation_id} ${chain}`);
    // The second step has the same cause as the first one.
    expect(started).to.have.members([`${listening.id} ${own.id}`, `${entering.id} ${own.id}`]);
  });
});
