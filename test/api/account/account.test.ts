// GET and PATCH /account (docs/reference/account.md).
import { expect } from 'chai';
import { ROLES } from '../../../shared/contract/members/values.ts';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createAccount, createApiKey } from '../../support/factories/factories.ts';
import { makePaused, makeRecovering } from '../../support/factories/reputation-factories.ts';
import { useCapacity } from '../../support/factories/sending-days-factories.ts';
import { INTENDED_USE } from './specimen.ts';

describe('/account', () => {
  const app = useApp();
  const admin = usePerson(app, { role: 'admin' });

  it('Answers the account of the session to every role, and no other account.', async () => {
    const { id } = await createAccount(app.pool, { name: 'Acme', planId: 'pro', productionAccess: false });
    await createAccount(app.pool, { name: 'Other' });
    await app.pool.query(`UPDATE accounts SET created_at = '2026-11-20 10:00:00.123+00' WHERE id = $1`, [id]);
    for (const role of ROLES) {
      const { status, body } = await (await enter(app, { role, accountId: id })).api.get('/account');
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        object: 'account',
        id,
        name: 'Acme',
        plan: 'pro',
        production_access: false,
        production_access_request: null,
        default_audience_id: await defaultAudienceOf(app.pool, id),
        default_domain: null,
        warnings: [],
        create_properties: false,
        reputation: { status: 'good', since: null, cause: null, capacity: null, used: 0 },
        suspension: null,
        created_at: '2026-11-20T10:00:00.123Z',
      });
    }
  });

  it('Shows since when the account is paused and why, and while it recovers its capacity and what is used of today.', async () => {
    const { api, accountId } = admin;
    const at = app.clock.now();
    const reputation = async () => (await api.get('/account')).body.reputation;
    const paused = { status: 'paused', since: at.toISOString(), capacity: null, used: 0 };
    await makePaused(app.pool, 'accounts', accountId, { at });
    const cause = { kind: 'bounces', judged: 203, count: 25 };
    expect(await reputation()).to.deep.equal({ ...paused, cause });
    await makeRecovering(app.pool, 'accounts', accountId, { capacity: 75, at });
    await useCapacity(app.pool, { accountId, subjectId: accountId }, at, 33);
    const recovering = { ...paused, status: 'recovering', cause: null, capacity: 75, used: 33 };
    expect(await reputation()).to.deep.equal(recovering);
  });

  it('Changes the name of the account to one line of 1 to 200 characters, without the white space around it.', async () => {
    const { api } = admin;
    for (const name of ['A', 'ü'.repeat(200), '<b>Acme</b> & Co', '株式会社']) {
      const { status, body } = await api.patch('/account').send({ name: ` ${name}\n` });
      expect([status, body.name]).to.deep.equal([200, name]);
      expect((await api.get('/account')).body).to.deep.equal(body);
    }
  });

  it('Changes whether the account makes properties.', async () => {
    const { api } = admin;
    const before = await api.patch('/account').send({ name: 'Acme' });
    const { body } = await api.patch('/account').send({ create_properties: true });
    expect(body).to.deep.equal({ ...before.body, create_properties: true });
    expect((await api.get('/account')).body).to.deep.equal(body);
  });

  it('Changes nothing in the account when no field is given.', async () => {
    const { api } = admin;
    const { body: before } = await api.get('/account');
    for (const body of [undefined, {}, { plan: 'unlimited', production_access: true, id: 'x' }])
      expect((await api.patch('/account').send(body)).body).to.deep.equal(before);
    expect((await api.get('/account')).body).to.deep.equal(before);
  });

  const changes = [
    ['patch', '/account', { name: 'Taken' }],
    ['post', '/account/production-access', INTENDED_USE],
    ['post', '/account/confirmed-addresses', { email: 'qa@acme.dev' }],
  ] as const;

  it('Refuses to change the account, to ask for production access and to confirm addresses to members and viewers with view_only_member 403.', async () => {
    const { id } = await createAccount(app.pool, { name: 'Acme', productionAccess: false });
    for (const role of ['member', 'viewer'] as const) {
      const { api } = await enter(app, { role, accountId: id });
      for (const [method, path, body] of changes) {
        const message = expectError(await api[method](path).send(body), 403, 'view_only_member');
        expect(message).to.include('owner, admin');
      }
    }
    const { api: owner } = await enter(app, { accountId: id });
    expect((await owner.get('/account')).body).to.include({ name: 'Acme', production_access_request: null });
    expect((await owner.get('/account/confirmed-addresses')).body.data).to.deep.equal([]);
  });

  it('Refuses every operation of the account to API keys with dashboard_only 403.', async () => {
    const { token } = await createApiKey(app.pool);
    for (const path of ['/account', '/account/confirmed-addresses'])
      expectError(await app.as(token).get(path), 403, 'dashboard_only');
    for (const [method, path, body] of changes)
      expectError(await app.as(token)[method](path).send(body), 403, 'dashboard_only');
  });
});
