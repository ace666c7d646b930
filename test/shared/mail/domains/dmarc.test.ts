// The DNS tree walk of DMARC (RFC 9989 §4.10), over a table of zones.
import { expect } from 'chai';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { findDmarcPolicy, findOrganizationalDomain } from '../../../../shared/mail/domains/dmarc.ts';
import { createZones, type DmarcZones } from './zones.ts';

const NONE = 'v=DMARC1; p=none';
const REJECT = 'v=DMARC1; p=reject';
/** Ten labels. */
const LONG = 'a.b.c.d.e.f.g.h.acme.dev';

/** What differs from `mail.acme.dev`, and why mailauth, which follows RFC 7489, says something else. */
interface Differences {
  domain?: string;
  differs?: string;
}

// `expected` is the policy and the domain of its record, or another kind of answer.
// biome-ignore format: a table.
const CASES: readonly [
  title: string, zones: DmarcZones, expected: string, organization: string | null, differences?: Differences,
][] = [
  ['no record', {}, 'absent', 'mail.acme.dev'],
  ['a record of its own', { 'mail.acme.dev': REJECT }, 'reject at mail.acme.dev', 'mail.acme.dev'],
  ['a record of the parent', { 'acme.dev': 'v=DMARC1; p=quarantine; rua=mailto:d@acme.dev' },
    'quarantine at acme.dev', 'acme.dev'],
  ['the policy for subdomains (sp)', { 'acme.dev': 'v=DMARC1; p=reject; sp=quarantine' },
    'quarantine at acme.dev', 'acme.dev'],
  ['its own policy, whatever sp says', { 'acme.dev': 'v=DMARC1; p=reject; sp=none' }, 'reject at acme.dev',
    'acme.dev', { domain: 'acme.dev' }],
  ['the policy for names that do not exist (np), which does not concern a domain that sends',
    { 'acme.dev': 'v=DMARC1; p=none; np=reject' }, 'none at acme.dev', 'acme.dev'],
  ['its own record, with the organization above it', { 'mail.acme.dev': REJECT, 'acme.dev': NONE },
    'reject at mail.acme.dev', 'acme.dev'],
  ['records of two names above: that of the organization counts, the shortest',
    { 'b.acme.dev': REJECT, 'acme.dev': NONE }, 'none at acme.dev', 'acme.dev', { domain: 'a.b.acme.dev' }],
  ['psd=n, which ends the walk', { 'b.acme.dev': 'v=DMARC1; p=reject; psd=n', 'acme.dev': NONE },
    'reject at b.acme.dev', 'b.acme.dev',
    { domain: 'a.b.acme.dev', differs: 'RFC 7489 looks at the registered domain' }],
  ['psd=n of the domain itself', { 'mail.acme.dev': 'v=DMARC1; p=none; psd=n', 'acme.dev': REJECT },
    'none at mail.acme.dev', 'mail.acme.dev'],
  ['psd=y above a record: the organization is one label below',
    { 'acme.dev': REJECT, dev: 'v=DMARC1; p=none; psd=y' }, 'reject at acme.dev', 'acme.dev'],
  ['psd=y alone: the policy is that of the public suffix',
    { dev: 'v=DMARC1; p=reject; sp=quarantine; psd=y' }, 'quarantine at dev', 'acme.dev',
    { differs: 'RFC 7489 knows no policy of public suffixes' }],
  ['psd=y below the top: the organization is one label below, and nothing above counts',
    { 'co.acme.dev': 'v=DMARC1; p=quarantine; psd=y', 'acme.dev': REJECT }, 'quarantine at co.acme.dev',
    'shop.co.acme.dev',
    { domain: 'mail.shop.co.acme.dev', differs: 'RFC 7489 knows no policy of public suffixes' }],
  ['psd=y of the domain itself', { 'acme.dev': 'v=DMARC1; p=reject; psd=y' }, 'reject at acme.dev',
    'acme.dev', { domain: 'acme.dev' }],
  ['a record between the domain and an organization without one: the suffix decides',
    { 'b.acme.dev': REJECT, dev: 'v=DMARC1; p=none; psd=y' }, 'none at dev', 'acme.dev',
    { domain: 'a.b.acme.dev', differs: 'RFC 7489 knows no policy of public suffixes' }],
  ['a record of the top-level domain without psd', { dev: REJECT }, 'reject at dev', 'dev',
    { differs: 'RFC 7489 does not ask there' }],
  ['a domain of ten labels, with a record at the eighth',
    { 'b.c.d.e.f.g.h.acme.dev': REJECT, 'c.d.e.f.g.h.acme.dev': REJECT, 'acme.dev': NONE },
    'none at acme.dev', 'acme.dev', { domain: LONG }],
  ['a record that a walk from ten labels passes over', { 'b.c.d.e.f.g.h.acme.dev': REJECT }, 'absent', LONG,
    { domain: LONG }],
  ['two records at a name: none', { 'mail.acme.dev': [REJECT, NONE], 'acme.dev': 'v=DMARC1; p=quarantine' },
    'quarantine at acme.dev', 'acme.dev'],
  ['texts of other kinds next to the record',
    { 'mail.acme.dev': ['v=spf1 -all', '', 'x'.repeat(64_000), REJECT] }, 'reject at mail.acme.dev',
    'mail.acme.dev'],
  ['texts that do not begin with v=DMARC1',
    { 'mail.acme.dev': ['p=reject; v=DMARC1', 'v=DMARC2; p=reject', 'v=DMARC10; p=none', 'DMARC1'] },
    'absent', 'mail.acme.dev'],
  ['blanks and capitals', { 'mail.acme.dev': 'v = DMARC1 ;  P = Reject ;' }, 'reject at mail.acme.dev',
    'mail.acme.dev', { differs: 'mailauth 4 allows no blanks around "="' }],
  ['unknown tags, also dangerous ones',
    { 'mail.acme.dev': 'v=DMARC1; __proto__=x; constructor=y; pct=5; ;; p=quarantine; =; x' },
    'quarantine at mail.acme.dev', 'mail.acme.dev'],
  ['a policy that does not exist', { 'mail.acme.dev': 'v=DMARC1; p=block' }, 'invalid at mail.acme.dev',
    'mail.acme.dev', { differs: 'mailauth repeats the word' }],
  ['no policy, but an address for reports: none',
    { 'mail.acme.dev': 'v=DMARC1; rua=mailto:reports@acme.dev' }, 'none at mail.acme.dev', 'mail.acme.dev',
    { differs: 'mailauth leaves the policy out' }],
  ['an unreadable sp, but an address for reports: none',
    { 'mail.acme.dev': 'v=DMARC1; p=reject; sp=all; rua=mailto:reports@acme.dev' }, 'none at mail.acme.dev',
    'mail.acme.dev', { differs: 'mailauth applies p' }],
  ['an unreadable np and no address for reports', { 'acme.dev': 'v=DMARC1; p=reject; np=' },
    'invalid at acme.dev', 'acme.dev', { differs: 'mailauth applies p' }],
  ['no answer for the domain', { 'mail.acme.dev': 'SERVFAIL', 'acme.dev': REJECT }, 'unanswered: servfail',
    null],
  ['no answer on the way', { 'acme.dev': 'SERVFAIL' }, 'unanswered: servfail', null],
  ['no answer above its own record, which counts all the same',
    { 'mail.acme.dev': REJECT, 'acme.dev': 'SERVFAIL' }, 'reject at mail.acme.dev', null],
  ['no answer above the end of the walk',
    { 'mail.acme.dev': 'v=DMARC1; p=reject; psd=n', 'acme.dev': 'SERVFAIL' }, 'reject at mail.acme.dev',
    'mail.acme.dev'],
];

/** What mailauth says: `reject`, `absent`, `unanswered`. */
async function askMailauth(domain: string, zones: DmarcZones): Promise<string> {
  const resolver = async (name: string) => {
    const answer = await createZones(zones).txt(name);
    if (answer.kind === 'found') return answer.values.map((value) => [value]);
    throw Object.assign(new Error(name), { code: answer.kind === 'absent' ? 'ENOTFOUND' : 'ESERVFAIL' });
  };
  const result = await dmarc({
    headerFrom: `a@${domain}`,
    spfDomains: [],
    dkimDomains: [],
    resolver,
  } as never);
  const { status, policy } = result as { status: { result: string }; policy?: string };
  if (status.result === 'none') return 'absent';
  return status.result === 'temperror' ? 'unanswered' : String(policy);
}

describe('The DMARC policy of a domain', () => {
  for (const [title, zones, expected, organization, { domain = 'mail.acme.dev', differs } = {}] of CASES) {
    it(title, async () => {
      const answer = await findDmarcPolicy(domain, createZones(zones));
      const found = {
        found: () => 'policy' in answer && `${answer.policy} at ${answer.name.slice('_dmarc.'.length)}`,
        invalid: () => 'name' in answer && `invalid at ${answer.name.slice('_dmarc.'.length)}`,
        absent: () => 'absent',
        unanswered: () => 'reason' in answer && `unanswered: ${answer.reason}`,
      }[answer.kind]();
      expect(found).to.equal(expected);
      if ('organizationalDomain' in answer) expect(answer.organizationalDomain).to.equal(organization);
      expect((await findOrganizationalDomain(domain, createZones(zones))) ?? null).to.equal(organization);
      const theirs = await askMailauth(domain, zones);
      const word = expected.split(/[ :]/)[0];
      if (differs === undefined) expect(theirs, 'mailauth').to.equal(word);
      else expect(theirs, `no difference to mailauth, which was: ${differs}`).not.to.equal(word);
    });
  }

  it('reads how strict the alignment is, and whether the policy is only tested', async () => {
    const answerTo = (text: string) => findDmarcPolicy('acme.dev', createZones({ 'acme.dev': text }));
    expect(await answerTo('v=DMARC1; p=reject; adkim=s; t=y'))
      .to.include({ isTest: true })
      .and.deep.include({
        strict: { dkim: true, spf: false },
      });
    expect(await answerTo('v=DMARC1; p=reject; aspf=S; adkim=x'))
      .to.include({ isTest: false })
      .and.deep.include({
        strict: { dkim: false, spf: true },
      });
  });
});
