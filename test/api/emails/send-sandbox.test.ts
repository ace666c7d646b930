// POST /emails by an account without production access (interface.md, Authentication 9; decisions.md §11).
import { expect } from 'chai';
import { confirmAddress } from '../../../shared/resources/accounts/confirmed-addresses.ts';
import { setProductionAccess } from '../../../shared/resources/accounts/update.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createAccount, createSuppression } from '../../support/factories.ts';
import { createSender, type Sender } from './sender.ts';

describe('POST /emails in the sandbox', () => {
  const app = useApp();
  let sender: Sender;
  beforeEach(async () => {
    const { id: accountId } = await createAccount(app.pool, { productionAccess: false });
    sender = await createSender(app, { key: { accountId } });
    await confirmAddress(app.pool, accountId, 'bo@customer.dev');
  });
  const stored = async () =>
    (await app.pool.query('SELECT FROM emails WHERE account_id = $1', [sender.accountId])).rowCount;

  it('accepts an email to a confirmed address', async () => {
    expect((await sender.send({ to: 'Bo <Bo@customer.dev>' })).status).to.equal(200);
  });

  it('accepts an email to the simulator', async () => {
    expect((await sender.send({ to: 'delivered@simulator.test' })).status).to.equal(200);
  });

  for (const field of ['to', 'cc', 'bcc']) {
    it(`rejects an email with another address in ${field} with validation_error 422, and stores nothing`, async () => {
      const answer = await sender.send({ [field]: ['bo@customer.dev', 'cy@customer.dev'] });
      expect(expectError(answer, 422, 'validation_error')).to.include('cy@customer.dev');
      expect(await stored()).to.equal(0);
    });
  }

  it('does not ask for recipients that are dropped anyway', async () => {
    await createSuppression(app.pool, sender.accountId, 'dee@customer.dev');
    const to = ['bo@customer.dev', 'dee@customer.dev', 'x@example.com'];
    expect((await sender.send({ to })).status).to.equal(200);
  });

  it('says first what else is wrong with the email', async () => {
    const answer = await sender.send({ from: 'ana@elsewhere.dev', to: 'cy@customer.dev' });
    expect(expectError(answer, 422, 'validation_error')).to.include('elsewhere.dev');
  });

  it('accepts exactly 100 recipients a day, and again the next day', async () => {
    const answers = await Promise.all(Array.from({ length: 110 }, () => sender.send()));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(100);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused && expectError(refused, 422, 'validation_error')).to.include('100 recipients per day');
    expect(await stored()).to.equal(100);
    app.clock.advance(24 * 60 * 60_000);
    expect((await sender.send()).status).to.equal(200);
  });

  it('gives back the share of an email that is canceled', async () => {
    const to = Array.from({ length: 50 }, (_, index) => `delivered+${index}@simulator.test`);
    expect((await sender.send({ to, cc: to.slice(0, 1) })).status).to.equal(200);
    const scheduled = await sender.send({ to: 'bo@customer.dev', scheduled_at: 'in 1 hour' });
    await app.as(sender.token).post(`/emails/${scheduled.body.id}/cancel`);
    expect((await sender.send({ to })).status).to.equal(200);
    expectError(await sender.send(), 422, 'validation_error');
  });

  it('names a stranger before a quota that is used up', async () => {
    const { id: accountId } = await createAccount(app.pool, { productionAccess: false, planId: 'free' });
    const own = await createSender(app, { key: { accountId } });
    await app.pool.query(
      "INSERT INTO email_usage VALUES ($1, 'month', date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC'), 3000)",
      [accountId, app.clock.now()],
    );
    const answer = await own.send({ to: 'cy@customer.dev' });
    expect(expectError(answer, 422, 'validation_error')).to.include('cy@customer.dev');
    expectError(await own.send({ to: 'delivered@simulator.test' }), 429, 'monthly_quota_exceeded');
  });

  it('ends with production access, and begins again without', async () => {
    await setProductionAccess(app.pool, sender.accountId, true);
    expect((await sender.send({ to: 'cy@customer.dev' })).status).to.equal(200);
    await setProductionAccess(app.pool, sender.accountId, false);
    expectError(await sender.send({ to: 'cy@customer.dev' }), 422, 'validation_error');
  });

  it('keeps nobody else from sending, also when both arrive together', async () => {
    const other = await createSender(app);
    const [own, others] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => sender.send({ to: 'cy@customer.dev' }))),
      Promise.all(Array.from({ length: 20 }, () => other.send({ to: 'cy@customer.dev' }))),
    ]);
    expect(own.every(({ status }) => status === 422)).to.equal(true);
    expect(others.every(({ status }) => status === 200)).to.equal(true);
  });
});
