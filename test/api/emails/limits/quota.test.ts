// Daily and monthly quotas of sends: whole requests, exact at the limit under concurrency, UTC days and calendar months
// (docs/reference/limits.md#quotas).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createSender, useSender } from '../sender.ts';

const DAY_MS = 24 * 3_600_000;

describe('The quota of an account', () => {
  const app = useApp();
  /** 100 a day, 3,000 a month. */
  const FREE = { planId: 'free' } as const;
  const sender = useSender(app, FREE);
  const used = (period: 'day' | 'month', units: number) =>
    app.pool.query(
      `INSERT INTO email_usage VALUES ($1, $2, date_trunc($2, $3::timestamptz AT TIME ZONE 'UTC'), $4)`,
      [sender.accountId, period, app.clock.now(), units],
    );
  const stored = () => sender.count('emails');

  it('Charges one unit per different recipient in the transaction that stores the email.', async () => {
    const { body } = await sender.send({
      to: ['bo@customer.dev', 'cy@customer.dev'],
      cc: ['BO@customer.dev'],
      bcc: 'dee@customer.dev',
    });
    const { rows } = await app.pool.query(
      `SELECT used, usage.xmin = emails.xmin AS together FROM email_usage AS usage JOIN emails USING (account_id)
       WHERE emails.id = $1`,
      [body.id],
    );
    expect(rows).to.deep.equal([
      { used: 3, together: true },
      { used: 3, together: true },
    ]);
  });

  it('Sends the quota headers also with a repeated send and with a send that is rejected for its Idempotency-Key, its fields or its account.', async () => {
    const send = (changes = {}) => sender.send(changes).set('Idempotency-Key', 'a');
    await send();
    const quotaHeaders = { 'x-service-daily-quota': '1', 'x-service-monthly-quota': '1' };
    const replayed = await send();
    expect(replayed.headers).to.include({ ...quotaHeaders, 'idempotent-replayed': 'true' });
    for (const [refused, status, name] of [
      [await send({ subject: 'Other' }), 409, 'invalid_idempotent_request'],
      [await sender.send().set('Idempotency-Key', ''), 400, 'invalid_idempotency_key'],
      [await sender.send({ to: 'bo@' }), 422, 'invalid_to_address'],
      [await sender.send({ from: 'ana@elsewhere.dev' }), 422, 'validation_error'],
    ] as const) {
      expectError(refused, status, name);
      expect(refused.headers).to.include(quotaHeaders);
    }
  });

  it('Answers the units used in x-service-monthly-quota, and in x-service-daily-quota if the plan has a daily limit.', async () => {
    expect((await sender.send()).headers).to.include({
      'x-service-daily-quota': '1',
      'x-service-monthly-quota': '1',
    });
    const { headers } = await (await createSender(app, { planId: 'pro' })).send();
    expect(headers).to.include({ 'x-service-monthly-quota': '1' });
    expect(headers).not.to.have.property('x-service-daily-quota');
  });

  it('Rejects a send that exceeds the daily quota with daily_quota_exceeded 429, and stores nothing of it.', async () => {
    await used('day', 99);
    const answer = await sender.send({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    expectError(answer, 429, 'daily_quota_exceeded');
    expect(answer.headers['x-service-daily-quota']).to.equal('99');
    expect(await stored()).to.equal(0);
    expect((await sender.send()).status).to.equal(200);
  });

  it('Rejects a send that exceeds the monthly quota with monthly_quota_exceeded 429, also if it exceeds both.', async () => {
    await used('month', 2_999);
    expectError(await sender.send({ cc: 'cy@customer.dev' }), 429, 'monthly_quota_exceeded');
    expect(await stored()).to.equal(0);
    expect((await sender.send()).status).to.equal(200);
    // Also when the daily quota is used up: waiting until tomorrow would not help.
    await app.pool.query("UPDATE email_usage SET used = 100 WHERE account_id = $1 AND period = 'day'", [
      sender.accountId,
    ]);
    expectError(await sender.send(), 429, 'monthly_quota_exceeded');
  });

  it('Says how much of the quota is used, how much the request needs and when the count begins again, when it rejects a send for its quota.', async () => {
    const start = app.clock.now();
    const to = ['bo@customer.dev', 'cy@customer.dev'];
    try {
      app.clock.set(new Date('2026-12-31T23:59:59.999Z'));
      await used('month', 2_998);
      await used('day', 99);
      expect(expectError(await sender.send({ to }), 429, 'daily_quota_exceeded')).to.equal(
        'This request would exceed the daily quota of 100 emails. Nothing was sent. 99 are used, and this request needs 2, one per recipient. The quota resets at 2027-01-01T00:00:00.000Z.',
      );
      expect(
        expectError(await sender.send({ to, cc: 'di@customer.dev' }), 429, 'monthly_quota_exceeded'),
      ).to.equal(
        'This request would exceed the monthly quota of 3000 emails. Nothing was sent. 2998 are used, and this request needs 3, one per recipient. The quota resets at 2027-01-01T00:00:00.000Z.',
      );
    } finally {
      app.clock.set(start);
    }
  });

  it('Accepts exactly as many recipients as the quota allows when many sends arrive at the same time.', async () => {
    await used('day', 30);
    const answers = await Promise.all(Array.from({ length: 200 }, () => sender.send()));
    const sent = answers.filter(({ status }) => status === 200);
    expect(sent).to.have.length(70);
    // Whether the usage was read or counted by the charge, an email that did not fit found all units used.
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(expectError(answer, 429, 'daily_quota_exceeded')).to.include(
        '100 are used, and this request needs 1,',
      );
    expect(await stored()).to.equal(70);
    const { rows } = await app.pool.query(
      'SELECT used FROM email_usage WHERE account_id = $1 ORDER BY period',
      [sender.accountId],
    );
    expect(rows).to.deep.equal([{ used: 100 }, { used: 70 }]);
  });

  it('Counts the daily quota by UTC days and the monthly quota by calendar months in UTC.', async () => {
    const start = app.clock.now();
    const usage = async () => {
      const { rows } = await app.pool.query(
        `SELECT period || ' ' || starts_on AS counter, used FROM email_usage WHERE account_id = $1
         ORDER BY starts_on, period`,
        [sender.accountId],
      );
      return rows.map(({ counter, used }) => `${counter}: ${used}`);
    };
    const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1));
    const next = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
    const afterNext = (milliseconds: number) => new Date(next.getTime() + milliseconds);
    const dayOf = (at: Date) => at.toISOString().slice(0, 10);
    try {
      app.clock.set(afterNext(-1));
      await sender.send();
      app.clock.set(next);
      expect((await sender.send()).headers['x-service-daily-quota']).to.equal('1');
      await app.pool.query(
        "UPDATE email_usage SET used = 100 WHERE account_id = $1 AND starts_on = $2 AND period = 'day'",
        [sender.accountId, dayOf(next)],
      );
      for (const milliseconds of [0, DAY_MS - 1]) {
        app.clock.set(afterNext(milliseconds));
        expectError(await sender.send(), 429, 'daily_quota_exceeded');
      }
      app.clock.set(afterNext(DAY_MS));
      expect((await sender.send()).headers['x-service-daily-quota']).to.equal('1');
      expect(await usage()).to.deep.equal([
        `month ${dayOf(month)}: 1`,
        `day ${dayOf(afterNext(-1))}: 1`,
        `day ${dayOf(next)}: 100`,
        `month ${dayOf(next)}: 2`,
        `day ${dayOf(afterNext(DAY_MS))}: 1`,
      ]);
    } finally {
      app.clock.set(start);
    }
  });

  it('Counts the quota of each account separately.', async () => {
    await used('day', 100);
    const other = await createSender(app, FREE);
    expect((await other.send()).headers['x-service-daily-quota']).to.equal('1');
  });

  it('Delays no other account while the counters of one account are locked.', async () => {
    await sender.send();
    const blocker = await app.pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM email_usage WHERE account_id = $1 FOR UPDATE', [sender.accountId]);
      const locked = sender.send().then((answer) => answer);
      const other = await createSender(app, FREE);
      expect((await other.send()).status).to.equal(200);
      await blocker.query('ROLLBACK');
      expect((await locked).status).to.equal(200);
    } finally {
      blocker.release();
    }
  });
});
