// GET /usage (docs/reference/usage.md).
import { expect } from 'chai';
import { ROLES } from '../../../shared/contract/members/values.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createContact, createSegment } from '../../support/factories/contact-factories.ts';
import { type AccountFields, createApiKey, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createSender } from '../emails/sender.ts';

const NOW = new Date('2026-11-20T12:34:56.789Z');
const DAY_END = '2026-11-21T00:00:00.000Z';
const MONTH_END = '2026-12-01T00:00:00.000Z';

describe('GET /usage', () => {
  const app = useApp({ config: { rateLimitPerMinute: 0 } });
  beforeEach(() => app.clock.set(NOW));
  const createReader = async (fields: AccountFields = {}) => {
    const caller = await createCaller(app, fields);
    return { ...caller, read: () => caller.read('/usage') };
  };
  const emails = (used: number, limit: number | null, resets_at: string) => ({
    used,
    limit,
    sent: used,
    received: 0,
    resets_at,
  });

  it('Answers what an account has used, and the limits of its plan.', async () => {
    const { read } = await createReader({ planId: 'free' });
    expect(await read()).to.deep.equal({
      object: 'usage',
      emails: { daily: emails(0, 100, DAY_END), monthly: emails(0, 3_000, MONTH_END) },
      received_bytes: { used: 0, limit: 1_000_000_000, resets_at: DAY_END },
      contacts: { used: 0, limit: 1_000 },
      segments: { used: 0, limit: 500 },
      broadcasts: { used: 0, limit: null },
      ai_credits: { used: 0, limit: 100, next_increase_at: null },
      automation_runs: { used: 0, limit: 1_000, resets_at: null },
      domains: { used: 0, limit: 1 },
      rate_limit: { limit: null, duration: '60000ms' },
    });
  });

  it('Answers null for every limit that the plan does not have.', async () => {
    const { read } = await createReader({ planId: 'unlimited' });
    const { emails, received_bytes, contacts, ai_credits, automation_runs, domains } = await read();
    const limited = [
      emails.daily,
      emails.monthly,
      received_bytes,
      contacts,
      ai_credits,
      automation_runs,
      domains,
    ];
    expect(limited.map(({ limit }) => limit)).to.deep.equal(Array(limited.length).fill(null));
  });

  it('Counts the emails of this UTC day and of this calendar month in the usage, and says when each count begins again.', async () => {
    const sender = await createSender(app);
    const read = async () => (await sender.read('/usage')).emails;
    await sender.sent({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    const { id } = await sender.sent({ scheduled_at: '2026-11-22T12:00:00Z' });
    expect(await read()).to.deep.equal({
      daily: emails(3, null, DAY_END),
      monthly: emails(3, null, MONTH_END),
    });
    await sender.api.post(`/emails/${id}/cancel`).expect(200);
    app.clock.set(new Date('2026-11-30T23:59:59.999Z'));
    expect(await read()).to.deep.equal({
      daily: emails(0, null, MONTH_END),
      monthly: emails(2, null, MONTH_END),
    });
    app.clock.advance(1);
    expect(await read()).to.deep.equal({
      daily: emails(0, null, '2026-12-02T00:00:00.000Z'),
      monthly: emails(0, null, '2027-01-01T00:00:00.000Z'),
    });
  });

  it('Answers the daily limit of the sandbox for an account without production access, or that of its plan if it is smaller.', async () => {
    const limitOf = async (fields: AccountFields) =>
      (await (await createReader({ ...fields, productionAccess: false })).read()).emails.daily.limit;
    expect(await limitOf({ planId: 'unlimited' })).to.equal(100);
    expect(await limitOf({ planId: 'free' })).to.equal(100);
    await app.pool.query(`UPDATE plans SET daily_email_limit = 30 WHERE id = 'free'`);
    expect(await limitOf({ planId: 'free' })).to.equal(30);
    await app.pool.query(`UPDATE plans SET daily_email_limit = 100 WHERE id = 'free'`);
  });

  it('Counts the contacts, the segments, the campaigns and the verified domains of the account in the usage, and nothing of other accounts.', async () => {
    for (const planId of ['free', 'unlimited'] as const) {
      const own = await createReader({ planId });
      const other = await createReader({ planId });
      for (const accountId of [own.accountId, other.accountId, other.accountId]) {
        await createContact(app.pool, { accountId });
        await createSegment(app.pool, accountId);
        await createCampaign(app.pool, accountId);
      }
      for (const email of ['ana@x.dev', 'bo@x.dev']) await own.make('/contacts', { email });
      for (const status of ['verified', 'partially_failed', 'pending', 'failed'] as const)
        await createDomain(app.pool, own.accountId, { status });
      const { contacts, segments, broadcasts, domains } = await own.read();
      expect([contacts, segments, broadcasts, domains].map(({ used }) => used)).to.deep.equal([3, 1, 1, 2]);
      expect((await other.read()).domains.used).to.equal(0);
    }
  });

  it('Counts the runs of automations that were started in the last 30 days in the usage, and says when the oldest of them stop counting.', async () => {
    const { accountId, read } = await createReader({ planId: 'pro' });
    const foreign = await createReader();
    // As after the last charge a day ago: the first hour has stopped counting since.
    await app.pool.query(
      `INSERT INTO automation_usage (account_id, hour, runs)
       VALUES ($1, $3, 7), ($1, $4, 0), ($1, $5, 20), ($1, $6, 300), ($2, $6, 4000)`,
      [
        accountId,
        foreign.accountId,
        ...[31 * 24 - 13, 30 * 24, 29 * 24, 24].map(
          (hours) => new Date(Date.parse('2026-11-20T12:00:00Z') - hours * HOUR_MS),
        ),
      ],
    );
    await app.pool.query(
      'INSERT INTO automation_usage_totals (account_id, since, runs) VALUES ($1, $2, 327)',
      [accountId, new Date(Date.parse('2026-11-19T12:00:00Z') - 30 * DAY_MS)],
    );
    expect((await read()).automation_runs).to.deep.equal({
      used: 320,
      limit: 10_000,
      resets_at: '2026-11-21T13:00:00.000Z',
    });
    app.clock.advance(30 * DAY_MS);
    expect((await read()).automation_runs).to.deep.equal({ used: 0, limit: 10_000, resets_at: null });
  });

  it('Answers the usage to full-access keys and to signed-in people of every role.', async () => {
    const { accountId, read } = await createReader();
    const usage = await read();
    for (const role of ROLES) {
      const session = await signIn(app.pool, { accountId, role, now: NOW });
      expect((await app.asPerson(session).get('/usage')).body).to.deep.equal(usage);
    }
    const { token } = await createApiKey(app.pool, { accountId, permission: 'sending_access' });
    expectError(await app.as(token).get('/usage'), 401, 'restricted_api_key');
  });
});

describe('GET /usage, with a rate limit', () => {
  const app = useApp({ config: { rateLimitPerMinute: 60 } });

  it('Answers the rate limit of the service in the usage, or null without one.', async () => {
    const { rate_limit } = await (await createCaller(app)).read('/usage');
    expect(rate_limit).to.deep.equal({ limit: 60, duration: '60000ms' });
  });
});
