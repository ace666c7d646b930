// What the page of a domain says: its state, its next check, and what it lacks.
import { expect } from 'chai';
import { missingWords } from '../../dashboard/resources/domains/missing-words.ts';
import {
  contestWords,
  type DomainState,
  lastCheckWords,
  stateWords,
  turnedGreenWords,
} from '../../dashboard/resources/domains/words.ts';
import { DMARC_FIELDS, dnsRecordOf, MX_FIELDS, SPF_FIELDS } from './dns-records.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000).toISOString();

const FOUR = [
  dnsRecordOf({ status: 'verified' }),
  dnsRecordOf({ ...MX_FIELDS, status: 'verified' }),
  dnsRecordOf(SPF_FIELDS),
  dnsRecordOf(DMARC_FIELDS),
];
const MISSING = FOUR.slice(2).map(({ record: of, type, name, required, status }) => ({
  record: of,
  type,
  name,
  required,
  status,
  problem: 'absent' as const,
}));

function domain(changes: Partial<DomainState> = {}): DomainState {
  return {
    status: 'pending',
    status_reason: null,
    vouched: false,
    capabilities: { sending: 'enabled', receiving: 'disabled' },
    reputation: 'good',
    records: FOUR,
    missing_records: MISSING,
    contested: null,
    checked_at: at(-12),
    next_check_at: at(48),
    ...changes,
  };
}

const allGood = {
  status: 'verified' as const,
  records: FOUR.map((each) => ({ ...each, status: 'verified' as const })),
  missing_records: [],
};

const RECEIVES_ONLY = { sending: 'disabled', receiving: 'enabled' } as const;
const RECEIVING_LOST = dnsRecordOf({
  ...MX_FIELDS,
  record: 'Receiving',
  name: 'acme.dev',
  status: 'temporary_failure',
});

const STATES: readonly [changes: Partial<DomainState>, says: string][] = [
  [{}, '2 of 4 records found. The domain cannot send yet.'],
  [{ status: 'not_started' }, 'Not checked yet. Publish its records, then verify the domain.'],
  [{ ...allGood, records: allGood.records }, 'All 4 records found. The domain can send.'],
  [{ status: 'verified' }, '2 of 4 records found. The domain can send. Not required: DMARC not found.'],
  [
    { records: [dnsRecordOf({ found: ['v=DKIM1; p=x'] }), ...FOUR.slice(0, 2)] },
    '2 of 3 records are correct. The domain cannot send yet.',
  ],
  [
    { status: 'verified', records: [dnsRecordOf({ status: 'temporary_failure' })] },
    '0 of 1 records found. The domain still sends, but DKIM is now missing or wrong. Sending stops after 72 hours.',
  ],
  [
    {
      status: 'partially_verified',
      records: [
        dnsRecordOf({ status: 'temporary_failure' }),
        dnsRecordOf({ ...SPF_FIELDS, status: 'temporary_failure' }),
        dnsRecordOf({ ...MX_FIELDS, record: 'Receiving', name: 'acme.dev' }),
      ],
    },
    '0 of 3 records found. The domain still sends, but DKIM and SPF are now missing or wrong. Sending stops after 72 hours. The domain does not receive until its MX record is found.',
  ],
  // Mail is sent without them.
  [
    {
      status: 'verified',
      records: [
        dnsRecordOf({ ...DMARC_FIELDS, status: 'temporary_failure' }),
        dnsRecordOf({ status: 'verified' }),
      ],
    },
    '1 of 2 records found. The domain can send. Not required: DMARC not found.',
  ],
  [
    { status: 'verified', records: [RECEIVING_LOST] },
    '0 of 1 records found. The domain can send, but MX for receiving is now missing or wrong. Mail to it may go elsewhere.',
  ],
  [
    { status: 'verified', records: [RECEIVING_LOST], capabilities: RECEIVES_ONLY },
    '0 of 1 records found. MX for receiving is now missing or wrong. Mail to it may go elsewhere.',
  ],
  [
    { status: 'verified', reputation: 'paused' },
    '2 of 4 records found. Sending is paused because of reputation.',
  ],
  [
    { status: 'partially_verified' },
    '2 of 4 records found. The domain can send. The domain does not receive until its MX record is found. Not required: DMARC not found.',
  ],
  [
    { status: 'partially_failed' },
    '2 of 4 records found. The domain can send. It does not receive: the MX record was missing or wrong for 72 hours.',
  ],
  [
    // What is waited for has not failed.
    { status: 'failed', records: [dnsRecordOf(), dnsRecordOf({ ...SPF_FIELDS, status: 'failed' })] },
    '0 of 2 records found. SPF was missing or wrong for 72 hours, so the domain cannot send. Correct the DNS records, then verify.',
  ],
  [
    {
      status: 'failed',
      records: [dnsRecordOf({ status: 'failed' }), dnsRecordOf({ ...SPF_FIELDS, status: 'failed' })],
    },
    '0 of 2 records found. DKIM and SPF were missing or wrong for 72 hours, so the domain cannot send. Correct the DNS records, then verify.',
  ],
  [
    {
      status: 'verified',
      capabilities: RECEIVES_ONLY,
      records: [dnsRecordOf({ ...MX_FIELDS, status: 'verified' })],
    },
    'The record was found. The domain receives mail.',
  ],
  [
    { vouched: true, status: 'verified' },
    'An operator of this service vouched for this domain, so it is verified whatever DNS says.',
  ],
  [
    { vouched: true, status: 'verified', reputation: 'paused' },
    'An operator of this service vouched for this domain, so it is verified whatever DNS says. Sending is paused because of reputation.',
  ],
  [
    { status_reason: 'claimed', status: 'failed' },
    'Lost: another account proved that it owns this domain, so you cannot send from it.',
  ],
  [
    { status_reason: 'domain_conflict' },
    'Another account verified this domain, or a parent or subdomain of it. Claim the domain to prove that it is yours.',
  ],
  [
    { status_reason: 'plan_limit_reached' },
    'All required records are found, but your plan does not allow another verified domain.',
  ],
];

const LOOKS: readonly [changes: Partial<DomainState>, says: string][] = [
  [{}, 'Checked 12 s ago. Next check in 48 s.'],
  [{ checked_at: at(0) }, 'Checked just now. Next check in 48 s.'],
  [{ next_check_at: at(-1) }, 'Checked 12 s ago. Checking again now.'],
  [{ next_check_at: null }, 'Checked 12 s ago. No more checks until you verify.'],
  [{ checked_at: null, next_check_at: null }, 'No check is planned.'],
  [{ status: 'not_started', checked_at: null, next_check_at: null }, ''],
  [{ checked_at: null, next_check_at: at(0) }, 'Checking now.'],
  [{ checked_at: null, next_check_at: at(58) }, 'DNS has not answered yet. Next check in 58 s.'],
  [{ checked_at: at(-600), next_check_at: at(50) }, 'DNS last answered 10 min ago. Next check in 50 s.'],
  [{ checked_at: at(-1_200), next_check_at: at(2_390) }, 'Checked 20 min ago. Next check in 39 min.'],
  [{ checked_at: at(-8_000), next_check_at: at(80_000) }, 'Checked 2 h ago. Next check in 22 h.'],
];

describe('The state of a domain in words', () => {
  it('says what was found and what that means for its mail', () => {
    for (const [changes, says] of STATES) expect(stateWords(domain(changes))).to.equal(says);
    expect(stateWords(domain({ status: 'verified' }), true)).to.equal(
      '2 of 4 records found. Sending is paused for the whole account.',
    );
  });

  it('says when DNS was asked and is asked again', () => {
    for (const [changes, says] of LOOKS) expect(lastCheckWords(domain(changes), NOW)).to.equal(says);
  });

  it('says in a list what is missing, and first what is required', () => {
    const words = (changes: Partial<DomainState> = {}) => missingWords(domain(changes));
    expect(words()).to.equal('SPF not found');
    expect(words({ missing_records: MISSING.slice(1) })).to.equal('DMARC not found (optional)');
    const rotated = { ...dnsRecordOf(), required: false, problem: 'absent' } as const;
    expect(words({ missing_records: [rotated] })).to.equal('DKIM key for rotation not found (optional)');
    expect(words({ missing_records: [] })).to.equal(undefined);
    const absent = FOUR.map((each) => ({ ...each, problem: 'absent' as const }));
    expect(words({ missing_records: absent.slice(0, 3) })).to.equal('DKIM, MX for bounces and SPF not found');
    expect(words({ missing_records: [...absent.slice(1), ...FOUR.slice(0, 1)] })).to.equal(
      'DKIM wrong, MX for bounces and SPF not found',
    );
    expect(words({ vouched: true, missing_records: [] })).to.equal('Vouched for by an operator');
    expect(words({ status: 'not_started' })).to.equal('Records not checked yet');
    expect(words({ checked_at: null })).to.equal('DNS has not answered yet');
    expect(words({ reputation: 'paused' })).to.equal('Sending is paused because of reputation');
    expect(words({ status_reason: 'claimed' })).to.equal('Another account claimed it');
    const contested = { since: at(-60), until: at(3 * 86_400), reason: 'grace_period' } as const;
    expect(words({ contested })).to.equal('Another account proved ownership');
    expect(contestWords(domain({ contested }))).to.match(/^Another account proved .* on 23 Nov, /);
    expect(contestWords(domain({ contested: { ...contested, reason: 'operator' } }))).to.match(
      /operator decides/,
    );
    expect(contestWords(domain())).to.equal(undefined);
  });

  it('says what has turned green since the last look', () => {
    expect(turnedGreenWords(domain(), domain())).to.equal(undefined);
    const spf = FOUR.map((each) => (each.record === 'SPF' ? { ...each, status: 'verified' as const } : each));
    expect(turnedGreenWords(domain(), domain({ records: spf }))).to.equal('SPF is verified.');
    expect(turnedGreenWords(domain(), domain({ ...allGood, records: allGood.records }))).to.equal(
      'SPF and DMARC are verified. The domain is verified.',
    );
  });
});
