// The DNS records of a domain: what they are, and when DNS has them.
import { expect } from 'chai';
import type { Dns, DnsAnswer, ServerAnswer } from '../../../../../../shared/platform/net/dns/answer.ts';
import { DEFAULT_SETTINGS } from '../../../../../../shared/resources/messaging/domains/insert.ts';
import { checkRecords } from '../../../../../../shared/resources/messaging/domains/records/check-records.ts';
import {
  type DomainRecord,
  hostOfRecord,
  listDomainRecords,
} from '../../../../../../shared/resources/messaging/domains/records/dns-records.ts';
import { readTestDkimKey } from '../../../../../support/factories/dkim-key.ts';

const { publicKeyBase64 } = readTestDkimKey();
const HOST = {
  mailHostname: 'mail.posthorn.dev',
  spfMechanisms: 'a:mail.posthorn.dev',
  trackingHost: 'track.posthorn.dev',
  certificateIssuer: 'letsencrypt.org',
};
const KEY = {
  id: '1',
  domainId: '1',
  selector: 'ph1',
  publicKeyBase64,
  state: 'active',
  createdAt: new Date(0),
  retiresAt: null,
} as const;
const DEFAULT = { name: 'default', spfInclude: null };
const ACME = { ...DEFAULT_SETTINGS, name: 'acme.dev', receivingEnabled: true, providers: [DEFAULT] };

/** What DNS has: `TXT acme.dev` → values, or the answers of several servers. */
type Zone = Record<string, readonly unknown[] | readonly ServerAnswer<unknown>[] | 'unanswered'>;

/** DNS with these records only. */
function dnsWith(zone: Zone): Dns {
  const answerOf = (key: string): DnsAnswer<never> => {
    const values = zone[key];
    if (values === 'unanswered') return { kind: 'unanswered', reason: 'timeout' };
    return values ? { kind: 'found', values: values as never[] } : { kind: 'absent' };
  };
  const answersOf = (key: string) => {
    const values = zone[key] ?? [];
    const isPerServer =
      Array.isArray(values) && values.some((value) => (value as ServerAnswer<never>).answer);
    return Promise.resolve(
      isPerServer ? (values as ServerAnswer<never>[]) : [{ server: null, answer: answerOf(key) }],
    );
  };
  const ask = (type: string) => (name: string) => Promise.resolve(answerOf(`${type} ${name}`));
  const questions = {
    txt: ask('TXT'),
    mx: ask('MX'),
    addresses: ask('A'),
    cname: ask('CNAME'),
    ns: ask('NS'),
    ptr: ask('PTR'),
  };
  return {
    ...questions,
    about: () => ({
      txt: (name) => answersOf(`TXT ${name}`),
      mx: (name) => answersOf(`MX ${name}`),
      cname: (name) => answersOf(`CNAME ${name}`),
      caa: (name) => answersOf(`CAA ${name}`),
    }),
  };
}

describe('The DNS records of a domain', () => {
  it('are a key, the MX and SPF of the return path, DMARC, the MX of a domain that receives, and the name of tracked links', () => {
    const records = listDomainRecords({ ...ACME, trackingSubdomain: 'links' }, [KEY], HOST);
    expect(
      records.map(({ record, name, type, value, priority }) => [record, name, type, priority, value]),
    ).to.deep.equal([
      ['DKIM', 'ph1._domainkey.acme.dev', 'TXT', null, `v=DKIM1; k=rsa; p=${publicKeyBase64}`],
      ['SPF', 'send.acme.dev', 'MX', 10, 'mail.posthorn.dev'],
      ['SPF', 'send.acme.dev', 'TXT', null, 'v=spf1 a:mail.posthorn.dev ~all'],
      ['DMARC', '_dmarc.acme.dev', 'TXT', null, 'v=DMARC1; p=none;'],
      ['Receiving', 'acme.dev', 'MX', 10, 'mail.posthorn.dev'],
      ['Tracking', 'links.acme.dev', 'CNAME', null, 'track.posthorn.dev'],
    ]);
    const optional = records.filter(({ neededFor }) => neededFor === null);
    expect(optional.map(({ record }) => record)).to.deep.equal(['DMARC', 'Tracking']);
    expect(new Set(records.map(({ key }) => key)).size).to.equal(records.length);
  });

  it('are those of the uses that are enabled', () => {
    const kinds = (settings: object) =>
      listDomainRecords({ ...ACME, ...settings }, [KEY], HOST).map(({ record }) => record);
    expect(kinds({ receivingEnabled: false })).to.deep.equal(['DKIM', 'SPF', 'SPF', 'DMARC']);
    expect(kinds({ sendingEnabled: false })).to.deep.equal(['Receiving']);
  });

  it('allow the mechanisms of each provider once, in their order, and those of the service for one that names none', () => {
    const spfOf = (...includes: (string | null)[]) => {
      const providers = includes.map((spfInclude, index) => ({ name: `p${index}`, spfInclude }));
      return listDomainRecords({ ...ACME, providers }, [KEY], HOST).find(({ key }) => key === 'SPF TXT')
        ?.value;
    };
    expect(spfOf('include:a.dev ip4:192.0.2.1', null, 'include:b.dev include:a.dev', null)).to.equal(
      'v=spf1 include:a.dev ip4:192.0.2.1 a:mail.posthorn.dev include:b.dev ~all',
    );
    expect(spfOf(null, null)).to.equal('v=spf1 a:mail.posthorn.dev ~all');
  });

  it('need the key that signs: the active one, else the newest', () => {
    const needed = (...states: ('pending' | 'active' | 'retiring')[]) =>
      listDomainRecords(
        { ...ACME, receivingEnabled: false },
        states.map((state, index) => ({ ...KEY, state, selector: `ph${states.length - index}` })),
        HOST,
      )
        .filter(({ record, neededFor }) => record === 'DKIM' && neededFor)
        .map(({ key }) => key);
    expect(needed('pending')).to.deep.equal(['DKIM ph1']);
    expect(needed('pending', 'active')).to.deep.equal(['DKIM ph1']);
    expect(needed('active', 'retiring')).to.deep.equal(['DKIM ph2']);
  });

  it('have names below the registrable domain for the forms of DNS providers', () => {
    expect(hostOfRecord('send.mail.acme.co.uk')).to.equal('send.mail');
    expect(hostOfRecord('acme.co.uk')).to.equal('@');
  });
});

describe('A DNS record counts', () => {
  const check = async (record: DomainRecord['record'], zone: Zone, name = 'acme.dev') => {
    const type = Object.keys(zone).some((key) => key.startsWith('MX')) ? 'MX' : 'TXT';
    const wanted = listDomainRecords({ ...ACME, name }, [KEY], HOST).filter(
      (one) => one.record === record && one.type === type,
    );
    const [answer] = await checkRecords(name, wanted, dnsWith(zone));
    if (!answer) throw new Error('There is no such record.');
    return answer;
  };
  const NAMES = { DKIM: 'ph1._domainkey.acme.dev', SPF: 'send.acme.dev', DMARC: '_dmarc.acme.dev' };
  const key = `p=${publicKeyBase64}`;
  const cases: [what: string, record: 'DKIM' | 'SPF' | 'DMARC', texts: string[], status: string][] = [
    ['a key as it was printed', 'DKIM', [`v=DKIM1; k=rsa; ${key}`], 'good'],
    ['a key with other tags and spaces', 'DKIM', [`k=rsa;t=s;${key.replace('M', 'M ')}`], 'good'],
    ['a key for RSA with SHA-256, among others', 'DKIM', [`v=DKIM1;h=sha1:sha256;s=email;${key}`], 'good'],
    ['a key next to another text, which receivers may try first', 'DKIM', ['hello', key], 'bad'],
    ['a key of another algorithm', 'DKIM', [`v=DKIM1; k=ed25519; ${key}`], 'bad'],
    ['a key for another hash', 'DKIM', [`v=DKIM1; h=sha1; ${key}`], 'bad'],
    ['a key of another version', 'DKIM', [`v=DKIM2; ${key}`], 'bad'],
    ['another key', 'DKIM', ['v=DKIM1; p=AAAA'], 'bad'],
    ['a key that was revoked', 'DKIM', ['v=DKIM1; p='], 'bad'],
    ['SPF that allows more', 'SPF', ['v=spf1 include:x.dev +A:mail.posthorn.dev -all'], 'good'],
    ['SPF that allows others only', 'SPF', ['v=spf1 include:x.dev -all'], 'bad'],
    ['SPF with our name as a part of another', 'SPF', ['v=spf1 a:mail.posthorn.dev.x -all'], 'bad'],
    ['SPF that refuses all others before us', 'SPF', ['v=spf1 -all a:mail.posthorn.dev'], 'bad'],
    ['SPF that refuses us', 'SPF', ['v=spf1 -a:mail.posthorn.dev ~all'], 'bad'],
    ['SPF that receivers cannot read', 'SPF', ['v=spf1 a:mail.posthorn.dev include ~all'], 'bad'],
    ['two SPF records', 'SPF', ['v=spf1 a:mail.posthorn.dev -all', 'v=spf1 -all'], 'bad'],
    ['a text that only looks like SPF', 'SPF', ['v=spf10 a:mail.posthorn.dev'], 'bad'],
    ['every DMARC policy', 'DMARC', ['v=DMARC1;p=reject; rua=mailto:a@acme.dev'], 'good'],
    ['DMARC that only asks for reports', 'DMARC', ['v=DMARC1; rua=mailto:a@acme.dev'], 'good'],
    ['DMARC without a policy', 'DMARC', ['v=DMARC1; pct=50'], 'bad'],
    ['DMARC with an unknown policy', 'DMARC', ['v=DMARC1; p=block'], 'bad'],
    ['two DMARC records', 'DMARC', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'bad'],
    ['DMARC in lower case, which receivers ignore', 'DMARC', ['v=dmarc1; p=none'], 'bad'],
    ['no text', 'DMARC', [], 'bad'],
  ];
  for (const [what, record, txt, outcome] of cases) {
    it(`as ${outcome}: ${what}`, async () => {
      const answer = await check(record, txt.length > 0 ? { [`TXT ${NAMES[record]}`]: txt } : {});
      expect(answer.outcome).to.equal(outcome);
      if (outcome === 'bad') expect(answer.detail).to.include(NAMES[record]);
    });
  }

  it('as bad, with what was meant as SPF, when receivers do not see it as such', async () => {
    const texts = ['"v=spf1 a:mail.posthorn.dev ~all"', 'hello'];
    const { detail, found } = await check('SPF', { 'TXT send.acme.dev': texts });
    expect({ detail, found }).to.deep.equal({
      detail: 'There is no SPF record at send.acme.dev.',
      found: texts.slice(0, 1),
    });
  });

  it('as bad, with where it is, when its name has the domain twice', async () => {
    const at = (name: string) => `${name}.acme.dev`;
    const published = {
      DKIM: { [`TXT ${at(NAMES.DKIM)}`]: [`v=DKIM1; ${key}`] },
      SPF: { [`TXT ${at(NAMES.SPF)}`]: ['v=spf1 a:mail.posthorn.dev ~all'] },
      DMARC: { [`TXT ${at(NAMES.DMARC)}`]: ['v=DMARC1; p=none'] },
    };
    for (const record of ['DKIM', 'SPF', 'DMARC'] as const)
      expect(await check(record, published[record])).to.include({
        outcome: 'bad',
        problem: 'name_doubled',
        detail: `The record is at ${at(NAMES[record])} instead of ${NAMES[record]}.`,
      });
    // What a wildcard answers to any name is not a record of ours.
    const others: Zone = {
      [`TXT ${at(NAMES.DKIM)}`]: ['v=spf1 -all'],
      [`TXT ${at(NAMES.SPF)}`]: 'unanswered',
    };
    for (const record of ['DKIM', 'SPF'] as const)
      expect((await check(record, others)).problem).to.equal('absent');
  });

  it('as bad, with what is in its place, when addresses are where a CNAME should be', async () => {
    const wanted = listDomainRecords({ ...ACME, trackingSubdomain: 'links' }, [KEY], HOST).slice(-1);
    const problemOf = async (zone: Zone) =>
      (await checkRecords('acme.dev', wanted, dnsWith(zone)))[0]?.problem;
    const addresses = { 'A links.acme.dev': [{ address: '192.0.2.1', family: 4 }] };
    expect(await problemOf(addresses)).to.equal('addresses_instead');
    const doubled = { 'CNAME links.acme.dev.acme.dev': ['track.posthorn.dev'] };
    expect(await problemOf(doubled)).to.equal('name_doubled');
    expect(await problemOf({ 'CNAME links.acme.dev': ['other.dev'] })).to.equal('different');
    expect(await problemOf({})).to.equal('absent');
  });

  it('as good when our host is the preferred one, and as bad when mail goes to others first', async () => {
    const host = { exchange: 'mail.posthorn.dev', priority: 10 };
    const mx = async (...exchanges: object[]) =>
      (await check('Receiving', exchanges.length > 0 ? { 'MX acme.dev': exchanges } : { MX: [] })).outcome;
    expect(await mx(host)).to.equal('good');
    expect(await mx(host, { exchange: 'a.dev', priority: 20 })).to.equal('good');
    expect(await mx({ exchange: 'a.dev', priority: 1 }, host)).to.equal('bad');
    const problem = async (...exchanges: object[]) =>
      (await check('Receiving', { 'MX acme.dev': exchanges })).problem;
    expect(await problem({ exchange: 'a.dev', priority: 10 }, host)).to.equal('not_preferred');
    expect(await problem({ exchange: 'a.dev', priority: 10 })).to.equal('different');
    expect(await mx(host, { exchange: 'a.dev', priority: 10 })).to.equal('bad');
    expect(
      await mx(...Array.from({ length: 50 }, (_, n) => ({ exchange: `h${n}.dev`, priority: n }))),
    ).to.equal('bad');
    expect(await mx()).to.equal('bad');
  });

  it('as good, for DMARC, when the organization above has a policy, and says which', async () => {
    const of = (published: string) =>
      check('DMARC', { [`TXT ${published}`]: ['v=DMARC1; p=reject; sp=quarantine'] }, 'mail.news.acme.dev');
    expect(await of('_dmarc.mail.news.acme.dev')).to.include({ outcome: 'good', policy: 'reject' });
    expect(await of('_dmarc.acme.dev')).to.include({ outcome: 'good', policy: 'quarantine' });
    expect((await of('_dmarc.acme.dev')).detail).to.include('_dmarc.acme.dev');
    expect((await of('_dmarc.other.dev')).outcome).to.equal('bad');
  });

  it('as unanswered while DNS does not answer, and not as bad', async () => {
    const answer = await check('SPF', { 'TXT send.acme.dev': 'unanswered' });
    expect(answer).to.deep.equal({ outcome: 'unanswered', found: [], detail: 'DNS did not answer in time.' });
    expect((await check('DMARC', { 'TXT _dmarc.acme.dev': 'unanswered' })).outcome).to.equal('unanswered');
  });

  it('as good only when all name servers that answered have it, and says how many do', async () => {
    const good = { kind: 'found', values: ['v=spf1 a:mail.posthorn.dev ~all'] } as const;
    const absent = { kind: 'absent' } as const;
    const silent = { kind: 'unanswered', reason: 'timeout' } as const;
    const spf = (...answers: DnsAnswer<unknown>[]) =>
      check('SPF', {
        'TXT send.acme.dev': answers.map((answer, n) => ({ server: `ns${n}.acme.dev`, answer })),
      });
    expect((await spf(good, good, good)).outcome).to.equal('good');
    expect((await spf(good, silent, silent)).outcome).to.equal('good');
    expect(await spf(good, absent, good)).to.include({
      outcome: 'bad',
      problem: 'not_everywhere',
      detail: '2 of 3 name servers have the record. Another one: There is no SPF record at send.acme.dev.',
    });
    expect((await spf(absent, silent)).outcome).to.equal('bad');
    expect((await spf(silent, silent)).outcome).to.equal('unanswered');
  });

  it('with what was found, in an amount and in characters that can be stored', async () => {
    const texts = [
      'v=spf1 \u0000\ud800',
      ...Array.from({ length: 300 }, (_, n) => `v=spf1 ${'x'.repeat(1_000)}${n}`),
    ];
    const { found, detail } = await check('SPF', { 'TXT send.acme.dev': texts });
    expect(found).to.have.length(10);
    expect(found[0]).to.equal('v=spf1 \ufffd\ufffd');
    expect(found[1]).to.have.length(501);
    expect(detail).to.include('301 SPF records');
  });

  // A pattern that backtracks would run into the time limit of the test.
  it('also with a text of 64 KB', async () => {
    for (const filler of [' ', ';', '=', 'a:', 'include:x ', '\t']) {
      const text = `v=spf1 ${filler.repeat(65_000 / filler.length)}`;
      const outcomes = [
        await check('SPF', { 'TXT send.acme.dev': [text] }),
        await check('DKIM', { 'TXT ph1._domainkey.acme.dev': [text] }),
        await check('DMARC', { 'TXT _dmarc.acme.dev': [`v=DMARC1; ${text}`] }),
      ];
      expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(['bad', 'bad', 'bad']);
    }
  });
});
