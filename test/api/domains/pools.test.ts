// Which audience a domain uses, its pool (docs/reference/domains.md), and what of it the account shows.
import { expect } from 'chai';
import { createCaller, enter, useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import {
  createAudience,
  createContact,
  createSegment,
  defaultAudienceOf,
} from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const AT_A_TIME = 6;

describe('The audience of a domain', () => {
  const app = useApp();
  const account = useAccount(app);
  const create = (name: string, fields = {}) => account.api.post('/domains').send({ name, ...fields });
  const made = async (name: string, fields = {}) => (await create(name, fields).expect(201)).body;
  const patch = (id: string, body: object) => account.api.patch(`/domains/${id}`).send(body);
  const standard = () => defaultAudienceOf(app.pool, account.accountId);
  const newAudience = async () => (await createAudience(app.pool, account.accountId)).id;

  it('Gives a new domain the default audience of the account, for `audience: "own"` one of its own with the name of the domain, or that of `audience_id`.', async () => {
    const shared = await standard();
    expect((await made('one.dev')).audience_id).to.equal(shared);
    expect((await made('two.dev', { audience: null, audience_id: '' })).audience_id).to.equal(shared);
    const own = (await made('own.dev', { audience: 'own' })).audience_id;
    expect(await account.read(`/audiences/${own}`)).to.include({ name: 'own.dev', default: false });
    expect((await made('third.dev', { audience_id: own.toUpperCase() })).audience_id).to.equal(own);
  });

  it('Rejects `audience` next to `audience_id`, and an invalid one, with validation_error 422, and an audience that the account does not have with not_found 404.', async () => {
    const other = await createCaller(app);
    const foreign = await defaultAudienceOf(app.pool, other.accountId);
    for (const fields of [
      { audience: 'own', audience_id: await standard() },
      { audience: 'shared' },
      { audience_id: 5 },
    ])
      expectError(await create('bad.dev', fields), 422, 'validation_error');
    const { id } = await made('good.dev');
    for (const audience_id of [foreign, UNKNOWN_ID, id]) {
      expectError(await create('bad.dev', { audience_id }), 404, 'not_found');
      expectError(await patch(id, { audience_id }), 404, 'not_found');
    }
    expect((await account.read('/domains')).data).to.have.length(1);
  });

  it('Shows the names of the domains that use an audience, the first 100 in alphabetical order.', async () => {
    for (const name of ['b.dev', 'a.dev']) await made(name);
    const { audience_id: own } = await made('c.dev', { audience: 'own' });
    expect((await account.read(`/audiences/${await standard()}`)).domains).to.deep.equal(['a.dev', 'b.dev']);
    const { data } = await account.read('/audiences');
    expect(data.find(({ id }: { id: string }) => id === own).domains).to.deep.equal(['c.dev']);
  });

  it('Moves a domain with its automations to another audience.', async () => {
    const { id } = await made('acme.dev');
    const automation = await createAutomation(app.pool, account.accountId, { domainId: id });
    const audienceId = await newAudience();
    const { body } = await patch(id, { audience_id: audienceId }).expect(200);
    expect(body.audience_id).to.equal(audienceId);
    expect((await account.read(`/automations/${automation.id}`)).audience_id).to.equal(audienceId);
    expectError(await account.api.delete(`/audiences/${audienceId}`), 422, 'validation_error');
  });

  it('Refuses to move a domain while an automation of it has runs, or an enabled one adds contacts to a segment of another audience, with validation_error 422 that says so.', async () => {
    const { id, audience_id: before } = await made('acme.dev', { default: true });
    const { accountId } = account;
    const audienceId = await newAudience();
    const refused = async () =>
      expectError(await patch(id, { audience_id: audienceId }), 422, 'validation_error');
    const segment = await createSegment(app.pool, accountId, { audienceId: before });
    const add = { key: 'add', type: 'add_to_segment' as const, config: { segment_id: segment.id } };
    const bound = { domainId: id, name: 'Bound', steps: [add] };
    const automation = await createAutomation(app.pool, accountId, bound);
    expect(await refused()).to.include('"Bound" adds contacts to a segment');
    await app.pool.query("UPDATE automations SET status = 'disabled' WHERE id = $1", [automation.id]);
    await createAutomation(app.pool, accountId, { domainId: id, name: 'Welcome', trigger: 'joined' });
    const event = { event: 'joined', email: 'bo@customer.dev', domain: 'acme.dev' };
    await account.api.post('/events/send').send(event).expect(202);
    expect(await refused()).to.include('"Welcome" has runs');
    expect((await account.read(`/domains/${id}`)).audience_id).to.equal(before);
  });

  it('Makes the audience of a domain the default one when the domain becomes the default one, and when the default one moves.', async () => {
    const first = await made('one.dev');
    const second = await made('two.dev', { audience: 'own' });
    await patch(first.id, { default: true }).expect(200);
    expect(await standard()).to.equal(first.audience_id);
    await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, turn) =>
        patch(turn % 2 ? first.id : second.id, { default: true }).expect(200),
      ),
    );
    await patch(second.id, { default: true }).expect(200);
    expect(await standard()).to.equal(second.audience_id);
    const contact = await account.api.post('/contacts').send({ email: 'zoe@customer.dev' }).expect(201);
    expect(contact.body.audience_id).to.equal(second.audience_id);
    await patch(second.id, { audience_id: first.audience_id }).expect(200);
    expect(await standard()).to.equal(first.audience_id);
    await patch(second.id, { default: false }).expect(200);
    expect(await standard()).to.equal(first.audience_id);
  });

  it('Shows the default audience and the default domain of an account, and a warning when the domain uses another audience.', async () => {
    const { accountId } = account;
    const viewer = await enter(app, { role: 'viewer', accountId });
    const shown = async () => (await viewer.api.get('/account')).body;
    expect(await shown()).to.deep.include({
      default_audience_id: await standard(),
      default_domain: null,
      warnings: [],
    });
    // As an account from before has it.
    const { id, name } = await createDomain(app.pool, accountId);
    const own = await newAudience();
    await app.pool.query('UPDATE domains SET is_default = true, audience_id = $2 WHERE id = $1', [id, own]);
    const split = await shown();
    expect(split.default_domain).to.deep.equal({ id, name, audience_id: own });
    expect(split.warnings).to.have.length(1);
    expect(split.warnings[0]).to.include(name).and.to.include(`PATCH /domains/${id} {"default": true}`);
    await patch(id, { default: true }).expect(200);
    expect(await shown()).to.deep.include({ default_audience_id: own, warnings: [] });
  });

  it('Deletes the audience that a domain has alone and under its own name, if it has no contact and no segment and is not the default one; else it stays, and the answer has its id.', async () => {
    const deleted = async (domain: { id: string }) =>
      (await account.api.delete(`/domains/${domain.id}`).expect(200)).body.audience_id;
    const own = (name: string) => made(name, { audience: 'own' });
    expect(await deleted(await made('shared.dev'))).to.equal(await standard());
    const empty = await own('empty.dev');
    expect(await deleted(empty)).to.equal(null);
    await account.api.get(`/audiences/${empty.audience_id}`).expect(404);
    const kept = {
      contact: await own('contact.dev'),
      segment: await own('segment.dev'),
      joined: await own('joined.dev'),
      standard: await own('standard.dev'),
      named: await made('named.dev', { audience_id: await newAudience() }),
    };
    await createContact(app.pool, { accountId: account.accountId, audienceId: kept.contact.audience_id });
    await createSegment(app.pool, account.accountId, { audienceId: kept.segment.audience_id });
    await made('joining.dev', { audience_id: kept.joined.audience_id });
    await patch(kept.standard.id, { default: true }).expect(200);
    for (const [why, domain] of Object.entries(kept)) {
      expect(await deleted(domain), why).to.equal(domain.audience_id);
      await account.api.get(`/audiences/${domain.audience_id}`).expect(200);
    }
  });

  it('Stores a default_from that is a mailbox of the domain, and rejects others with validation_error 422.', async () => {
    const from = 'Acme <hello@acme.dev>';
    const { id, default_from: stored } = await made('acme.dev', { default_from: ` ${from} ` });
    expect(stored).to.equal(from);
    for (const bad of ['hello@other.dev', 'hello@mail.acme.dev', 'hello', 'a@acme.dev, b@acme.dev', 5]) {
      expectError(await patch(id, { default_from: bad }), 422, 'validation_error');
      expectError(await create('new.dev', { default_from: bad }), 422, 'validation_error');
    }
    expect((await patch(id, { default_from: 'a@ACME.dev' })).body.default_from).to.equal('a@ACME.dev');
    expect((await patch(id, { default_from: null })).body.default_from).to.equal(null);
  });
});
