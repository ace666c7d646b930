// An account of the release before 0033-pools, whose default domain has an audience of its own next to the default one of
// the account: the upgrade moves nothing and sends nothing elsewhere, until the account brings both together
// (docs/reference/domains.md).
import { expect } from 'chai';
import type { Pool } from 'pg';
import { enter } from '../../../../support/api/account.ts';
import { useApp } from '../../../../support/api/app.ts';
import { expectError } from '../../../../support/api/error-body.ts';
import { createUpgradedDatabase } from '../../../../support/database/upgraded-database.ts';
import { createAutomation } from '../../../../support/factories/automation-factories.ts';
import { createContact, defaultAudienceOf } from '../../../../support/factories/contact-factories.ts';
import { createAccount, createApiKey, createDomain } from '../../../../support/factories/factories.ts';

/** What an upgrade could move. */
const STATE = `
  SELECT (SELECT array_agg((id, name, is_default)::text ORDER BY id) FROM audiences) AS audiences,
         (SELECT array_agg((id, name, is_default, audience_id, updated_at)::text ORDER BY id) FROM domains) AS domains,
         (SELECT array_agg((id, email, audience_id, updated_at)::text ORDER BY id) FROM contacts) AS contacts,
         (SELECT array_agg((id, domain, audience_id, status)::text ORDER BY id) FROM automations) AS automations`;

describe('the migration of an account with two pools (0033)', () => {
  let stateBefore: unknown;
  let accountId: string;
  let token: string;
  let viewer: Awaited<ReturnType<typeof enter>>;
  let first: { id: string; name: string };
  let second: { id: string; name: string };
  let standard: string;
  let own: string;
  const ana = 'ana@customer.dev';
  const bo = 'bo@customer.dev';
  const cy = 'cy@customer.dev';

  const stateOf = async (pool: Pool) => (await pool.query(STATE)).rows[0];
  const fill = async (pool: Pool) => {
    accountId = (await createAccount(pool)).id;
    token = (await createApiKey(pool, { accountId })).token;
    first = await createDomain(pool, accountId, { name: 'one.dev' });
    second = await createDomain(pool, accountId, { name: 'two.dev', isDefault: true });
    standard = await defaultAudienceOf(pool, accountId);
    const { rows } = await pool.query('SELECT audience_id AS id FROM domains WHERE id = $1', [second.id]);
    own = rows[0].id;
    expect(own).not.to.equal(standard);
    await createContact(pool, { accountId, email: ana });
    await createContact(pool, { accountId, audienceId: own, email: bo });
    await createAutomation(pool, accountId, { domainId: second.id, trigger: 'paid' });
    stateBefore = await stateOf(pool);
  };
  const app = useApp({ createDatabase: () => createUpgradedDatabase({ last: '0032-turns', fill }) });
  before(async () => {
    viewer = await enter(app, { role: 'viewer', accountId });
  });

  const account = async () => (await viewer.api.get('/account').expect(200)).body;
  const send = async (email: string, fields: object = {}) => {
    const { body } = await app
      .as(token)
      .post('/events/send')
      .send({ event: 'paid', email, ...fields });
    return [body.contact_created, body.runs_started];
  };
  /** Creates a contact where the request names no audience. @returns its audience */
  const create = async (email: string) => {
    const { body } = await app.as(token).post('/contacts').send({ email }).expect(201);
    return body.audience_id;
  };
  const audiencesOf = async (email: string) => {
    const { body } = await app.as(token).get(`/people/${email}`).expect(200);
    return body.contacts.map((contact: { audience: { id: string } }) => contact.audience.id);
  };

  it('moves nothing, and stores and sends where the release before did until the account asks for one pool', async () => {
    expect(await stateOf(app.pool)).to.deep.equal(stateBefore);
    for (const { id } of [first, second]) {
      const { body } = await app.as(token).get(`/domains/${id}`).expect(200);
      expect(body).to.include(
        id === first.id ? { default: false, audience_id: standard } : { default: true, audience_id: own },
      );
    }

    const { default_audience_id, default_domain, warnings } = await account();
    expect({ default_audience_id, default_domain }).to.deep.equal({
      default_audience_id: standard,
      default_domain: { id: second.id, name: 'two.dev', audience_id: own },
    });
    expect(warnings.join())
      .to.include('two.dev')
      .and.to.include(`PATCH /domains/${second.id} {"default": true}`);
    expect(await create(cy)).to.equal(standard);
    expect(await send(bo)).to.deep.equal([false, 1]);
    expect(await send(ana)).to.deep.equal([true, 1]);
    expect(await audiencesOf(ana)).to.have.members([standard, own]);
    expect(await send(cy, { domain: 'one.dev' })).to.deep.equal([false, 0]);
    expect(await audiencesOf(bo)).to.deep.equal([own]);
    expect(await audiencesOf(cy)).to.deep.equal([standard]);
    // Nothing that the account does for other reasons brings them together.
    await app
      .as(token)
      .patch(`/domains/${second.id}`)
      .send({ tls: 'enforced', audience_id: own })
      .expect(200);
    expect((await account()).warnings).to.deep.equal(warnings);

    await app.as(token).patch(`/domains/${second.id}`).send({ default: true }).expect(200);
    expect(await account()).to.deep.include({ default_audience_id: own, warnings: [] });
    expect(await create('dee@customer.dev')).to.equal(own);
    expect(await send('dee@customer.dev')).to.deep.equal([false, 1]);
    // Who was in the other audience stays there, and the account still has it.
    expect(await audiencesOf(cy)).to.deep.equal([standard]);
    expectError(await app.as(token).delete(`/audiences/${own}`), 422, 'validation_error');
  });
});
