// GET /people/:address (docs/reference/people.md#the-record-of-a-person).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createDomain, createSuppression } from '../../support/factories/factories.ts';
import { createContactOwner } from '../contacts/owner.ts';
import { createPerson } from '../unsubscribes/person.ts';

const ADDRESS = 'bo@customer.dev';
const NOT_REFUSED = { status: 'allowed', since: null, by: null, email_id: null };

describe('GET /people/:address', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));

  it('Answers the contacts of an address in every audience, with the domains that use each.', async () => {
    const { accountId } = owner;
    const audienceId = await defaultAudienceOf(app.pool, accountId);
    const first = await createDomain(app.pool, accountId, { name: 'b.acme.dev' });
    const second = await createDomain(app.pool, accountId, { name: 'a.acme.dev' });
    await app.pool.query('UPDATE domains SET audience_id = $2 WHERE id = ANY($1)', [
      [first.id, second.id],
      audienceId,
    ]);
    const places = [await owner.audience('Shop'), await owner.audience('Club'), audienceId];
    const ids: string[] = [];
    for (const place of places) ids.push((await owner.add(ADDRESS, { audience_id: place })).body.id);
    await owner.add('other@customer.dev');
    const { contacts } = await owner.read(`/people/${ADDRESS}`);
    const shown = (index: number, name: string, domains: string[]) => ({
      id: ids[index],
      audience: { id: places[index], name },
      domains,
      created_at: app.clock.now().toISOString(),
    });
    expect(contacts).to.deep.equal([
      shown(2, 'Default', ['a.acme.dev', 'b.acme.dev']),
      shown(0, 'Shop', []),
      shown(1, 'Club', []),
    ]);
  });

  it('Answers since when, by whom and by the link of which email an address has unsubscribed.', async () => {
    const since = app.clock.now().toISOString();
    await owner.add(ADDRESS, { unsubscribed: true });
    expect((await owner.read(`/people/${ADDRESS}`)).unsubscribed).to.deep.equal({
      since,
      by: 'account',
      email_id: null,
    });
    // The person confirms what the account has decided before.
    const person = await createPerson(app, { owner, topic: null });
    await app.bare().post(person.unsubscribe).send('List-Unsubscribe=One-Click').expect(200);
    expect((await owner.read(`/people/${ADDRESS}`)).unsubscribed).to.deep.equal({
      since,
      by: 'person',
      email_id: person.target.emailId,
    });
  });

  it('Answers whether an address refuses to be measured: since when, by whom and by the link of which email.', async () => {
    const since = app.clock.now().toISOString();
    await owner.add(ADDRESS, { tracking: 'refused' });
    const tracking = async () => (await owner.read(`/people/${ADDRESS}`)).tracking;
    expect(await tracking()).to.deep.equal({ status: 'refused', since, by: 'account', email_id: null });
    const person = await createPerson(app, { owner });
    const decide = (said: string) =>
      app.bare().post(person.preferences).send(`action=tracking&tracking=${said}`).expect(200);
    await decide('refused');
    expect(await tracking()).to.deep.equal({
      status: 'refused',
      since,
      by: 'person',
      email_id: person.target.emailId,
    });
    await decide('allowed');
    expect(await tracking()).to.deep.equal(NOT_REFUSED);
  });

  it('Answers every topic with the choice of the address, and with the default where it has chosen nothing.', async () => {
    const left = await owner.topic();
    const kept = await owner.topic();
    const closed = await owner.topic('opt_out');
    await owner.add(ADDRESS, { topics: [{ id: left, subscription: 'opt_out' }] });
    const since = app.clock.now().toISOString();
    expect((await owner.read(`/people/${ADDRESS}`)).topics).to.deep.equal([
      { id: closed, name: 'News 3', subscription: 'opt_out', since: null, by: null },
      { id: kept, name: 'News 2', subscription: 'opt_in', since: null, by: null },
      { id: left, name: 'News', subscription: 'opt_out', since, by: 'account' },
    ]);
  });

  it('Answers why an address is suppressed: since when, by which email and by which reply.', async () => {
    const emailId = app.deps.ids.next();
    const reply = '550 5.1.1 no such user';
    await createSuppression(app.pool, owner.accountId, ADDRESS, {
      origin: 'bounce',
      emailId,
      smtpReply: reply,
    });
    const { created_at: since } = await owner.read(`/suppressions/${ADDRESS}`);
    expect((await owner.read(`/people/${ADDRESS}`)).suppression).to.deep.equal({
      origin: 'bounce',
      since,
      email_id: emailId,
      reply,
    });
  });

  it('Takes an address in any letter case, percent-encoded or not, to mean the same person.', async () => {
    await owner.add('Bo+shop@Customer.dev', { unsubscribed: true });
    const person = await owner.read('/people/bo+shop@customer.dev');
    expect(person).to.deep.include({ object: 'person', address: 'bo+shop@customer.dev' });
    expect(person.contacts).to.have.length(1);
    for (const spelling of ['BO+SHOP@CUSTOMER.DEV', 'Bo%2Bshop%40customer.dev'])
      expect(await owner.read(`/people/${spelling}`), spelling).to.deep.equal(person);
  });

  it('Answers an address of which nothing is known, or that only another account knows, with an empty record.', async () => {
    const other = await createContactOwner(app);
    await other.add(ADDRESS, {
      unsubscribed: true,
      topics: [{ id: await other.topic(), subscription: 'opt_out' }],
    });
    await other.api.post('/suppressions').send({ email: ADDRESS }).expect(201);
    for (const address of [ADDRESS, 'unknown@customer.dev'])
      expect(await owner.read(`/people/${address}`)).to.deep.equal({
        object: 'person',
        address,
        contacts: [],
        unsubscribed: null,
        topics: [],
        suppression: null,
        tracking: NOT_REFUSED,
      });
  });

  it('Answers not_found 404 for a text that is no address, or an address with a name.', async () => {
    for (const text of [
      'none',
      '@',
      'bo@customer',
      'Bo%20%3Cbo@customer.dev%3E',
      'bo@customer.dev%00',
      '%ff@a.dev',
    ])
      expect(expectError(await owner.api.get(`/people/${text}`), 404, 'not_found')).to.be.a('string');
  });
});
