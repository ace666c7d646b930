// What the overview concludes from answers of the API: which first steps are done, and the numbers of a range of time.
import { expect } from 'chai';
import { labelledEvery } from '../../dashboard/design/data/scale.ts';
import { findSendingDomain } from '../../dashboard/resources/domains/sending-domain.ts';
import { type AccountFacts, checklistOf } from '../../dashboard/resources/overview/checklist.ts';
import {
  metricsInput,
  pointsOf,
  RANGES,
  rateOfText,
  readRange,
  shareOf,
  touchesText,
  warningOf,
} from '../../dashboard/resources/overview/metrics.ts';
import {
  type NeedyCampaign,
  type NeedyDomain,
  type NeedyRecords,
  type NeedyWebhook,
  needsOf,
  shownNeeds,
} from '../../dashboard/resources/overview/needs/needs.ts';

const NONE: AccountFacts = {
  keys: [],
  domains: [],
  hasEmails: false,
  hasWebhooks: false,
  hasContacts: false,
  hasCampaigns: false,
};

function domain(
  name: string,
  status: AccountFacts['domains'][number]['status'],
  { isDefault = false, sending = 'enabled' as const as 'enabled' | 'disabled' } = {},
): AccountFacts['domains'][number] {
  return { name, status, default: isDefault, capabilities: { sending, receiving: 'disabled' } };
}

describe('The first steps on the overview', () => {
  it('are all open for an account that has nothing', () => {
    const open = { key: false, send: false, domain: false, webhook: false, contacts: false, campaign: false };
    expect(checklistOf(NONE)).to.deep.equal(open);
  });

  it('do not count the key of the first start until it is used', () => {
    const keys = (...of: [name: string, last_used_at: string | null][]) =>
      checklistOf({ ...NONE, keys: of.map(([name, last_used_at]) => ({ name, last_used_at })) }).key;
    expect(keys(['First key', null])).to.equal(false);
    expect(keys(['First key', '2026-11-20T12:00:00.000Z'])).to.equal(true);
    expect(keys(['First key', null], ['Production', null])).to.equal(true);
  });

  it('count a domain that can send, whether or not all of its records are good', () => {
    for (const status of ['verified', 'partially_verified', 'partially_failed'] as const) {
      expect(checklistOf({ ...NONE, domains: [domain('a.dev', status)] }).domain).to.equal(true);
    }
    for (const status of ['not_started', 'pending', 'failed'] as const) {
      expect(checklistOf({ ...NONE, domains: [domain('a.dev', status)] }).domain).to.equal(false);
    }
    expect(findSendingDomain([domain('a.dev', 'verified', { sending: 'disabled' })])).to.equal(undefined);
  });

  it('do not count the domain of npm start, which sends from this machine only', () => {
    const local = domain('posthorn.local', 'verified');
    expect(checklistOf({ ...NONE, domains: [local] }).domain).to.equal(false);
    expect(checklistOf({ ...NONE, domains: [local, domain('a.dev', 'verified')] }).domain).to.equal(true);
    expect(findSendingDomain([local])).to.equal('posthorn.local');
  });

  it('suggest the default domain to send from', () => {
    const domains = [domain('a.dev', 'verified'), domain('b.dev', 'verified', { isDefault: true })];
    expect(findSendingDomain(domains)).to.equal('b.dev');
    expect(findSendingDomain(domains.slice(0, 1))).to.equal('a.dev');
  });

  it('are done with mail, a webhook, contacts and a campaign', () => {
    const all = { ...NONE, hasEmails: true, hasWebhooks: true, hasContacts: true, hasCampaigns: true };
    expect(checklistOf(all)).to.include({ send: true, webhook: true, contacts: true, campaign: true });
  });
});

describe('The numbers on the overview', () => {
  const now = new Date('2026-11-23T01:42:00.000Z');

  it('are of seven days unless the URL says otherwise', () => {
    expect(RANGES.map(({ id }) => readRange(id))).to.deep.equal(['24h', '7d', '30d']);
    expect([readRange(undefined), readRange('1y')]).to.deep.equal(['7d', '7d']);
  });

  it('are asked for in whole hours and days of the zone, so that the call stays the same for an hour', () => {
    const start = (range: '24h' | '7d' | '30d', zone: string, at = now) =>
      (metricsInput(range, at, zone).query as Record<string, unknown>)['start_date'];
    expect(start('24h', 'UTC')).to.equal('2026-11-22T02:00:00.000Z');
    expect(start('24h', 'UTC', new Date('2026-11-23T01:59:59.999Z'))).to.equal('2026-11-22T02:00:00.000Z');
    expect(start('7d', 'UTC')).to.equal('2026-11-17');
    expect(start('30d', 'UTC')).to.equal('2026-10-25');
    // It is still the 22nd there.
    expect(start('7d', 'America/New_York')).to.equal('2026-11-16');
  });

  it('say what people opened and clicked where anything was measured, and machines apart', () => {
    expect(touchesText({ sent: 3, unique_opened: 0 })).to.equal(undefined);
    expect(touchesText({ unique_opened: 1, unique_clicked: 0 })).to.equal(
      'Opened by 1 recipient, clicked by 0 recipients.',
    );
    expect(touchesText({ machine_opened: 4, machine_clicked: 3 })).to.equal(
      'Opened by 0 recipients, clicked by 0 recipients. 7 opens and clicks by machines are not counted.',
    );
  });

  it('are a bar for each period, named in the zone, with different names', () => {
    const data = [
      { period: '2026-11-22T23:00:00.000Z', sent: 3, delivered: 2, bounced: 1, failed: 2 },
      { period: '2026-11-23T23:00:00.000Z', sent: 0, delivered: 0, bounced: 0, complained: 1 },
    ];
    const points = pointsOf({ granularity: 'daily', data }, 'Europe/Berlin');
    expect(points).to.deep.equal([
      { label: 'Mon 23 Nov', axis: '23 Nov', values: { delivered: 2, undelivered: 3, complained: 0 } },
      { label: 'Tue 24 Nov', axis: '24 Nov', values: { delivered: 0, undelivered: 0, complained: 1 } },
    ]);
    const hours = pointsOf({ granularity: 'hourly', data }, 'UTC').map(({ label, axis }) => [label, axis]);
    expect(hours).to.deep.equal([
      ['Sun 23:00', '23:00'],
      ['Mon 23:00', '23:00'],
    ]);
  });

  it('have few names below their bars, at even distances', () => {
    expect([1, 7, 8, 24, 25, 30, 31].map(labelledEvery)).to.deep.equal([1, 1, 1, 3, 4, 4, 4]);
  });

  it('have rates that say 100% only of all', () => {
    const rates = [0, 0.9999, 1].map((rate) => rateOfText(rate, 3135, 'tried'));
    expect(rates).to.deep.equal(['0% of 3,135 tried', '99.99% of 3,135 tried', '100% of 3,135 tried']);
    expect([shareOf(9_999_999, 10_000_000), shareOf(0, 0)]).to.deep.equal([0.9999, 0]);
    expect(rateOfText(0, 0, 'delivered')).to.equal('none delivered');
  });

  it('are marked when the account is warned or paused for them, which its reputation decides', () => {
    const good = { status: 'good', since: null, cause: null, capacity: null, used: 0 } as const;
    const cause = { kind: 'complaints', judged: 900, count: 5 } as const;
    for (const kind of ['bounces', 'complaints'] as const) {
      expect(warningOf(undefined, kind)).to.equal(undefined);
      expect(warningOf(good, kind)).to.equal(undefined);
    }
    expect(warningOf({ ...good, status: 'paused', cause }, 'complaints')).to.equal('The account is paused');
    expect(warningOf({ ...good, status: 'paused', cause }, 'bounces')).to.equal(undefined);
  });
});

describe('Needs attention', () => {
  const NOW = new Date('2026-11-26T12:00:00.000Z');
  const domainWith = (changes: Partial<NeedyDomain>): NeedyDomain => ({
    id: 'd',
    name: 'acme.dev',
    status: 'verified',
    status_reason: null,
    missing_records: [],
    vouched: false,
    contested: null,
    checked_at: NOW.toISOString(),
    reputation: 'good',
    ...changes,
  });
  const webhookWith = (
    changes: Partial<NeedyWebhook>,
    failing_since: string | null = null,
  ): NeedyWebhook => ({
    id: 'w',
    endpoint_url: 'https://acme.dev/hook',
    status: 'enabled',
    disabled_reason: null,
    health: {
      last_success_at: null,
      failing_since,
      failing_status: null,
      last_failed_event_id: null,
      delivered_24h: 0,
      failed_24h: 0,
      hours: [],
    },
    ...changes,
  });
  const campaignWith = (changes: Partial<NeedyCampaign>): NeedyCampaign => ({
    id: 'c',
    name: 'News',
    status: 'sent',
    paused_reason: null,
    updated_at: '2026-11-25T12:00:00.000Z',
    ...changes,
  });
  const needsIn = (records: Partial<NeedyRecords>) =>
    needsOf({ domains: [], webhooks: [], campaigns: [], automations: [], ...records }, NOW);
  const missing = (status: 'failed' | 'temporary_failure') =>
    [
      {
        record: 'DKIM',
        type: 'TXT',
        name: 'ph1._domainkey.acme.dev',
        required: true,
        status,
        problem: 'absent',
      },
    ] as const;

  it('is a row of its own with what is wrong and where the next step is taken', () => {
    for (const [domain, words, href] of [
      [{ status: 'failed', missing_records: [...missing('failed')] }, 'DKIM not found', '/domains/d'],
      [{ missing_records: [...missing('temporary_failure')] }, 'DKIM not found', '/domains/d'],
      [{ status: 'failed', status_reason: 'claimed' }, 'another account claimed it', '/domains/d/claim'],
      [
        { contested: { until: null, reason: 'operator' } },
        'another account proved ownership',
        '/domains/d/claim',
      ],
      [
        { status: 'pending', status_reason: 'plan_limit_reached' },
        'over the limit of the plan',
        '/settings/usage',
      ],
      [{ reputation: 'paused' }, 'sending is paused', '/domains/d/reputation'],
      [{ reputation: 'warned' }, 'bounces or complaints are near the limit', '/domains/d/reputation'],
    ] as const) {
      const [need, ...others] = needsIn({ domains: [domainWith(domain as Partial<NeedyDomain>)] });
      expect([need?.words, need?.href, others], words).to.deep.equal([words, href, []]);
    }
    const of = (webhook: NeedyWebhook) =>
      needsIn({ webhooks: [webhook] }).map(({ words, step }) => [words, step]);
    expect(of(webhookWith({}, '2026-11-26T08:50:00.000Z'))).to.deep.equal([['failing for 3 h', 'See why']]);
    const reason = 'The endpoint answered 410 Gone twice within an hour.';
    expect(of(webhookWith({ status: 'disabled', disabled_reason: reason }))).to.deep.equal([
      ['disabled by the service: the endpoint answered 410 Gone twice within an hour', 'Enable it again'],
    ]);
  });

  it('is a campaign that has stopped without a person, with what it waits for', () => {
    const of = (campaign: Partial<NeedyCampaign>) =>
      needsIn({ campaigns: [campaignWith(campaign)] }).map(({ words, tone, href }) => [words, tone, href]);
    expect(of({ status: 'paused', paused_reason: 'bounces' })).to.deep.equal([
      ['is paused: too many of its first emails bounced', 'bad', '/campaigns/c'],
    ]);
    expect(of({ status: 'paused', paused_reason: 'capacity' })[0]?.[1]).to.equal('warn');
    expect(of({ status: 'failed' })).to.deep.equal([['could not be sent', 'bad', '/campaigns/c']]);
    expect(of({ status: 'sending' })).to.deep.equal([]);
  });

  it('is an automation whose runs have failed, until they are retried well', () => {
    const of = (failed_24h: number) => {
      const health = { running: 1, failed_24h, last_failed_at: NOW.toISOString() };
      return needsIn({ automations: [{ id: 'a', name: 'Welcome', health }] }).map(({ words, href }) => [
        words,
        href,
      ]);
    };
    expect(of(0)).to.deep.equal([]);
    expect(of(1)).to.deep.equal([['had 1 failed run in 24 hours', '/automations/a']]);
    expect(of(100)).to.deep.equal([['had 100+ failed runs in 24 hours', '/automations/a']]);
  });

  it('is nothing where nothing is wrong, nor what a person has done', () => {
    const pending = domainWith({ status: 'pending', missing_records: [...missing('failed')] });
    const all = needsIn({
      domains: [domainWith({}), pending],
      webhooks: [webhookWith({}), webhookWith({ status: 'disabled' })],
      campaigns: [
        campaignWith({ status: 'paused', paused_reason: 'manual' }),
        campaignWith({ status: 'failed', updated_at: '2026-11-01T12:00:00.000Z' }),
      ],
    });
    expect(all).to.deep.equal([]);
  });

  it('keeps its place when it is over, and takes none from others when it comes later', () => {
    const since = '2026-11-26T11:00:00.000Z';
    const first = needsIn({
      domains: [domainWith({ reputation: 'warned' })],
      webhooks: [webhookWith({}, since)],
    });
    expect(first.map(({ id }) => id)).to.deep.equal(['w', 'd']);
    const later = needsIn({
      domains: [domainWith({ reputation: 'paused' })],
      webhooks: [webhookWith({ id: 'x' }, since)],
    });
    const { rows, waiting } = shownNeeds(first, later);
    expect(rows.map(({ id, words, isOver }) => [id, words, isOver])).to.deep.equal([
      ['w', 'failing for 1 h', true],
      ['d', 'sending is paused', false],
    ]);
    expect(waiting.map(({ id }) => id)).to.deep.equal(['x']);
  });
});
