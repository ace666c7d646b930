// What the page of a domain says: its state and its next check, what it lacks, and known mistakes in its DNS
// records.
import { expect } from 'chai';
import { missingWords } from '../../dashboard/resources/domains/missing-words.ts';
import type { ShownDnsRecord } from '../../dashboard/resources/domains/records/purpose.ts';
import { doubledNameWords, slipsOf } from '../../dashboard/resources/domains/records/slips.ts';
import {
  contestWords,
  type DomainState,
  lookWords,
  stateWords,
  turnedGreenWords,
} from '../../dashboard/resources/domains/words.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const KEY = `v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIB${'CgKCAQEAx3'.repeat(33)}IDAQAB`;

const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000).toISOString();

function record(changes: Partial<ShownDnsRecord> = {}): ShownDnsRecord {
  return {
    record: 'DKIM',
    name: 'ph1._domainkey.acme.dev',
    host: 'ph1._domainkey',
    type: 'TXT',
    ttl: 'Auto',
    status: 'pending',
    value: KEY,
    priority: null,
    required: true,
    key: null,
    found: [],
    detail: 'Something is wrong.',
    problem: 'different',
    last_seen_at: null,
    ...changes,
  };
}

const SPF = {
  record: 'SPF',
  name: 'send.acme.dev',
  host: 'send',
  value: 'v=spf1 a:mail.posthorn.dev ~all',
} as const;
const MX = { ...SPF, type: 'MX', value: 'mail.posthorn.dev', priority: 10 } as const;
const CNAME = {
  record: 'Tracking',
  name: 'links.mail.acme.dev',
  host: 'links.mail',
  type: 'CNAME',
  value: 'posthorn.dev',
  required: false,
} as const;
const DMARC = {
  record: 'DMARC',
  name: '_dmarc.acme.dev',
  host: '_dmarc',
  value: 'v=DMARC1; p=none;',
  required: false,
} as const;

/** A record with what was found, and the beginning of what is said of it. */
const SLIPS: readonly [found: string[], changes: Partial<ShownDnsRecord>, says: RegExp | undefined][] = [
  [[`"${KEY}"`], {}, /^Quotation marks were pasted/],
  [[`“${KEY}”`], {}, /^Quotation marks were pasted/],
  [[KEY.replaceAll(';', '\\;')], {}, /backslashes/],
  [[KEY.replace('MIIB', 'MIIB\u200b')], {}, /cannot be seen/],
  [[KEY.slice(0, 255)], {}, /^The value was cut after 255 characters. A text of DNS has up to 255/],
  [[KEY.slice(0, 100)], {}, /^The value was cut after 100 characters. Publish all/],
  [[`ph1._domainkey ${KEY}`], {}, /^The name was pasted in front/],
  [[`ph1._domainkey.acme.dev. IN TXT ${KEY}`], {}, /^The name was pasted in front/],
  [[KEY.replace('BgkqhkiG', 'Bgkq hkiG')], {}, /spaces in the value/],
  [[KEY.replace('BgkqhkiG', 'Bgkq\nhkiG')], {}, /line breaks/],
  [[KEY.toLowerCase()], {}, /^Capital and small letters/],
  [[`${KEY} ${KEY}`], {}, /^Two records were put into one value/],
  [['v=DKIM1; k=rsa'], {}, /^It has no p=/],
  [[KEY.slice(KEY.indexOf('MIIB'))], {}, /^It has no p=/],
  [['v=DKIM1; k=rsa; p='], {}, /revoked/],
  [['v=DKIM1; p='], {}, /revoked/],
  // One wrong character has no name: it is marked in the difference.
  [[KEY.replace('MIIB', 'MIlB')], {}, undefined],
  [
    [KEY, KEY.replace('MIIB', 'MIlB')],
    { detail: 'There are 2 DKIM records at …' },
    /^Keep the record that is expected/,
  ],
  // Two values of two name servers are no two records.
  [[KEY, KEY.slice(0, 255)], { detail: '1 of 2 name servers have it. On another: …' }, /^The value was cut/],
  [[DMARC.value], {}, /^This is the value of _dmarc.acme.dev/],
  [
    [SPF.value, 'v=spf1 -all'],
    { ...SPF, detail: 'There are 2 SPF records at …' },
    /^Put what these SPF records allow into one record/,
  ],
  [[`${SPF.value} ${SPF.value}`], SPF, /^Two records were put into one value/],
  [['v=spf1 -all'], SPF, undefined],
  [[`"${SPF.value}"`], { ...SPF, detail: 'There is no SPF record at …' }, /^Quotation marks were pasted/],
  [
    ['10 mail.posthorn.dev.acme.dev'],
    MX,
    /^acme.dev was added at the end of the value. End the value with a dot: mail.posthorn.dev\.$/,
  ],
  [['10 aspmx.google.com', '10 mail.posthorn.dev'], MX, /preferred to it or as good/],
  [['10 aspmx.google.com'], MX, undefined],
  [['https://posthorn.dev'], CNAME, /^The value begins with http/],
  [['posthorn.dev.acme.dev'], { ...CNAME, name: 'links.acme.dev' }, /^acme.dev was added/],
  [['links.mail.acme.dev.cdn.cloudflare.net'], CNAME, /proxy of Cloudflare/],
  // What is good, or was not looked up, has no mistakes.
  [[`"${KEY}"`], { status: 'verified' }, undefined],
  [[], { detail: null }, undefined],
];

/** What DNS has nothing of, and what may be the reason. */
const POSSIBLE: readonly [changes: Partial<ShownDnsRecord>, says: RegExp][] = [
  [DMARC, /quotation marks/],
  [CNAME, /^If it is published: a proxy/],
  [{ ...MX, record: 'Receiving', name: 'acme.dev', host: '@' }, /host of acme.dev itself @/],
];

describe('A DNS record of a domain', () => {
  it('says which known mistake it has', () => {
    for (const [found, changes, says] of SLIPS) {
      const it = record({ found, ...changes });
      const sure = slipsOf(it, [it, record(DMARC)], 'acme.dev').map(({ text, isSure }) => isSure && text);
      if (says === undefined) expect(sure, found.join()).to.deep.equal([]);
      else expect(sure.join(), found.join()).to.match(says);
    }
  });

  it('says what may be wrong where DNS has nothing', () => {
    for (const [changes, says] of POSSIBLE) {
      const slips = slipsOf(record(changes), [], 'acme.dev');
      expect(slips.every(({ isSure }) => !isSure)).to.equal(true);
      expect(slips.map(({ text }) => text).join('|')).to.match(says);
    }
    const words = (...records: ShownDnsRecord[]) => doubledNameWords(records);
    expect(words(record({ found: ['x'] }), record())).to.match(
      /ph1\._domainkey\.acme\.dev\.acme\.dev: type only ph1\._domainkey,/,
    );
    expect(words(record(CNAME))).to.include('links.mail.acme.dev.acme.dev:');
    expect(words(record({ found: ['x'] }), record({ detail: null }), record({ host: '@' }))).to.equal(
      undefined,
    );
  });
});

const FOUR = [
  record({ status: 'verified' }),
  record({ ...MX, status: 'verified' }),
  record(SPF),
  record(DMARC),
];
const MISSING = FOUR.slice(2).map(({ record: of, type, name, required, status }) => ({
  record: of,
  type,
  name,
  required,
  status,
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

const STATES: readonly [changes: Partial<DomainState>, says: string][] = [
  [{}, '2 of 4 records found. Nothing can be sent yet.'],
  [{ status: 'not_started' }, 'Not looked up yet. Publish the records below, then verify.'],
  [{ ...allGood, records: allGood.records }, 'All 4 records are found. It may send.'],
  [{ status: 'verified' }, '2 of 4 records found. It may send.'],
  [
    { status: 'verified', records: [record({ status: 'temporary_failure' })] },
    '0 of 1 records found. It still sends, but DKIM was there and is missing: after 72 hours it stops.',
  ],
  [
    { status: 'verified', reputation: 'paused' },
    '2 of 4 records found. Sending is paused for its reputation.',
  ],
  [
    { status: 'partially_verified' },
    '2 of 4 records found. It may send. The record of receiving is waited for.',
  ],
  [
    { status: 'partially_failed' },
    '2 of 4 records found. It may send, but not receive: that record was missing for 72 hours.',
  ],
  [
    { status: 'failed' },
    '2 of 4 records found. SPF was missing for 72 hours, so nothing can be sent. Publish what is missing, then verify.',
  ],
  [
    {
      status: 'verified',
      capabilities: { sending: 'disabled', receiving: 'enabled' },
      records: [record({ ...MX, status: 'verified' })],
    },
    'The record is found. Mail to it is received.',
  ],
  [
    { vouched: true, status: 'verified' },
    'An operator of this service vouches for this domain: it may send, whatever DNS says.',
  ],
  [
    { status_reason: 'claimed', status: 'failed' },
    'Lost: another account has proved that this name is its own, so nothing can be sent from it.',
  ],
  [
    { status_reason: 'domain_conflict' },
    'Another account has verified this name, or one above or below it. Claim the name to prove that it is yours.',
  ],
  [
    { status_reason: 'plan_limit_reached' },
    'All required records are found, but your plan allows no further verified domain.',
  ],
];

const LOOKS: readonly [changes: Partial<DomainState>, says: string][] = [
  [{}, 'Looked 12 s ago, again in 48 s.'],
  [{ checked_at: at(0) }, 'Looked just now, again in 48 s.'],
  [{ next_check_at: at(-1) }, 'Looked 12 s ago, looking again now.'],
  [{ next_check_at: null }, 'Looked 12 s ago, and not again before you verify.'],
  [{ checked_at: null, next_check_at: null }, 'No check is planned.'],
  [{ status: 'not_started', checked_at: null, next_check_at: null }, ''],
  [{ checked_at: null, next_check_at: at(0) }, 'Looking now.'],
  [{ checked_at: null, next_check_at: at(58) }, 'DNS has not answered yet. It is asked again in 58 s.'],
  [
    { checked_at: at(-600), next_check_at: at(50) },
    'DNS answered last 10 min ago, and is asked again in 50 s.',
  ],
  [{ checked_at: at(-1_200), next_check_at: at(2_390) }, 'Looked 20 min ago, again in 39 min.'],
  [{ checked_at: at(-8_000), next_check_at: at(80_000) }, 'Looked 2 h ago, again in 22 h.'],
];

describe('The state of a domain in words', () => {
  it('says what was found and what that means for its mail', () => {
    for (const [changes, says] of STATES) expect(stateWords(domain(changes))).to.equal(says);
  });

  it('says when DNS was asked and is asked again', () => {
    for (const [changes, says] of LOOKS) expect(lookWords(domain(changes), NOW)).to.equal(says);
  });

  it('says in a list what is missing, and first what is required', () => {
    const words = (changes: Partial<DomainState> = {}) => missingWords(domain(changes));
    expect(words()).to.equal('SPF not found');
    expect(words({ missing_records: MISSING.slice(1) })).to.equal('DMARC not found (optional)');
    expect(words({ missing_records: [] })).to.equal(undefined);
    expect(words({ missing_records: FOUR.slice(0, 3) })).to.equal('DKIM, MX for bounces and SPF not found');
    expect(words({ status: 'not_started' })).to.equal('Records not looked up yet');
    expect(words({ checked_at: null })).to.equal('Records not looked up yet');
    expect(words({ status_reason: 'claimed' })).to.equal('Another account has claimed it');
    const contested = { since: at(-60), until: at(3 * 86_400), reason: 'grace_period' } as const;
    expect(words({ contested })).to.equal('Another account has proved the name');
    expect(contestWords(domain({ contested }))).to.match(/^Another account has proved .* On 23 Nov, /);
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
