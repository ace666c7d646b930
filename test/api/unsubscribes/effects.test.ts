// What follows from a decision of a person (docs/reference/unsubscribes.md#what-follows).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { createPerson, encode, fieldsOf } from './person.ts';

const BATCH = [{ email: 'bo@customer.dev', unsubscribed: false, topics: [] as object[] }];

describe('What follows from a decision on the unsubscribe pages', () => {
  const app = useApp();
  const person = useEach(() => createPerson(app, { address: 'Bo@customer.dev' }));
  const click = (path: string) => app.bare().post(path).send('List-Unsubscribe=One-Click').expect(200);
  const post = (path: string, fields: readonly (readonly [string, string])[]) =>
    app.bare().post(path).send(encode(fields)).expect(200);

  it('Keeps a decision of a page as the person’s, also where the account has decided the same before.', async () => {
    const { owner, topicId } = person;
    const topics = [{ id: topicId, subscription: 'opt_out' }];
    await owner.add('bo@customer.dev', { unsubscribed: true, topics });
    expect(await person.decisions()).to.deep.equal({
      unsubscribed: 'account',
      choices: { [topicId]: 'opt_out by account' },
    });
    const byPerson = { unsubscribed: 'person', choices: { [topicId]: 'opt_out by person' } };
    await click(person.unsubscribe);
    await click(person.pathsOf({ topicId: null }).unsubscribe);
    expect(await person.decisions()).to.deep.equal(byPerson);
    const optIn = [{ id: topicId, subscription: 'opt_in' }];
    await owner.api
      .post('/contacts/batch')
      .send([{ ...BATCH[0], topics: optIn }])
      .expect(200);
    expect(await person.decisions()).to.deep.equal(byPerson);
  });

  it('Announces `contact.updated` for every contact of the address, or `contact.topics.updated` once for the address, and nothing for an address without a contact.', async () => {
    const { owner, topicId, unsubscribe } = person;
    const announced = await owner.listen('contact.updated', 'contact.topics.updated');
    await click(unsubscribe);
    await post(person.preferences, [['action', 'unsubscribe']]);
    await post(person.preferences, [['action', 'resubscribe']]);
    expect(await announced()).to.deep.equal([]);
    const audience = await owner.make('/audiences', { name: 'Shop' });
    const contacts = [
      (await owner.add('BO@customer.dev')).body,
      (await owner.add('bo@customer.dev', { audience_id: audience })).body,
    ];
    await post(person.preferences, [
      ['action', 'save'],
      ['shown', topicId],
      ['topic', topicId],
    ]);
    app.clock.advance(1_000);
    await post(person.preferences, [['action', 'unsubscribe']]);
    const [first, ...others] = await announced();
    expect(first).to.deep.equal({
      type: 'contact.topics.updated',
      data: { email: 'BO@customer.dev', topics: [{ id: topicId, subscription: 'opt_in' }] },
    });
    expect(others.map(({ type, data }) => [type, data['id'], data['unsubscribed']])).to.have.deep.members(
      contacts.map(({ id }) => ['contact.updated', id, true]),
    );
    for (const { id, updated_at } of contacts)
      expect(await owner.contact(id)).to.include({ unsubscribed: true, updated_at });
  });

  it('Counts in the metric `unsubscribed` once per email and recipient who leaves its topic or everything by a link of it, as long as the email exists.', async () => {
    const { owner, target } = person;
    const email = await createEmail(app.pool, target.accountId, {
      recipients: [{ address: 'ana@customer.dev' }, { address: 'Bo@customer.dev' }],
    });
    const both = ['ana@customer.dev', 'bo@customer.dev'].map((address) =>
      person.pathsOf({ address, emailId: email.id }),
    );
    const [ana, bo] = both as [(typeof both)[0], (typeof both)[0]];
    await click(ana.unsubscribe);
    expect(await person.counted(email.id)).to.deep.equal([1, 1]);
    await post(bo.preferences, [
      ['action', 'save'],
      ['shown', person.topicId],
    ]);
    expect(await person.counted(email.id)).to.deep.equal([2, 2]);
    // Back and away again, by the same email and by another one.
    await post(bo.preferences, [
      ['action', 'save'],
      ['shown', person.topicId],
      ['topic', person.topicId],
    ]);
    await post(
      bo.preferences,
      fieldsOf((await app.bare().get(bo.preferences)).text, 'Unsubscribe from everything'),
    );
    expect(await person.counted(email.id)).to.deep.equal([2, 2]);
    await post(person.preferences, [['action', 'resubscribe']]);
    await click(person.unsubscribe);
    expect(await person.counted()).to.deep.equal([3, 1]);
    const { body } = await owner.api.get(
      '/emails/metrics?dimensions=domain&metrics=unsubscribed,unsubscribe_rate',
    );
    expect(body.data.map((row: { unsubscribed: number }) => row.unsubscribed)).to.have.members([2, 1]);
    const gone = person.pathsOf({ address: 'cy@customer.dev', emailId: email.id });
    await click(gone.unsubscribe);
    await app.pool.query('DELETE FROM emails WHERE id = $1', [email.id]);
    await click(
      person.pathsOf({ address: 'ana@customer.dev', emailId: email.id, topicId: null }).unsubscribe,
    );
    expect((await person.counted())[0]).to.equal(3);
  });

  it('Counts nothing when the address was unsubscribed before, or for a topic that is not the email’s.', async () => {
    const { owner, topicId } = person;
    const other = await createPerson(app, { owner, address: 'Bo@customer.dev', topic: { name: 'Tips' } });
    await post(other.preferences, [
      ['action', 'save'],
      ['shown', topicId],
    ]);
    expect(await other.counted()).to.deep.equal([0, 0]);
    await click(person.unsubscribe);
    expect(await person.counted()).to.deep.equal([0, 0]);
    await owner.add('bo@customer.dev', { unsubscribed: true });
    await post(other.preferences, [['action', 'unsubscribe']]);
    await click(other.unsubscribe);
    expect(await other.counted()).to.deep.equal([0, 0]);
  });
});
