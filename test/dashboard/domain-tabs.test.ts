// What the tabs Rules, Reputation and Claim of a domain say, by the answers of the API.
import { expect } from 'chai';
import type { Domain, DomainReputation } from '../../dashboard/api/generated/types.ts';
import {
  canStartAgain,
  claimVerdict,
  holderVerdict,
  isOpenClaim,
  isPastClaim,
} from '../../dashboard/resources/domains/claim/claim-words.ts';
import { hasClaimTab } from '../../dashboard/resources/domains/claim/has-claim-tab.ts';
import {
  accountVerdict,
  daysOf,
  isNothingJudged,
  rateWords,
  reputationVerdict,
  warmUpWords,
} from '../../dashboard/resources/domains/reputation/reputation-words.ts';
import {
  providerNames,
  ruleBadge,
  rulesVerdict,
  ruleTitle,
  sortedRules,
} from '../../dashboard/resources/domains/rules/rules-words.ts';
import { COMPLIANCE_RULES, DOMAIN_CLAIM_STATUSES } from '../../shared/contract/domains/values.ts';
import { REPUTATION_STATUSES } from '../../shared/contract/reputation/values.ts';
import { inZone } from '../support/time/in-zone.ts';

/** The clocks of Berlin go back on 25 October 2026, at 01:00 UTC. */
const NOW = new Date('2026-10-24T12:00:00.000Z');

/** For a person in Berlin. */
const inBerlin = <Result>(write: () => Result) => inZone('Europe/Berlin', write);

describe('The rules of large providers in words', () => {
  type Rules = Parameters<typeof rulesVerdict>[0];
  const rules = (verdicts: Partial<Record<Rules[number]['rule'], boolean | null>>): Rules =>
    COMPLIANCE_RULES.map((rule) => ({
      rule,
      providers: rule === 'tls' ? ['gmail'] : ['gmail', 'yahoo', 'microsoft'],
      met: verdicts[rule] === undefined ? true : verdicts[rule],
      message: rule,
    }));

  const VERDICTS: readonly (readonly [Rules, kind: string, text: string])[] = [
    [rules({}), 'good', 'Gmail, Yahoo and Microsoft would accept its mail: 9 of 9 rules are met.'],
    [
      rules({ complaint_rate: null }),
      'good',
      'Gmail, Yahoo and Microsoft would accept its mail: 8 of 9 rules are met, 1 is not known.',
    ],
    [
      rules({ tls: false, ptr: null }),
      'bad',
      'Gmail may refuse its mail or move it to spam: 1 of 9 rules is broken, 7 are met, 1 is not known. Yahoo and Microsoft would accept it.',
    ],
    [
      rules({ spf: false, dkim: false, dmarc: null }),
      'bad',
      'Gmail, Yahoo and Microsoft may refuse its mail or move it to spam: 2 of 9 rules are broken, 6 are met, 1 is not known.',
    ],
    [
      rules({ dkim: null, spf: null }),
      'info',
      'DNS did not answer all lookups, so it is not known what Gmail, Yahoo and Microsoft would do: 7 of 9 rules are met, 2 are not known.',
    ],
  ];
  it('say what providers would do, and never that they take mail while it is not known', () => {
    for (const [given, kind, text] of VERDICTS) expect(rulesVerdict(given)).to.deep.equal({ kind, text });
  });

  it('put broken rules first, then unknown ones, and name each', () => {
    const sorted = sortedRules(rules({ tls: null, ptr: false, spf: null })).map(({ rule }) => rule);
    expect(sorted.slice(0, 4)).to.deep.equal(['ptr', 'spf', 'tls', 'dkim']);
    expect(new Set(COMPLIANCE_RULES.map(ruleTitle)).size).to.equal(COMPLIANCE_RULES.length);
    expect([true, false, null].map((met) => ruleBadge({ met }).label)).to.deep.equal([
      'met',
      'broken',
      'not known',
    ]);
    expect(providerNames(['yahoo'])).to.equal('Yahoo');
  });
});

describe('The reputation of a domain in words', () => {
  const LIMITS = {
    warned: { bounces: { rate: 0.05, at_least: 20 }, complaints: { rate: 0.001, at_least: 3 } },
    paused: { bounces: { rate: 0.1, at_least: 20 }, complaints: { rate: 0.005, at_least: 5 } },
  };
  const reputation = (fields: Partial<DomainReputation>): DomainReputation => ({
    object: 'domain_reputation',
    id: '1',
    name: 'acme.dev',
    status: 'good',
    since: '2026-10-24T09:30:00.000Z',
    cause: null,
    capacity: null,
    used: 0,
    account_status: 'good',
    window: { days: [], judged: 210, bounced: 26, complained: 0, bounce_rate: 0.1238, complaint_rate: 0 },
    thresholds: LIMITS,
    warm_up: null,
    ...fields,
  });
  const say = (fields: Partial<DomainReputation>) => {
    const { kind, title, text } = inBerlin(() => reputationVerdict(reputation(fields), NOW));
    return `${kind}: ${title}. ${text}`;
  };

  const BOUNCES = { kind: 'bounces', judged: 203, count: 25 } as const;
  const CASES: readonly (readonly [Partial<DomainReputation>, RegExp])[] = [
    [{}, /^good: The reputation is good\. Reputation does not limit what the domain can send\.$/],
    [{ capacity: 1000 }, /can send to 1,000 recipients a day while it warms up/],
    [
      { status: 'warned', cause: { ...BOUNCES, count: 12 } },
      /^warn: Warned since 11:30\. 12 of 203 recipients bounced \(5\.91%\); a domain is warned at 5% or more, if at least 20 recipients\. Sending is not affected/,
    ],
    [
      { status: 'paused', cause: BOUNCES, since: '2026-10-20T12:00:00.000Z' },
      /^bad: Paused since 20 Oct, 14:00\. 25 of 203 recipients bounced \(12\.31%\); a domain is paused at 10% .* held for up to 72 hours\. Only an operator/,
    ],
    [
      { status: 'paused', cause: { kind: 'complaints', judged: 1000, count: 6 } },
      /6 of 1,000 recipients complained \(0\.6%\); a domain is paused at 0\.5% or more, if at least 5 recipients/,
    ],
    [
      { status: 'paused', cause: { kind: 'operator', judged: null, count: null } },
      /An operator of this service paused it\. New mail is refused/,
    ],
    [
      { status: 'recovering', capacity: 50 },
      /^warn: Recovering .* to 50 recipients today, and twice as many/,
    ],
  ];
  it('says the state with its cause, since when, and what lifts it', () => {
    for (const [fields, words] of CASES) expect(say(fields)).to.match(words);
    expect(reputationVerdict(reputation({}), NOW, false)).to.include({ kind: 'info' });
    expect(REPUTATION_STATUSES.map((status) => accountVerdict(status)?.kind)).to.deep.equal([
      undefined,
      'warn',
      'bad',
      'warn',
    ]);
  });

  it('puts the present rates next to the limits, and the days of UTC in order', () => {
    expect(rateWords('bounces', reputation({}))).to.equal(
      '12.38%, 26 of 210. Warned at 5% or more, if at least 20 recipients; paused at 10% or more, if at least 20 recipients.',
    );
    const zeros = { days: [], judged: 0, bounced: 0, complained: 0, bounce_rate: 0, complaint_rate: 0 };
    expect(isNothingJudged(reputation({ window: zeros }))).to.equal(true);
    expect(rateWords('complaints', reputation({ window: zeros }))).to.match(
      /^No data yet\. Warned at 0\.1% or more, if at least 3/,
    );
    const days = [
      { date: '2026-10-24', judged: 10, bounced: 3, complained: 1 },
      { date: '2026-10-25', judged: 0, bounced: 0, complained: 2 },
    ];
    expect(inBerlin(() => daysOf(reputation({ window: { ...zeros, days } }), NOW))).to.deep.equal([
      { label: '24 Oct', values: { others: 6, bounced: 3, complained: 1 } },
      { label: '25 Oct', values: { others: 0, bounced: 0, complained: 2 } },
    ]);
    expect(
      inBerlin(() => warmUpWords({ day: 3, capacity: 250, used: 1, ends_on: '2027-01-05' }, NOW)),
    ).to.match(/^Step 3 of 11\. .* The warm-up ends after 5 Jan 2027 at the earliest/);
  });
});

describe('A claim in words', () => {
  const claim = {
    name: 'acme.dev',
    blocked_reason: null,
    blocked_until: null,
    failure_reason: null,
    expires_at: '2026-10-30T12:00:00.000Z',
  } as const;
  const say = (fields: Partial<Parameters<typeof claimVerdict>[0]>) => {
    const { title, text } = inBerlin(() => claimVerdict({ ...claim, status: 'pending', ...fields }, NOW));
    return `${title}. ${text}`;
  };

  it('says of each state what comes next, and when', () => {
    expect(say({})).to.match(/^Publish this record by 30 Oct, 13:00\./);
    expect(say({ expires_at: '2026-10-24T20:00:00.000Z' })).to.match(/by today, 22:00/);
    expect(
      say({ status: 'blocked', blocked_reason: 'grace_period', blocked_until: '2026-10-26T12:00:00.000Z' }),
    ).to.match(/^Ownership proved: the domain is yours on 26 Oct, 13:00\./);
    expect(say({ status: 'expired', expires_at: '2026-10-24T09:00:00.000Z' })).to.match(
      /^The claim expired today at 11:00\./,
    );
    expect(say({ status: 'blocked', blocked_reason: 'operator' })).to.match(/an operator decides/);
    expect(say({ status: 'failed', failure_reason: 'rejected' })).to.match(/An operator rejected/);
    expect(say({ status: 'failed', failure_reason: 'record_removed' })).to.match(/its record was removed/);
    const titles = DOMAIN_CLAIM_STATUSES.map((status) => say({ status }));
    expect(new Set(titles).size).to.equal(DOMAIN_CLAIM_STATUSES.length);
    expect(DOMAIN_CLAIM_STATUSES.filter((status) => canStartAgain({ status }))).to.deep.equal([
      'expired',
      'superseded',
      'canceled',
      'failed',
    ]);
    expect(DOMAIN_CLAIM_STATUSES.filter((status) => isOpenClaim({ status }))).to.have.length(3);
  });

  it('says to the account that holds the name what happens when', () => {
    const holder = (fields: Partial<Parameters<typeof holderVerdict>[0]>) =>
      inBerlin(() =>
        holderVerdict({ name: 'acme.dev', contested: null, status_reason: null, ...fields }, NOW),
      );
    expect(holder({})).to.equal(undefined);
    expect(holder({ status_reason: 'plan_limit_reached' })).to.equal(undefined);
    expect(
      holder({ contested: { until: '2026-10-26T12:00:00.000Z', reason: 'grace_period' } })?.text,
    ).to.match(/^The domain moves to that account on 26 Oct, 13:00\./);
    expect(holder({ contested: { until: null, reason: 'operator' } })?.text).to.match(
      /vouched for this domain/,
    );
    expect(holder({ status_reason: 'claimed' })?.title).to.match(/now belongs to another account/);
    // A name that was won by a claim and lost by the next one: “is yours” is over, and it may be claimed back.
    const lost = holder({ status_reason: 'claimed' });
    expect([
      isPastClaim({ status: 'completed' }, lost),
      isPastClaim({ status: 'pending' }, lost),
    ]).to.deep.equal([true, false]);
    expect(isPastClaim({ status: 'completed' }, holder({}))).to.equal(false);
    expect(holder({ status_reason: 'domain_conflict' })?.text).to.match(/claim the domain/);
    const shown = (status: Domain['status'], fields: Partial<Domain> = {}) =>
      hasClaimTab({ status, status_reason: null, claim: null, contested: null, vouched: false, ...fields });
    expect([shown('verified'), shown('pending'), shown('failed')]).to.deep.equal([false, false, false]);
    const claimed = { claim: { id: '1', status: 'completed' } } as const;
    expect([shown('pending', claimed), shown('verified', claimed)]).to.deep.equal([true, false]);
    expect(shown('failed', { status_reason: 'claimed' })).to.equal(true);
    expect(shown('pending', { status_reason: 'plan_limit_reached' })).to.equal(false);
    expect(shown('verified', { contested: { until: null, reason: 'operator' } })).to.equal(true);
    expect(shown('failed', { ...claimed, vouched: true })).to.equal(false);
  });
});
