// POST /emails from an account without production access (docs/reference/limits.md#sandbox).
import { expect } from 'chai';
import { VERBS } from '../../../../ops/verbs.ts';
import { confirmAddress } from '../../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { setProductionAccess } from '../../../../shared/resources/foundation/accounts/update.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createSuppression } from '../../../support/factories/factories.ts';
import { createMember } from '../../../support/factories/people-factories.ts';
import { sendPending } from '../pending-email.ts';
import { createSender, useSender } from '../sender.ts';

describe('POST /emails in the sandbox', () => {
  const app = useApp();
  const sender = useSender(app, { productionAccess: false });
  beforeEach(() => confirmAddress(app.pool, sender.accountId, 'bo@customer.dev'));

  it('Accepts an email from the sandbox to a confirmed address.', async () => {
    expect((await sender.send({ to: 'Bo <Bo@customer.dev>' })).status).to.equal(200);
  });

  it('Accepts an email from the sandbox to the address of a member who joined the account with the proven address.', async () => {
    const { accountId } = sender;
    const { email, personId } = await createMember(app.pool, {
      accountId,
      role: 'viewer',
      confirmedAt: null,
    });
    const { email: stranger } = await createMember(app.pool);
    await sender.refused({ to: email });
    await app.pool.query('UPDATE people SET confirmed_at = now() WHERE id = $1', [personId]);
    expect((await sender.send({ to: ['bo@customer.dev', email.toUpperCase()] })).status).to.equal(200);
    await sender.refused({ to: stranger });
    await app.pool.query('DELETE FROM members WHERE person_id = $1', [personId]);
    await sender.refused({ to: email });
  });

  it('Accepts an email from the sandbox to the simulator.', async () => {
    expect((await sender.send({ to: 'delivered@simulator.test' })).status).to.equal(200);
  });

  it('Rejects an email from the sandbox to any other address with validation_error 422 and names the address.', async () => {
    for (const field of ['to', 'cc', 'bcc'])
      expect(await sender.refused({ [field]: ['bo@customer.dev', 'cy@customer.dev'] })).to.include(
        'cy@customer.dev',
      );
  });

  it("Names the operators' commands that confirm the address or grant production access when it rejects an email from the sandbox.", async () => {
    // An address may contain what a shell would run, so the command does not contain the address.
    const message = await sender.refused({ to: '`id`@customer.dev' });
    expect(message).to.include(', and `id`@customer.dev is not confirmed.');
    const commands = [...message.matchAll(/`npm run ops -- (\S+) ([^`]*)`/g)].map(([, ...words]) => words);
    expect(commands).to.deep.equal([
      ['confirm-address', '<account> <address>'],
      ['grant-production-access', '<account>'],
    ]);
    for (const [verb = '', words] of commands)
      expect(words).to.equal(VERBS[verb]?.parameters.map((parameter) => `<${parameter}>`).join(' '));
  });

  it('Ignores recipients that are dropped when it checks an email from the sandbox.', async () => {
    await createSuppression(app.pool, sender.accountId, 'dee@customer.dev');
    const to = ['bo@customer.dev', 'dee@customer.dev', 'x@example.com'];
    expect((await sender.send({ to })).status).to.equal(200);
  });

  it('Accepts 100 recipients per UTC day from an account in the sandbox and rejects more with validation_error 422.', async () => {
    const answers = await Promise.all(Array.from({ length: 110 }, () => sender.send()));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(100);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused && expectError(refused, 422, 'validation_error'))
      .to.include('100 recipients per day')
      .and.include('100 are used, and this request needs 1,')
      .and.include('npm run ops -- grant-production-access <account>');
    expect(await sender.count('emails')).to.equal(100);
    app.clock.advance(24 * 60 * 60_000);
    expect((await sender.send()).status).to.equal(200);
  });

  it('Returns the recipients of a canceled email to the daily limit of the sandbox.', async () => {
    const to = Array.from({ length: 50 }, (_, index) => `delivered+${index}@simulator.test`);
    expect((await sender.send({ to, cc: to.slice(0, 1) })).status).to.equal(200);
    await sender.api.post(`/emails/${await sendPending(sender)}/cancel`);
    expect((await sender.send({ to })).status).to.equal(200);
    await sender.refused({});
  });

  it('Lets an account send to any address as long as it has production access.', async () => {
    await setProductionAccess(app.pool, sender.accountId, true);
    expect((await sender.send({ to: 'cy@customer.dev' })).status).to.equal(200);
    await setProductionAccess(app.pool, sender.accountId, false);
    await sender.refused({ to: 'cy@customer.dev' });
  });

  it('Rejects only the emails of accounts in the sandbox when others arrive at the same time.', async () => {
    const other = await createSender(app);
    const [own, others] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => sender.send({ to: 'cy@customer.dev' }))),
      Promise.all(Array.from({ length: 20 }, () => other.send({ to: 'cy@customer.dev' }))),
    ]);
    expect(own.every(({ status }) => status === 422)).to.equal(true);
    expect(others.every(({ status }) => status === 200)).to.equal(true);
  });

  describe('Names the first fault of a request in a fixed order: headers, rate limit, body, Idempotency-Key, fields, account, service.', () => {
    it('a From domain that cannot send before an unconfirmed address', async () => {
      const message = await sender.refused({ from: 'ana@elsewhere.dev', to: 'cy@customer.dev' });
      expect(message).to.include('elsewhere.dev');
    });

    it('an unconfirmed address before an exceeded quota', async () => {
      const { accountId, refused } = await createSender(app, { productionAccess: false, planId: 'free' });
      await app.pool.query(
        "INSERT INTO email_usage VALUES ($1, 'month', date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC'), 3000)",
        [accountId, app.clock.now()],
      );
      expect(await refused({ to: 'cy@customer.dev' })).to.include('cy@customer.dev');
      await refused({ to: 'delivered@simulator.test' }, 'monthly_quota_exceeded');
    });
  });
});
