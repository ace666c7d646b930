// Quotas of sends (interface.md, Limits; decisions.md §2, Quota): whole requests, exact at the edge, UTC days and
// calendar months.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createAccount, createSuppression } from '../../support/factories.ts';
import { createSender, type Sender } from './sender.ts';

const DAY_MS = 24 * 3_600_000;

describe('The quota of an account', () => {
  const app = useApp();
  let sender: Sender;
  /** `free`: 100 a day, 3,000 a month. */
  async function senderOf(planId: 'free' | 'pro'): Promise<Sender> {
    const { id: accountId } = await createAccount(app.pool, { planId });
    return await createSender(app, { key: { accountId } });
  }
  const used = (period: 'day' | 'month', units: number) =>
    app.pool.query(
      `INSERT INTO email_usage VALUES ($1, $2, date_trunc($2, $3::timestamptz AT TIME ZONE 'UTC'), $4)`,
      [sender.accountId, period, app.clock.now(), units],
    );
  const stored = async () =>
    (await app.pool.query('SELECT FROM emails WHERE account_id = $1', [sender.accountId])).rowCount;
  beforeEach(async () => {
    sender = await senderOf('free');
  });

  it('is charged one unit per recipient, whoever it is named by, and told on every answer', async () => {
    const { headers } = await sender.send({
      to: ['bo@customer.dev', 'cy@customer.dev'],
      cc: ['BO@customer.dev'],
      bcc: 'dee@customer.dev',
    });
    expect(headers).to.include({ 'x-service-daily-quota': '3', 'x-service-monthly-quota': '3' });
  });

  it('charges the simulator, and nobody who is dropped as suppressed', async () => {
    await createSuppression(app.pool, sender.accountId, 'dee@customer.dev');
    const { headers } = await sender.send({
      to: ['delivered@simulator.test', 'dee@customer.dev', 'x@example.com'],
    });
    expect(headers['x-service-daily-quota']).to.equal('1');
  });

  it('is told on refusals too, which charge nothing', async () => {
    await sender.send();
    const refused = await sender.send({ to: 'bo@' });
    expectError(refused, 422, 'invalid_to_address');
    expect(refused.headers).to.include({ 'x-service-daily-quota': '1', 'x-service-monthly-quota': '1' });
  });

  it('tells the daily quota only to accounts with a daily cap', async () => {
    sender = await senderOf('pro');
    const { headers } = await sender.send();
    expect(headers).to.include({ 'x-service-monthly-quota': '1' });
    expect(headers).not.to.have.property('x-service-daily-quota');
  });

  it('rejects a request that would pass it whole with daily_quota_exceeded 429, not queued or partially sent', async () => {
    await used('day', 99);
    const answer = await sender.send({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    expectError(answer, 429, 'daily_quota_exceeded');
    expect(answer.headers['x-service-daily-quota']).to.equal('99');
    expect(await stored()).to.equal(0);
    expect((await sender.send()).status).to.equal(200);
  });

  it('rejects what would pass the month with monthly_quota_exceeded 429, also when the day is used up', async () => {
    await used('month', 3_000);
    await used('day', 100);
    expectError(await sender.send(), 429, 'monthly_quota_exceeded');
  });

  it('is exact at the edge under 200 concurrent senders', async () => {
    await used('day', 30);
    const answers = await Promise.all(Array.from({ length: 200 }, () => sender.send()));
    const sent = answers.filter(({ status }) => status === 200);
    expect(sent).to.have.length(70);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectError(answer, 429, 'daily_quota_exceeded');
    expect(await stored()).to.equal(70);
    const { rows } = await app.pool.query(
      'SELECT used FROM email_usage WHERE account_id = $1 ORDER BY period',
      [sender.accountId],
    );
    expect(rows).to.deep.equal([{ used: 100 }, { used: 70 }]);
  });

  it('begins anew on each UTC day, and with each calendar month', async () => {
    await used('day', 100);
    expectError(await sender.send(), 429, 'daily_quota_exceeded');
    app.clock.advance(DAY_MS);
    expect((await sender.send()).headers['x-service-daily-quota']).to.equal('1');
  });

  it('of another account is not its own', async () => {
    await used('day', 100);
    const other = await senderOf('free');
    expect((await other.send()).headers['x-service-daily-quota']).to.equal('1');
  });

  it('that somebody else holds delays nobody else', async () => {
    await sender.send();
    const blocker = await app.pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM email_usage WHERE account_id = $1 FOR UPDATE', [sender.accountId]);
      const locked = sender.send().then((answer) => answer);
      const other = await senderOf('free');
      expect((await other.send()).status).to.equal(200);
      await blocker.query('ROLLBACK');
      expect((await locked).status).to.equal(200);
    } finally {
      blocker.release();
    }
  });
});
