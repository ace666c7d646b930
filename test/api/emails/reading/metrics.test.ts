// GET /emails/metrics: counts and rates of emails over a time range, by period, domain, email and campaign
// (docs/reference/email-metrics.md).
import { expect } from 'chai';
import { EMAIL_COUNTS, EMAIL_RATES } from '../../../../shared/contract/emails/values.ts';
import {
  type AttemptResult,
  recordOutcomes,
} from '../../../../shared/resources/messaging/emails/delivery/record.ts';
import {
  claimEmail,
  createClaimedEmail,
  outcomeOf,
} from '../../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import {
  createCampaign,
  createCampaignEmail,
  type MadeCampaign,
} from '../../../support/factories/campaign-factories.ts';
import { createDomain } from '../../../support/factories/factories.ts';
import { createSender, useSender } from '../sender.ts';

const HOUR_MS = 3_600_000;

describe('GET /emails/metrics', () => {
  const app = useApp();
  const sender = useSender(app);

  /** Creates an email to one recipient and records this result of its attempt. */
  async function sent(
    result: AttemptResult,
    at: string,
    domainId = sender.domain.id,
    accountId = sender.accountId,
  ) {
    const email = await createClaimedEmail(app.pool, accountId, { domainId });
    const nextAttemptAt = result === 'delayed' ? new Date(Date.parse(at) + HOUR_MS) : null;
    await recordOutcomes(app.deps, [outcomeOf(email, { result, at: new Date(at), nextAttemptAt })]);
    return email.id;
  }
  /** The same, for mail of a campaign. */
  async function sentBy(
    campaign: MadeCampaign,
    result: AttemptResult,
    at: string,
    domainId = sender.domain.id,
  ) {
    const email = await createCampaignEmail(app.pool, campaign, { domainId });
    const token = await claimEmail(app.pool, email);
    await recordOutcomes(app.deps, [outcomeOf({ ...email, token }, { result, at: new Date(at) })]);
  }
  const ask = (query: Record<string, string>) => sender.api.get('/emails/metrics').query(query);
  const answerTo = async (query: Record<string, string>) => {
    const { status, body } = await ask(query);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const periodsOf = async (query: Record<string, string>) =>
    (await answerTo({ ...query, dimensions: 'period' })).data.map(({ period }: { period: string }) => period);
  const DAYS = { start_date: '2026-11-17', end_date: '2026-11-19', timezone: 'UTC' };

  it('Counts every metric over the last six days when the request has no parameters.', async () => {
    const now = app.clock.now();
    const anHourAgo = new Date(now.getTime() - HOUR_MS).toISOString();
    for (const result of ['sent', 'delivered', 'complained', 'delayed'] as const)
      await sent(result, anHourAgo);
    for (const result of ['bounced', 'failed', 'suppressed'] as const) await sent(result, anHourAgo);
    await sent('delivered', new Date(now.getTime() - 6 * 24 * HOUR_MS - HOUR_MS).toISOString());
    const body = await answerTo({});
    expect(body).to.include({ object: 'metrics', granularity: 'daily', end_date: now.toISOString() });
    expect(body.start_date).to.equal(new Date(now.getTime() - 6 * 24 * HOUR_MS).toISOString());
    expect(body.metrics).to.deep.equal([...EMAIL_COUNTS, ...EMAIL_RATES]);
    expect([body.dimensions, body.data]).to.deep.equal([[], []]);
    const { totals } = body;
    const none = Object.fromEntries([...EMAIL_COUNTS, ...EMAIL_RATES].map((metric) => [metric, 0]));
    expect(Object.keys(none)).to.have.length(25);
    expect(totals).to.deep.equal({
      ...none,
      attempted: 5,
      sent: 3,
      delivered: 2,
      delivery_delayed: 1,
      bounced: 1,
      bounced_permanent: 1,
      complained: 1,
      suppressed: 1,
      failed: 1,
      delivery_rate: 0.4,
      bounce_rate: 0.2,
      complaint_rate: 0.5,
    });
  });

  it('Divides delivered and bounced recipients by all that were sent to, bounced or failed: one bounced email alone has a bounce_rate of 1.', async () => {
    const rates = async () => (await answerTo({ ...DAYS, metrics: 'sent,delivery_rate,bounce_rate' })).totals;
    await sent('bounced', '2026-11-18T10:00:00Z');
    expect(await rates()).to.deep.equal({ sent: 0, delivery_rate: 0, bounce_rate: 1 });
    for (const result of ['delivered', 'complained', 'sent', 'failed'] as const)
      await sent(result, '2026-11-18T10:00:00Z');
    expect(await rates()).to.deep.equal({ sent: 3, delivery_rate: 0.4, bounce_rate: 0.2 });
  });

  it('Leaves suppressed and delayed recipients out of every rate, and answers 0 for a rate with nothing to divide by.', async () => {
    const rates = async () => (await answerTo({ ...DAYS, metrics: EMAIL_RATES.join() })).totals;
    const none = Object.fromEntries(EMAIL_RATES.map((rate) => [rate, 0]));
    for (const result of ['suppressed', 'delayed'] as const) await sent(result, '2026-11-18T10:00:00Z');
    expect(await rates()).to.deep.equal(none);
    await sent('delivered', '2026-11-18T10:00:00Z');
    expect(await rates()).to.deep.equal({ ...none, delivery_rate: 1 });
  });

  it('Counts recipients that are dropped when an email is accepted, in the same moment.', async () => {
    await sender.sent({ to: ['bo@customer.dev', 'x@example.com'], cc: 'y@example.org' });
    const { totals } = await answerTo({ metrics: 'suppressed,sent,delivery_rate' });
    expect(totals).to.deep.equal({ suppressed: 2, sent: 0, delivery_rate: 0 });
  });

  it('Answers a row for each period of the time zone with dimensions=period, also for periods without counts.', async () => {
    expect(
      await periodsOf({ start_date: '2026-11-20', end_date: '2026-11-20', granularity: 'hourly' }),
    ).to.have.length(24);
    expect(
      await periodsOf({ start_date: '2026-11-17', end_date: '2026-11-23', granularity: 'weekly' }),
    ).to.deep.equal(['2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z']);
    expect(
      await periodsOf({ start_date: '2026-10-31', end_date: '2026-11-01', granularity: 'monthly' }),
    ).to.deep.equal(['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z']);
    await sent('delivered', '2026-11-16T23:30:00Z');
    await sent('delivered', '2026-11-17T22:59:59Z');
    await sent('delivered', '2026-11-17T23:00:00Z');
    const query = { start_date: '2026-11-17', end_date: '2026-11-19', timezone: 'Europe/Berlin' };
    const asked = { ...query, dimensions: 'period', metrics: 'sent' };
    const { data, start_date, end_date } = await answerTo(asked);
    expect([start_date, end_date]).to.deep.equal(['2026-11-16T23:00:00.000Z', '2026-11-19T23:00:00.000Z']);
    expect(data).to.deep.equal([
      { period: '2026-11-16T23:00:00.000Z', sent: 2 },
      { period: '2026-11-17T23:00:00.000Z', sent: 1 },
      { period: '2026-11-18T23:00:00.000Z', sent: 0 },
    ]);
  });

  it('Answers a row for each domain with its id and name, the name being null after the domain was deleted.', async () => {
    const { domain } = sender;
    const other = await createDomain(app.pool, sender.accountId);
    await sent('delivered', '2026-11-18T10:00:00Z');
    await sent('failed', '2026-11-18T10:00:00Z', other.id);
    await app.pool.query('DELETE FROM domains WHERE id = $1', [other.id]);
    const { data, totals } = await answerTo({ ...DAYS, dimensions: 'domain', metrics: 'sent,failed' });
    expect(data).to.have.deep.members([
      { domain_id: domain.id, domain_name: domain.name, sent: 1, failed: 0 },
      { domain_id: other.id, domain_name: null, sent: 0, failed: 1 },
    ]);
    expect(totals).to.deep.equal({ sent: 1, failed: 1 });
    const filtered = await answerTo({ ...DAYS, domain_id: other.id, metrics: 'sent,failed' });
    expect(filtered.totals).to.deep.equal({ sent: 0, failed: 1 });
  });

  it('Answers a row for each email in email_id with dimensions=email.', async () => {
    const first = await sent('delivered', '2026-11-18T10:00:00Z');
    const second = await sent('bounced', '2026-11-18T11:00:00Z');
    await sent('delivered', '2026-11-18T10:00:00Z');
    const { data, totals } = await answerTo({
      ...DAYS,
      dimensions: 'period,email',
      email_id: `${first},${second}`,
      metrics: 'sent,bounced_permanent',
    });
    const period = '2026-11-18T00:00:00.000Z';
    expect(data).to.have.deep.members([
      { period, email_id: first, sent: 1, bounced_permanent: 0 },
      { period, email_id: second, sent: 0, bounced_permanent: 1 },
    ]);
    expect(totals).to.deep.equal({ sent: 1, bounced_permanent: 1 });
  });

  it('Answers a row for each campaign with its id and name with dimensions=broadcast, and counts only mail of campaigns then.', async () => {
    const { accountId, domain } = sender;
    const news = await createCampaign(app.pool, accountId, { name: 'News' });
    const tips = await createCampaign(app.pool, accountId, { name: 'Tips' });
    await sent('delivered', '2026-11-18T10:00:00Z');
    for (const result of ['delivered', 'bounced'] as const)
      await sentBy(news, result, '2026-11-18T10:00:00Z');
    await sentBy(news, 'delivered', '2026-11-19T10:00:00Z');
    await sentBy(tips, 'sent', '2026-11-18T10:00:00Z');
    await sentBy(tips, 'canceled', '2026-11-17T10:00:00Z');
    const metrics = 'sent,bounced_permanent,delivery_rate';
    const { data, totals } = await answerTo({ ...DAYS, dimensions: 'period,broadcast', metrics });
    const second = '2026-11-18T00:00:00.000Z';
    const third = '2026-11-19T00:00:00.000Z';
    const ofNews = { broadcast_id: news.id, broadcast_name: 'News' };
    const ofTips = { broadcast_id: tips.id, broadcast_name: 'Tips' };
    expect(data).to.have.deep.members([
      { period: second, ...ofNews, sent: 1, bounced_permanent: 1, delivery_rate: 0.5 },
      { period: third, ...ofNews, sent: 1, bounced_permanent: 0, delivery_rate: 1 },
      { period: second, ...ofTips, sent: 1, bounced_permanent: 0, delivery_rate: 0 },
    ]);
    expect(totals).to.deep.equal({ sent: 3, bounced_permanent: 1, delivery_rate: 0.5 });
    const filtered = { ...DAYS, metrics, broadcast_id: tips.id, domain_id: domain.id };
    expect((await answerTo(filtered)).totals).to.include({ sent: 1, bounced_permanent: 0 });
    expect((await answerTo({ ...DAYS, metrics })).totals).to.include({ sent: 4 });
  });

  it('Counts nothing of other accounts, whatever ids the request names.', async () => {
    const { accountId, domain } = await createSender(app);
    const id = await sent('delivered', '2026-11-18T10:00:00Z', domain.id, accountId);
    const campaign = await createCampaign(app.pool, accountId);
    await sentBy(campaign, 'delivered', '2026-11-18T10:00:00Z', domain.id);
    const ofCampaign = [{ broadcast_id: campaign.id }, { dimensions: 'broadcast' }];
    for (const query of [{}, { domain_id: domain.id }, { email_id: id }, ...ofCampaign]) {
      expect((await answerTo({ ...DAYS, ...query, metrics: 'sent' })).totals).to.deep.equal({ sent: 0 });
    }
  });

  it('Rejects a parameter that it cannot read or that is out of range with validation_error 422.', async () => {
    for (const [field, value, problem] of [
      ['start_date', 'soon', 'must be an ISO 8601 date or time'],
      ['end_date', '2026-13-01', 'must be an ISO 8601 date or time'],
      ['start_date', '2026-11-21', 'must be before'],
      ['start_date', '2025-11-19', 'at most 366 days'],
      ['timezone', 'Mars/Olympus', 'IANA'],
      ['granularity', 'yearly', 'must be one of'],
      ['metrics', 'sent,joy', 'joy is not one of them'],
      ['dimensions', 'period,moon', 'moon is not one of them'],
      ['dimensions', 'email', '`email_id`'],
      ['domain_id', 'acme.dev', 'list of ids'],
      ['email_id', 'x', 'list of ids'],
      ['broadcast_id', 'x', 'list of ids'],
      ['domain_id', Array(101).fill(0).map(newId).join(), 'at most 100 ids'],
      ['email_id', Array(101).fill(0).map(newId).join(), 'at most 100 ids'],
    ] as const) {
      const answer = await ask({ end_date: '2026-11-20', [field]: value });
      expect(expectError(answer, 422, 'validation_error'), `${field}=${value}`).to.include(problem);
    }
    // Neither a range of 366 days nor a list of 100 ids.
    const ids = Array(100).fill(0).map(newId).join();
    await answerTo({ start_date: '2025-11-20', end_date: '2026-11-20', domain_id: ids, email_id: ids });
  });

  it('Rejects email_id together with broadcast_id or dimensions=broadcast with validation_error 422.', async () => {
    const id = newId(0, 1);
    for (const query of [{ broadcast_id: id }, { dimensions: 'broadcast' }])
      expect(expectError(await ask({ email_id: id, ...query }), 422, 'validation_error')).to.include(
        'email_id',
      );
  });

  it('Rejects a range of more than 31 days by hours with validation_error 422.', async () => {
    const answer = await ask({ start_date: '2026-10-01', end_date: '2026-11-01', granularity: 'hourly' });
    expect(expectError(answer, 422, 'validation_error')).to.include('at most 31 days');
    await answerTo({ start_date: '2026-10-01', end_date: '2026-10-31', granularity: 'hourly' });
  });
});

function newId(_: number, index: number): string {
  return `01936d3e-5b7a-7c3d-9f21-${String(index).padStart(12, '0')}`;
}
