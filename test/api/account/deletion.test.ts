// DELETE /account and POST /account/keep (docs/reference/account.md#deleting-an-account). The walk that removes the rows is tested
// in test/workers/jobs/delete-account.test.ts.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { ACCOUNT_TABLES } from '../../../shared/resources/account-tables.ts';
import { beginDeletion } from '../../../shared/resources/flows/account-deletions/begin.ts';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount, createApiKey, createDomain } from '../../support/factories/factories.ts';
import { createMember, PASSWORD } from '../../support/factories/people-factories.ts';
import { suspend } from '../../support/factories/suspension-factories.ts';
import { codeOf, enableSecondFactor, wrongCodeOf } from '../auth/second-factor.ts';
import { signsInWith } from '../auth/sign-in-state.ts';
import { createVoter } from '../polls/voter.ts';

type Api = Awaited<ReturnType<typeof enter>>['api'];

describe('The deletion of an account', () => {
  const app = useApp();
  let operatorId: string;
  before(async () => {
    // The account of the operator is the oldest.
    operatorId = (await createAccount(app.pool)).id;
  });
  // Failures of one test do not count in the next one.
  beforeEach(() => app.clock.advance(16 * MINUTE_MS));
  const ask = (api: Api, body: object = { password: PASSWORD }) => api.delete('/account').send(body);
  const suspensionOf = async (api: Api) => (await api.get('/account')).body.suspension;
  const eventsOf = async (accountId: string) => {
    const { rows } = await app.pool.query(
      'SELECT operation, actor_id AS "actorId", target_id AS "targetId" FROM audit_events WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    return rows.filter(({ operation }) => /Account$/.test(operation));
  };
  /** As the first step of the walk does it. */
  const begin = async (accountId: string) => {
    await transaction(app.pool, (client) => beginDeletion(client, ACCOUNT_TABLES, accountId));
    await app.pool.query(`UPDATE account_deletions SET phase = 'settling' WHERE account_id = $1`, [
      accountId,
    ]);
  };

  it('Answers 202 with the time at which the deletion begins, seven days later; until then the account is suspended for it.', async () => {
    const { api, accountId } = await enter(app);
    const { status, body } = await ask(api);
    const now = app.clock.now();
    const deletesAt = new Date(now.getTime() + 7 * DAY_MS).toISOString();
    const requested_at = now.toISOString();
    const deletes_at = deletesAt;
    expect({ status, body }).to.deep.equal({
      status: 202,
      body: { object: 'account_deletion', account_id: accountId, requested_at, deletes_at },
    });
    const suspension = { cause: 'deletion', reason: null, since: requested_at, deletes_at };
    expect(await suspensionOf(api)).to.deep.equal(suspension);
    expectError(await api.patch('/account').send({ name: 'New' }), 403, 'validation_error');
    const { rows } = await app.pool.query('SELECT * FROM account_deletions WHERE account_id = $1', [
      accountId,
    ]);
    expect(rows[0]).to.deep.include({ phase: 'waiting', next_attempt_at: new Date(deletesAt) });
  });

  it('Answers the same to a second request to delete the account, also when both come at the same time, and changes nothing by it.', async () => {
    const first = await enter(app);
    const second = await enter(app, { accountId: first.accountId });
    const [one, other] = await Promise.all([ask(first.api), ask(second.api)]);
    app.clock.advance(DAY_MS);
    const third = await ask(first.api);
    for (const { status, body } of [other, third])
      expect({ status, body }).to.deep.equal({ status: 202, body: one.body });
    expect(await eventsOf(first.accountId)).to.have.length(1);
  });

  it('Rejects a request to delete the account with a wrong password, or without a right code of the second factor, with validation_error 422, and counts it as a failed sign-in.', async () => {
    const { accountId, ...plain } = await enter(app);
    const refused = async (api: Api, body: object) =>
      expectError(await ask(api, body), 422, 'validation_error');
    await refused(plain.api, { password: 'wrong horse battery' });
    const { secret, codes, session } = await enableSecondFactor(app, plain);
    const api = app.asPerson(session);
    const [recovery_code] = codes;
    await refused(api, { password: PASSWORD });
    await refused(api, { password: PASSWORD, code: wrongCodeOf(secret, app) });
    await refused(api, { password: 'wrong horse battery', recovery_code });
    await refused(api, { password: PASSWORD, recovery_code: 'k3vq-7xma-zt2d-4wne' });
    expect(await suspensionOf(api)).to.equal(null);
    expect(await eventsOf(accountId)).to.deep.equal([]);
    const { rows } = await app.pool.query(
      `SELECT used FROM rate_limits WHERE key LIKE 'sign-in address%' AND used = 5`,
    );
    expect(rows).to.have.length(1);
    // The right one was not used up by a wrong password.
    expect((await ask(api, { password: PASSWORD, recovery_code })).status).to.equal(202);
  });

  it('Accepts a code or a recovery code once for a request to delete the account.', async () => {
    const person = await enter(app);
    const { secret, codes, session } = await enableSecondFactor(app, person);
    const api = app.asPerson(session);
    app.clock.advance(MINUTE_MS);
    for (const shown of [{ code: codeOf(secret, app) }, { recovery_code: codes[0] }]) {
      const body = { password: PASSWORD, ...shown };
      expect((await ask(api, body)).status).to.equal(202);
      expectError(await ask(api, body), 422, 'validation_error');
    }
  });

  it('Rejects a request to delete the account after ten failures with rate_limit_exceeded 429.', async () => {
    const { api } = await enter(app);
    for (let failures = 0; failures < 10; failures += 1)
      expectError(await ask(api, { password: 'wrong' }), 422, 'validation_error');
    expectError(await ask(api), 429, 'rate_limit_exceeded');
    expect(await suspensionOf(api)).to.equal(null);
  });

  it('Rejects the deletion of the account of the operator with validation_error 422.', async () => {
    const { api } = await enter(app, { accountId: operatorId });
    expect(expectError(await ask(api), 422, 'validation_error')).to.include(
      'This account belongs to the operator',
    );
    expect(await suspensionOf(api)).to.equal(null);
  });

  it('Takes the deletion of the account back, and answers the account, which is suspended no more unless an operator has suspended it.', async () => {
    const { api, accountId } = await enter(app);
    const operator = { cause: 'operator', reason: 'Too much spam.' };
    for (const left of [null, operator]) {
      await ask(api);
      if (left) await suspend(app.pool, accountId, { reason: left.reason });
      expect(await suspensionOf(api)).to.include({ cause: 'deletion' });
      const { status, body } = await api.post('/account/keep');
      expect(status).to.equal(200);
      expect(body).to.deep.equal((await api.get('/account')).body);
      if (left) expect(body.suspension).to.include(left);
      else expect(body.suspension).to.equal(null);
    }
    expect(
      (await app.pool.query('SELECT FROM account_deletions WHERE account_id = $1', [accountId])).rowCount,
    ).to.equal(0);
  });

  it('Rejects taking back a deletion that was not asked for, that the operator has asked for, or that has begun, with validation_error 422.', async () => {
    const { api, accountId } = await enter(app);
    expectError(await api.post('/account/keep'), 422, 'validation_error');
    await ask(api);
    const change = (to: string) =>
      app.pool.query(`UPDATE account_deletions SET ${to} WHERE account_id = $1`, [accountId]);
    await change(`actor_type = 'operator'`);
    expectError(await api.post('/account/keep'), 422, 'validation_error');
    await change(`actor_type = 'person', phase = 'settling'`);
    expectError(await api.post('/account/keep'), 422, 'validation_error');
    expect(await suspensionOf(api)).to.include({ cause: 'deletion' });
  });

  it('Records who has asked for the deletion of the account and who has taken it back in the audit log, and nothing when it is rejected.', async () => {
    const { api, accountId, personId } = await enter(app);
    await api.post('/account/keep');
    await ask(api, { password: 'wrong horse battery' });
    await ask(api);
    await api.post('/account/keep');
    const event = { actorId: personId, targetId: accountId };
    expect(await eventsOf(accountId)).to.deep.equal([
      { operation: 'deleteAccount', ...event },
      { operation: 'keepAccount', ...event },
    ]);
  });

  it('Ends every key and session of the account, and frees the names of its domains, when the deletion begins.', async () => {
    const { api, accountId } = await enter(app);
    const { token } = await createApiKey(app.pool, { accountId });
    const { name } = await createDomain(app.pool, accountId);
    const other = await enter(app);
    const add = async () => (await other.api.post('/domains').send({ name })).body.status_reason;
    await ask(api);
    expect((await app.as(token).get('/emails')).status).to.equal(200);
    await begin(accountId);
    expectError(await app.as(token).get('/emails'), 403, 'invalid_api_key');
    expectError(await api.get('/account'), 401, 'missing_api_key');
    expect(await add()).not.to.equal('domain_conflict');
    expect(
      (await app.pool.query('SELECT FROM domains WHERE account_id = $1', [accountId])).rowCount,
    ).to.equal(0);
  });

  it('Keeps a person who is a member of another account, who can sign in there, and deletes the others.', async () => {
    const both = await enter(app);
    const { accountId } = both;
    const alone = await createMember(app.pool, { accountId });
    const { accountId: otherId } = await createMember(app.pool, { personId: both.personId });
    await ask(both.api);
    await begin(accountId);
    expect(await signsInWith(app, both.email, PASSWORD)).to.equal('session');
    const { rows } = await app.pool.query('SELECT account_id FROM sessions WHERE person_id = $1', [
      both.personId,
    ]);
    expect(rows).to.deep.equal([{ account_id: otherId }]);
    expect((await app.pool.query('SELECT FROM people WHERE id = $1', [alone.personId])).rowCount).to.equal(0);
  });

  it('Answers 410 with a page that says that the sender is gone at the links of mail of an account whose deletion has begun, and not before; tracked links lead on, and downloads and shared emails answer 404.', async () => {
    const voter = await createVoter(app);
    const { accountId, emailId, address } = voter.voter;
    const { deps } = app;
    const { unsubscribe, preferences } = deps.preferences.urlsOf({
      accountId,
      address,
      emailId,
      topicId: null,
    });
    const view = deps.webVersions.urlOf({ accountId, emailId, contentId: null, address });
    const pages = [...[unsubscribe, preferences, view].map((url) => new URL(url).pathname), voter.pathOf(1)];
    const shared = `/share/emails/${emailId}`;
    const link = deps.links.sign(shared, new Date(app.clock.now().getTime() + DAY_MS)).split(shared)[1];
    const { api } = await enter(app, { accountId });
    const stored = async () => {
      const { rows } = await app.pool.query(
        `SELECT (SELECT count(*) FROM unsubscribes WHERE account_id = $1)::integer
                + (SELECT count(*) FROM poll_votes WHERE account_id = $1)::integer AS count`,
        [accountId],
      );
      return rows[0].count;
    };
    await ask(api);
    for (const page of pages) expect((await app.bare().get(page)).status, page).to.equal(200);
    expect((await app.bare().get(`${shared}${link}`)).status).to.equal(200);
    await begin(accountId);
    for (const page of pages) {
      const { status, text } = await app.bare().get(page);
      expect([status, text.includes('This sender no longer exists')], page).to.deep.equal([410, true]);
    }
    for (const page of pages.filter((each) => !each.startsWith('/view/')))
      expect((await app.bare().post(page).send('List-Unsubscribe=One-Click')).status, page).to.equal(410);
    expect((await app.bare().get(`${shared}${link}`)).status).to.equal(404);
    expect(await stored()).to.equal(0);
  });
});
