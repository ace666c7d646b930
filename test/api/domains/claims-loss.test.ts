// What a completed claim means for the account that had the name, and for the one that has it now
// (docs/reference/domain-claims.md#after-a-claim).
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { confirmAddress } from '../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { withdrawalWork } from '../../../shared/resources/messaging/withdrawals/work.ts';
import { notifyOfBlockedClaims } from '../../../workers/notices/blocked-claims.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createAccount, createApiKey, createDomain } from '../../support/factories/factories.ts';
import { createMember } from '../../support/factories/people-factories.ts';
import { runJob } from '../../support/work/run-job.ts';
import { publishRecords } from './support/publish-records.ts';
import { type TestClaim, useClaims } from './support/use-claims.ts';
import type { AddedDomain } from './support/use-verification.ts';

describe('After a claim', () => {
  const claims = useClaims();
  const { app } = claims;
  let operator: { id: string; domain: string };
  let owner: AddedDomain;
  let claim: TestClaim;
  before(async () => {
    const { id } = await createAccount(app.pool);
    operator = { id, domain: (await createDomain(app.pool, id, { name: 'operator-of-claims.dev' })).name };
  });
  beforeEach(async () => {
    owner = await claims.addVerified();
    claim = await claims.claim(owner.name);
  });

  const complete = async (of = claim) => {
    await of.prove();
    app.clock.advance(72 * HOUR_MS);
    await of.check();
    expect(await of.state()).to.equal('completed');
  };
  const email = (name: string, fields: object = {}) => ({
    from: `ana@${name}`,
    to: ['bo@customer.dev', 'cy@customer.dev'],
    subject: 'Hello',
    text: 'Hello',
    ...fields,
  });
  const send = (api: AddedDomain['api'], name: string, fields?: object) =>
    api.post('/emails').send(email(name, fields));
  const usedToday = async (accountId: string) => {
    const { rows } = await app.pool.query<{ used: number }>(
      "SELECT sum(used)::integer AS used FROM email_usage WHERE account_id = $1 AND period = 'month'",
      [accountId],
    );
    return rows[0]?.used ?? 0;
  };

  it('Lets the account verify its domain after its claim, and send from it.', async () => {
    await complete();
    const { records, status } = await claim.domain();
    expect(status).to.equal('not_started');
    expectError(await send(claim.api, owner.name), 422, 'validation_error');
    expect(records[0].value).not.to.equal((await owner.records())[0]?.value);
    // Those of the former owner.
    for (const { name } of records) claims.dns().withdraw(name);
    publishRecords(claims.dns(), records);
    await claim.api.post(`/domains/${claim.domainId}/verify`);
    await claims.checkDue();
    expect((await claim.domain()).status).to.equal('verified');
    expect((await send(claim.api, owner.name)).status).to.equal(200);
  });

  it("Ends the former owner's sending from the name: its domain is failed with the reason claimed, and stays so.", async () => {
    expect((await send(owner.api, owner.name)).status).to.equal(200);
    await complete();
    expect(await owner.get()).to.include({ status: 'failed', status_reason: 'claimed', vouched: false });
    expectError(await send(owner.api, owner.name), 422, 'validation_error');
    // Its records are all there.
    expectError(await owner.api.post(`/domains/${owner.id}/verify`), 409, 'domain_conflict');
    app.clock.advance(HOUR_MS);
    await claims.checkDue();
    expect(await owner.get()).to.include({ status: 'failed', status_reason: 'claimed' });
    await owner.api.patch(`/domains/${owner.id}`).send({ tls: 'enforced' }).expect(200);
    expect(await owner.get()).to.include({ status: 'failed', status_reason: 'claimed' });
  });

  it('Leaves the former owner without a default domain if the name was that of its default domain.', async () => {
    await owner.api.patch(`/domains/${owner.id}`).send({ default: true }).expect(200);
    await complete();
    expect(await owner.get()).to.include({ default: false });
  });

  it("Cancels the former owner's scheduled email from the name, with an event for each recipient and a refund of the quota.", async () => {
    const other = await createDomain(app.pool, owner.accountId, { name: `other.${owner.name}` });
    const scheduled = await send(owner.api, owner.name, { scheduled_at: 'in 20 days' });
    const kept = await send(owner.api, other.name, { scheduled_at: 'in 20 days' });
    expect(await usedToday(owner.accountId)).to.equal(4);
    const announced = await owner.listen('email.canceled');
    await complete();
    await runJob(withdrawalWork, [owner.id], claims.deps());
    const body = await owner.read(`/emails/${scheduled.body.id}`);
    expect(body).to.include({ status: 'canceled', last_event: 'canceled' });
    const canceled = body.events.filter(({ type }: { type: string }) => type === 'canceled');
    expect(canceled.map(({ recipient }: { recipient: string }) => recipient)).to.deep.equal([
      'bo@customer.dev',
      'cy@customer.dev',
    ]);
    expect((await announced()).map(({ data }) => data['email_id'])).to.deep.equal([
      scheduled.body.id,
      scheduled.body.id,
    ]);
    expect(await usedToday(owner.accountId)).to.equal(2);
    expect((await owner.read(`/emails/${kept.body.id}`)).status).to.equal('pending');
  });

  it("Disables the former owner's automations of the name, and cancels their runs.", async () => {
    const other = await createDomain(app.pool, owner.accountId, { name: `auto.${owner.name}` });
    const own = owner.id;
    const { id: domainId } = other;
    const { accountId } = owner;
    const fields = { enabled: { domainId: own }, disabled: { domainId: own, status: 'disabled' } } as const;
    const enabled = await createAutomation(app.pool, accountId, fields.enabled);
    const disabled = await createAutomation(app.pool, accountId, fields.disabled);
    const kept = await createAutomation(app.pool, accountId, { domainId });
    await complete();
    const { rows } = await app.pool.query(
      `SELECT automations.id, automations.status, automations.epoch, domain_id, batch.type FROM automations
       LEFT JOIN automation_batch_work AS batch ON batch.automation_id = automations.id
       WHERE automations.account_id = $1 ORDER BY automations.id`,
      [accountId],
    );
    const stopped = { status: 'disabled', epoch: 1, domain_id: own, type: 'cancel' };
    expect(rows).to.deep.equal([
      { id: enabled.id, ...stopped },
      { id: disabled.id, ...stopped },
      { id: kept.id, status: 'enabled', epoch: 0, domain_id: domainId, type: null },
    ]);
  });

  it('Announces domain.updated to the former owner of a claimed name.', async () => {
    const announced = await owner.listen('domain.*');
    await complete();
    const [lost, ...others] = await announced();
    expect(others).to.deep.equal([]);
    expect(lost).to.have.property('type', 'domain.updated');
    expect(lost?.data).to.include({ id: owner.id, name: owner.name, status: 'failed' });
  });

  it('Refuses a name that was claimed to all other accounts with domain_conflict 409, also before its domain is verified.', async () => {
    const waiting = await createApiKey(app.pool);
    await createDomain(app.pool, waiting.accountId, { name: owner.name, status: 'pending' });
    await complete();
    expect((await claim.domain()).status).to.equal('not_started');
    const { token } = await createApiKey(app.pool);
    expectError(await app.as(token).post('/domains').send({ name: owner.name }), 409, 'domain_conflict');
    const { data } = (await app.as(waiting.token).get('/domains')).body;
    const verified = await app.as(waiting.token).post(`/domains/${data[0].id}/verify`);
    expectError(verified, 409, 'domain_conflict');
    // Parents and subdomains of others may exist next to it.
    const below = await app
      .as(token)
      .post('/domains')
      .send({ name: `below.${owner.name}` });
    expect(below.status).to.equal(201);
  });

  it('Lets the former owner claim the name back.', async () => {
    await complete();
    claim.withdraw();
    const { body } = await owner.api.post('/domains/claim').send({ name: owner.name });
    expect(body).to.include({ domain_id: owner.id, status: 'pending' });
    claims.dns().publish(owner.name, { type: 'TXT', value: body.record.value });
    await owner.api.post(`/domains/${owner.id}/claim/verify`);
    await claims.checkDue();
    expect((await owner.read(`/domains/${owner.id}/claim`)).status).to.equal('completed');
    expect(await claim.domain()).to.include({ status: 'failed', status_reason: 'claimed' });
    await owner.verify();
    await claims.checkDue();
    expect(await owner.get()).to.include({ status: 'verified', status_reason: null });
    expect((await send(owner.api, owner.name)).status).to.equal(200);
  });

  it("Emails the owners and admins of the owner's account once when a claim to its name is blocked.", async () => {
    const { accountId } = owner;
    await confirmAddress(app.pool, accountId, 'customer@customer.dev');
    for (const role of ['member', 'admin', 'owner'] as const)
      await createMember(app.pool, { accountId, role, email: `${role}@customer.dev` });
    await claim.prove();
    await claim.check();
    for (let run = 0; run < 2; run += 1) await notifyOfBlockedClaims(claims.deps());
    const { rows } = await app.pool.query(
      `SELECT from_address, to_addresses, subject, text FROM emails
       JOIN email_contents ON email_contents.id = content_id WHERE emails.account_id = $1`,
      [operator.id],
    );
    const [{ text, ...notice }, ...others] = rows;
    expect(others).to.deep.equal([]);
    expect(notice).to.deep.equal({
      from_address: `Posthorn <notices@${operator.domain}>`,
      to_addresses: ['owner@customer.dev', 'admin@customer.dev'],
      subject: `Another account claims your domain ${owner.name}`,
    });
    const { blocked_until } = await claim.get();
    for (const part of [owner.name, owner.id, claim.id, claim.proof, blocked_until])
      expect(text).to.contain(part);
    expect(text).not.to.contain(claim.accountId);
  });
});
