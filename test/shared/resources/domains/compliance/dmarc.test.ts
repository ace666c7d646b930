// The DNS tree walk of DMARC (RFC 9989 §4.10), over a table of zones.
import { expect } from 'chai';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import {
  findDmarcPolicy,
  findOrganizationalDomain,
} from '../../../../../shared/resources/domains/compliance/dmarc.ts';
import { createZones, type DmarcZones } from './zones.ts';

const NONE = 'v=DMARC1; p=none';
const REJECT = 'v=DMARC1; p=reject';
/** Ten labels. */
const LONG = 'a.b.c.d.e.f.g.h.acme.dev';

interface Case {
  title: string;
  zones: DmarcZones;
  /** Default: `mail.acme.dev`. */
  domain?: string;
  /** The policy and the domain of its record, or the other kinds of answers. */
  expected: string;
  organization: string | null;
  /** Differs from what mailauth says, which follows RFC 7489: why. */
  differs?: string;
}

const CASES: readonly Case[] = [
  { title: 'no record', zones: {}, expected: 'absent', organization: 'mail.acme.dev' },
  {
    title: 'a record of its own',
    zones: { 'mail.acme.dev': REJECT },
    expected: 'reject at mail.acme.dev',
    organization: 'mail.acme.dev',
  },
  {
    title: 'a record of the parent',
    zones: { 'acme.dev': 'v=DMARC1; p=quarantine; rua=mailto:d@acme.dev' },
    expected: 'quarantine at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'the policy for subdomains (sp)',
    zones: { 'acme.dev': 'v=DMARC1; p=reject; sp=quarantine' },
    expected: 'quarantine at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'its own policy, whatever sp says',
    zones: { 'acme.dev': 'v=DMARC1; p=reject; sp=none' },
    domain: 'acme.dev',
    expected: 'reject at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'the policy for names that do not exist (np), which does not concern a domain that sends',
    zones: { 'acme.dev': 'v=DMARC1; p=none; np=reject' },
    expected: 'none at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'its own record, with the organization above it',
    zones: { 'mail.acme.dev': REJECT, 'acme.dev': NONE },
    expected: 'reject at mail.acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'records of two names above: that of the organization counts, the shortest',
    zones: { 'b.acme.dev': REJECT, 'acme.dev': NONE },
    domain: 'a.b.acme.dev',
    expected: 'none at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'psd=n, which ends the walk',
    zones: { 'b.acme.dev': 'v=DMARC1; p=reject; psd=n', 'acme.dev': NONE },
    domain: 'a.b.acme.dev',
    expected: 'reject at b.acme.dev',
    organization: 'b.acme.dev',
    differs: 'RFC 7489 looks at the registered domain',
  },
  {
    title: 'psd=n of the domain itself',
    zones: { 'mail.acme.dev': 'v=DMARC1; p=none; psd=n', 'acme.dev': REJECT },
    expected: 'none at mail.acme.dev',
    organization: 'mail.acme.dev',
  },
  {
    title: 'psd=y above a record: the organization is one label below',
    zones: { 'acme.dev': REJECT, dev: 'v=DMARC1; p=none; psd=y' },
    expected: 'reject at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'psd=y alone: the policy is that of the public suffix',
    zones: { dev: 'v=DMARC1; p=reject; sp=quarantine; psd=y' },
    expected: 'quarantine at dev',
    organization: 'acme.dev',
    differs: 'RFC 7489 knows no policy of public suffixes',
  },
  {
    title: 'psd=y below the top: the organization is one label below, and nothing above counts',
    zones: { 'co.acme.dev': 'v=DMARC1; p=quarantine; psd=y', 'acme.dev': REJECT },
    domain: 'mail.shop.co.acme.dev',
    expected: 'quarantine at co.acme.dev',
    organization: 'shop.co.acme.dev',
    differs: 'RFC 7489 knows no policy of public suffixes',
  },
  {
    title: 'psd=y of the domain itself',
    zones: { 'acme.dev': 'v=DMARC1; p=reject; psd=y' },
    domain: 'acme.dev',
    expected: 'reject at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'a record between the domain and an organization without one: the suffix decides',
    zones: { 'b.acme.dev': REJECT, dev: 'v=DMARC1; p=none; psd=y' },
    domain: 'a.b.acme.dev',
    expected: 'none at dev',
    organization: 'acme.dev',
    differs: 'RFC 7489 knows no policy of public suffixes',
  },
  {
    title: 'a record of the top-level domain without psd',
    zones: { dev: REJECT },
    expected: 'reject at dev',
    organization: 'dev',
    differs: 'RFC 7489 does not ask there',
  },
  {
    title: 'a domain of ten labels, with a record at the eighth',
    zones: { 'b.c.d.e.f.g.h.acme.dev': REJECT, 'c.d.e.f.g.h.acme.dev': REJECT, 'acme.dev': NONE },
    domain: LONG,
    expected: 'none at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'a record that a walk from ten labels passes over',
    zones: { 'b.c.d.e.f.g.h.acme.dev': REJECT },
    domain: LONG,
    expected: 'absent',
    organization: LONG,
  },
  {
    title: 'two records at a name: none',
    zones: { 'mail.acme.dev': [REJECT, NONE], 'acme.dev': 'v=DMARC1; p=quarantine' },
    expected: 'quarantine at acme.dev',
    organization: 'acme.dev',
  },
  {
    title: 'texts of other kinds next to the record',
    zones: { 'mail.acme.dev': ['v=spf1 -all', '', 'x'.repeat(64_000), REJECT] },
    expected: 'reject at mail.acme.dev',
    organization: 'mail.acme.dev',
  },
  {
    title: 'texts that do not begin with v=DMARC1',
    zones: { 'mail.acme.dev': ['p=reject; v=DMARC1', 'v=DMARC2; p=reject', 'v=DMARC10; p=none', 'DMARC1'] },
    expected: 'absent',
    organization: 'mail.acme.dev',
  },
  {
    title: 'blanks and capitals',
    zones: { 'mail.acme.dev': 'v = DMARC1 ;  P = Reject ;' },
    expected: 'reject at mail.acme.dev',
    organization: 'mail.acme.dev',
    differs: 'mailauth 4 allows no blanks around "="',
  },
  {
    title: 'unknown tags, also dangerous ones',
    zones: { 'mail.acme.dev': 'v=DMARC1; __proto__=x; constructor=y; pct=5; ;; p=quarantine; =; x' },
    expected: 'quarantine at mail.acme.dev',
    organization: 'mail.acme.dev',
  },
  {
    title: 'a policy that does not exist',
    zones: { 'mail.acme.dev': 'v=DMARC1; p=block' },
    expected: 'invalid at mail.acme.dev',
    organization: 'mail.acme.dev',
    differs: 'mailauth repeats the word',
  },
  {
    title: 'no policy, but an address for reports: none',
    zones: { 'mail.acme.dev': 'v=DMARC1; rua=mailto:reports@acme.dev' },
    expected: 'none at mail.acme.dev',
    organization: 'mail.acme.dev',
    differs: 'mailauth leaves the policy out',
  },
  {
    title: 'an unreadable sp, but an address for reports: none',
    zones: { 'mail.acme.dev': 'v=DMARC1; p=reject; sp=all; rua=mailto:reports@acme.dev' },
    expected: 'none at mail.acme.dev',
    organization: 'mail.acme.dev',
    differs: 'mailauth applies p',
  },
  {
    title: 'an unreadable np and no address for reports',
    zones: { 'acme.dev': 'v=DMARC1; p=reject; np=' },
    expected: 'invalid at acme.dev',
    organization: 'acme.dev',
    differs: 'mailauth applies p',
  },
  {
    title: 'no answer for the domain',
    zones: { 'mail.acme.dev': 'SERVFAIL', 'acme.dev': REJECT },
    expected: 'unanswered: servfail',
    organization: null,
  },
  {
    title: 'no answer on the way',
    zones: { 'acme.dev': 'SERVFAIL' },
    expected: 'unanswered: servfail',
    organization: null,
  },
  {
    title: 'no answer above its own record, which counts all the same',
    zones: { 'mail.acme.dev': REJECT, 'acme.dev': 'SERVFAIL' },
    expected: 'reject at mail.acme.dev',
    organization: null,
  },
  {
    title: 'no answer above the end of the walk',
    zones: { 'mail.acme.dev': 'v=DMARC1; p=reject; psd=n', 'acme.dev': 'SERVFAIL' },
    expected: 'reject at mail.acme.dev',
    organization: 'mail.acme.dev',
  },
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
  for (const { title, zones, domain = 'mail.acme.dev', expected, organization, differs } of CASES) {
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
