// Sends from a domain or an account that is paused (docs/reference/reputation.md#refusals).
import { expect } from 'chai';
import { confirmAddress } from '../../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { setProductionAccess } from '../../../../shared/resources/foundation/accounts/update.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createDomain } from '../../../support/factories/factories.ts';
import {
  expectChargedRecipients,
  makeGood,
  makePaused,
  makeRecovering,
} from '../../../support/factories/reputation-factories.ts';
import { sendPending } from '../pending-email.ts';
import { createSender, useSender } from '../sender.ts';

const SINCE = new Date('2026-11-18T09:30:00.000Z');

describe('POST /emails with a reputation', () => {
  const app = useApp({
    config: { simulatorDomains: ['simulator.test', 'resend.dev'], developmentDomain: 'resend.dev' },
  });
  const sender = useSender(app);
  const pauseDomain = (fields = {}) => makePaused(app.pool, 'domains', sender.domain.id, fields);
  const pauseAccount = (fields = {}) => makePaused(app.pool, 'accounts', sender.accountId, fields);
  const limit = (capacity: number) =>
    makeRecovering(app.pool, 'domains', sender.domain.id, { capacity, at: app.clock.now() });
  const charged = async () => [
    await sender.count('emails'),
    await sender.count('email_usage'),
    await sender.count('capacity_use'),
  ];
  const recipients = (count: number) =>
    Array.from({ length: count }, (_, number) => `r${number}@customer.dev`);

  it('Rejects a send from a paused domain with reputation_paused 403, and stores and charges nothing.', async () => {
    await pauseDomain();
    const answer = await sender.send();
    expectError(answer, 403, 'reputation_paused');
    expect(answer.headers).not.to.have.property('retry-after');
    expect(await charged()).to.deep.equal([0, 0, 0]);
    await makeGood(app.pool, 'domains', sender.domain.id);
    await sender.sent();
    expect(await charged()).to.deep.equal([1, 2, 0]);
  });

  it('Says since when a domain is paused, how many of its recipients bounced or complained, the rate, the threshold, the window and who can end the pause, when it rejects a send for it.', async () => {
    const { name } = sender.domain;
    const end = 'within 7 UTC days; the threshold is';
    const tail = 'Nothing was sent. An operator of this service can lift the pause.';
    await pauseDomain({ at: SINCE, cause: { kind: 'bounces', judged: 203, count: 25 } });
    expect(await sender.refused({}, 'reputation_paused')).to.equal(
      `Sending from ${name} is paused since 2026-11-18T09:30:00.000Z, because 25 of 203 recipients (12.31 %) bounced ${end} 10 %. ${tail}`,
    );
    await pauseDomain({ at: SINCE, cause: { kind: 'complaints', judged: 1_000, count: 5 } });
    expect(await sender.refused({}, 'reputation_paused')).to.include(
      `because 5 of 1000 recipients (0.5 %) complained ${end} 0.5 %. ${tail}`,
    );
  });

  it('Says that an operator has paused a domain or an account, and nothing of the reason, when it rejects a send for it.', async () => {
    const cause = { kind: 'operator', reason: 'phishing, ticket 4711' };
    await pauseAccount({ at: SINCE, cause });
    const since = 'is paused since 2026-11-18T09:30:00.000Z by an operator of this service.';
    const tail = 'Nothing was sent. An operator of this service can lift the pause.';
    expect(await sender.refused({}, 'reputation_paused')).to.equal(
      `All sending of this account ${since} ${tail}`,
    );
    await pauseDomain({ at: SINCE, cause });
    expect(await sender.refused({}, 'reputation_paused')).to.equal(
      `Sending from ${sender.domain.name} ${since} ${tail}`,
    );
  });

  it('Rejects sends from every domain of a paused account with reputation_paused 403.', async () => {
    const other = await createDomain(app.pool, sender.accountId);
    await pauseAccount();
    await sender.refused({}, 'reputation_paused');
    await sender.refused({ from: `ana@${other.name}` }, 'reputation_paused');
    await (await createSender(app)).sent();
  });

  it('Accepts mail from the other domains of an account while one is paused.', async () => {
    const other = await createDomain(app.pool, sender.accountId);
    await pauseDomain();
    await sender.sent({ from: `ana@${other.name}` });
    await sender.refused({}, 'reputation_paused');
  });

  it('Rejects a send to 50 recipients and a batch, also a permissive one, as a whole when a domain of it is paused or a capacity does not suffice.', async () => {
    const other = await createDomain(app.pool, sender.accountId);
    const batch = [sender.body({ from: `ana@${other.name}` }), sender.body(), sender.body({ to: 'bo@' })];
    const permissive = { 'x-batch-validation': 'permissive' };
    const expectRefused = async (name: 'reputation_paused' | 'reputation_limit_exceeded', status: number) => {
      expectError(await sender.send({ to: recipients(50) }), status, name);
      expectError(await sender.batch(batch, permissive), status, name);
      expectError(await sender.batch(batch.slice(0, 2)), status, name);
      expect(await charged()).to.deep.equal([0, 0, 0]);
    };
    await pauseDomain();
    await expectRefused('reputation_paused', 403);
    await limit(49);
    await app.pool.query('INSERT INTO capacity_use SELECT $1, $2, $3, 49', [
      sender.accountId,
      sender.domain.id,
      app.clock.now().toISOString().slice(0, 10),
    ]);
    expectError(await sender.batch(batch, permissive), 429, 'reputation_limit_exceeded');
    await app.pool.query('DELETE FROM capacity_use WHERE account_id = $1', [sender.accountId]);
    expectError(await sender.send({ to: recipients(50) }), 429, 'reputation_limit_exceeded');
    expect(await charged()).to.deep.equal([0, 0, 0]);
    await sender.sent({ to: recipients(49) });
    await expectChargedRecipients(app.pool);
  });

  it('Rejects a copied example that would be sent for a paused domain with reputation_paused 403.', async () => {
    const from = 'onboarding@resend.dev';
    await sender.sent({ from });
    await pauseDomain();
    expect(await sender.refused({ from }, 'reputation_paused')).to.include(sender.domain.name);
    await limit(2);
    await sender.sent({ from });
    await sender.refused({ from, to: recipients(2) }, 'reputation_limit_exceeded');
    await expectChargedRecipients(app.pool);
  });

  it('Reports the limits of the sandbox before a pause and a capacity, and these before the quotas.', async () => {
    const { accountId } = sender;
    await sender.sent();
    await app.pool.query("UPDATE accounts SET plan_id = 'free' WHERE id = $1", [accountId]);
    await app.pool.query('UPDATE email_usage SET used = 3000 WHERE account_id = $1', [accountId]);
    await setProductionAccess(app.pool, accountId, false);
    await pauseDomain();
    expect(await sender.refused({})).to.include('bo@customer.dev is not confirmed');
    await confirmAddress(app.pool, accountId, 'bo@customer.dev');
    expect(await sender.refused({})).to.include('100 recipients per day');
    await setProductionAccess(app.pool, accountId, true);
    await sender.refused({}, 'reputation_paused');
    await limit(1);
    await sender.refused({ to: recipients(2) }, 'reputation_limit_exceeded');
    await sender.refused({}, 'monthly_quota_exceeded');
  });

  it('Repeats the answer of an email for its Idempotency-Key while its domain is paused or its capacity used up, and charges nothing again.', async () => {
    await limit(1);
    const send = () => sender.send().set('Idempotency-Key', 'a');
    const first = await send();
    expect(first.status).to.equal(200);
    const before = await charged();
    expect((await send()).text).to.equal(first.text);
    await sender.refused({}, 'reputation_limit_exceeded');
    await pauseDomain();
    expect((await send()).text).to.equal(first.text);
    await sender.refused({}, 'reputation_paused');
    expect(await charged()).to.deep.equal(before);
    await expectChargedRecipients(app.pool);
  });

  it('Reschedules and cancels emails of a paused domain.', async () => {
    await limit(10);
    const id = await sendPending(sender);
    await pauseDomain();
    await pauseAccount();
    await sender.api.patch(`/emails/${id}`).send({ scheduled_at: 'in 3 days' }).expect(200);
    await expectChargedRecipients(app.pool);
    await sender.api.post(`/emails/${id}/cancel`).expect(200);
    await expectChargedRecipients(app.pool);
  });
});
