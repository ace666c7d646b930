// The DNS records of a domain: what they are, how they are written, and when DNS has them.
import { expect } from 'chai';
import {
  compareDnsRecords,
  type RecordInDns,
} from '../../../../shared/resources/domains/compare-dns-records.ts';
import { listDomainRecords } from '../../../../shared/resources/domains/dns-records.ts';
import { toZoneFile } from '../../../../shared/resources/domains/zone-file.ts';
import { readTestDkimKey } from '../../../support/dkim-key.ts';

const { publicKeyBase64 } = readTestDkimKey();
const HOST = { mailHostname: 'mail.posthorn.dev', spfMechanisms: 'a:mail.posthorn.dev' };
const ACME = {
  name: 'acme.dev',
  dkim: { selector: 'ph1', publicKeyBase64 },
  returnPathLabel: 'send',
  receiving: true,
};

describe('The DNS records of a domain', () => {
  it('are a key, the MX and SPF of the return path, DMARC, and the MX of a domain that receives', () => {
    const records = listDomainRecords(ACME, HOST);
    expect(
      records.map(({ record, name, type, value, priority }) => [record, name, type, priority, value]),
    ).to.deep.equal([
      ['DKIM', 'ph1._domainkey.acme.dev', 'TXT', undefined, `v=DKIM1; k=rsa; p=${publicKeyBase64}`],
      ['SPF', 'send.acme.dev', 'MX', 10, 'mail.posthorn.dev'],
      ['SPF', 'send.acme.dev', 'TXT', undefined, 'v=spf1 a:mail.posthorn.dev ~all'],
      ['DMARC', '_dmarc.acme.dev', 'TXT', undefined, 'v=DMARC1; p=none;'],
      ['Receiving', 'acme.dev', 'MX', 10, 'mail.posthorn.dev'],
    ]);
    expect(records.filter(({ isRequired }) => !isRequired).map(({ record }) => record)).to.deep.equal([
      'DMARC',
    ]);
    expect(listDomainRecords({ ...ACME, receiving: false }, HOST)).to.have.length(4);
  });

  it('are written as lines of a zone file, with strings of up to 255 characters', () => {
    const lines = toZoneFile(listDomainRecords(ACME, HOST));
    expect(lines.slice(1)).to.deep.equal([
      'send.acme.dev. 3600 IN MX 10 mail.posthorn.dev.',
      'send.acme.dev. 3600 IN TXT "v=spf1 a:mail.posthorn.dev ~all"',
      '_dmarc.acme.dev. 3600 IN TXT "v=DMARC1; p=none;"',
      'acme.dev. 3600 IN MX 10 mail.posthorn.dev.',
    ]);
    const strings = [...(lines[0] ?? '').matchAll(/"([^"]*)"/g)].map(([, string = '']) => string);
    expect(strings.map(({ length }) => length > 0 && length <= 255)).to.deep.equal([true, true]);
    expect(strings.join('')).to.equal(`v=DKIM1; k=rsa; p=${publicKeyBase64}`);
  });
});

describe('A DNS record counts', () => {
  const compare = async (
    record: RecordInDns['record']['record'],
    { txt = [], mx = [] }: { txt?: string[]; mx?: [exchange: string, priority: number][] },
  ) => {
    const wanted = listDomainRecords(ACME, HOST).filter(
      (one) => one.record === record && one.type === (mx.length > 0 ? 'MX' : 'TXT'),
    );
    const [compared] = await compareDnsRecords(wanted, {
      txt: () => Promise.resolve(txt),
      mx: () => Promise.resolve(mx.map(([exchange, priority]) => ({ exchange, priority }))),
    });
    return compared?.status;
  };
  const key = `p=${publicKeyBase64}`;
  const cases: [what: string, record: 'DKIM' | 'SPF' | 'DMARC', texts: string[], status: string][] = [
    ['a key as it was printed', 'DKIM', [`v=DKIM1; k=rsa; ${key}`], 'met'],
    ['a key with other tags and spaces', 'DKIM', [`k=rsa;t=s;${key.replace('M', 'M ')}`], 'met'],
    ['a key for RSA with SHA-256, among others', 'DKIM', [`v=DKIM1;h=sha1:sha256;s=email;${key}`], 'met'],
    ['a key next to another text, which receivers may try first', 'DKIM', ['hello', key], 'wrong'],
    ['a key of another algorithm', 'DKIM', [`v=DKIM1; k=ed25519; ${key}`], 'wrong'],
    ['a key for another hash', 'DKIM', [`v=DKIM1; h=sha1; ${key}`], 'wrong'],
    ['a key of another version', 'DKIM', [`v=DKIM2; ${key}`], 'wrong'],
    ['another key', 'DKIM', ['v=DKIM1; p=AAAA'], 'wrong'],
    ['a key that was revoked', 'DKIM', ['v=DKIM1; p='], 'wrong'],
    ['SPF that allows more', 'SPF', ['v=spf1 include:x.dev +A:mail.posthorn.dev -all'], 'met'],
    ['SPF that allows others only', 'SPF', ['v=spf1 include:x.dev -all'], 'wrong'],
    ['SPF with our name as a part of another', 'SPF', ['v=spf1 a:mail.posthorn.dev.x -all'], 'wrong'],
    ['SPF that refuses all others before us', 'SPF', ['v=spf1 -all a:mail.posthorn.dev'], 'wrong'],
    ['SPF that refuses us', 'SPF', ['v=spf1 -a:mail.posthorn.dev ~all'], 'wrong'],
    ['SPF that receivers cannot read', 'SPF', ['v=spf1 a:mail.posthorn.dev include ~all'], 'wrong'],
    ['two SPF records', 'SPF', ['v=spf1 a:mail.posthorn.dev -all', 'v=spf1 -all'], 'wrong'],
    ['a text that only looks like SPF', 'SPF', ['v=spf10 a:mail.posthorn.dev'], 'missing'],
    ['every DMARC policy', 'DMARC', ['v=DMARC1;p=reject; rua=mailto:a@acme.dev'], 'met'],
    ['DMARC without a policy', 'DMARC', ['v=DMARC1; rua=mailto:a@acme.dev'], 'wrong'],
    ['DMARC with an unknown policy', 'DMARC', ['v=DMARC1; p=block'], 'wrong'],
    ['two DMARC records', 'DMARC', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'wrong'],
    ['DMARC in lower case, which receivers ignore', 'DMARC', ['v=dmarc1; p=none'], 'missing'],
    ['no text', 'DMARC', [], 'missing'],
  ];
  for (const [what, record, txt, status] of cases) {
    it(`as ${status}: ${what}`, async () => {
      expect(await compare(record, { txt })).to.equal(status);
    });
  }

  it('as met with our host among others, whatever the priority, and as wrong without it', async () => {
    expect(
      await compare('Receiving', {
        mx: [
          ['a.dev', 1],
          ['mail.posthorn.dev', 99],
        ],
      }),
    ).to.equal('met');
    expect(await compare('Receiving', { mx: [['a.dev', 1]] })).to.equal('wrong');
  });

  it('as met, for DMARC, when a domain above has a policy, but not a top-level domain', async () => {
    const status = async (published: string) => {
      const news = listDomainRecords({ ...ACME, name: 'mail.news.acme.dev' }, HOST);
      const [compared] = await compareDnsRecords(
        news.filter(({ record }) => record === 'DMARC'),
        {
          txt: (name) => Promise.resolve(name === published ? ['v=DMARC1; p=reject'] : []),
          mx: () => Promise.resolve([]),
        },
      );
      return compared?.status;
    };
    expect(await status('_dmarc.mail.news.acme.dev')).to.equal('met');
    expect(await status('_dmarc.acme.dev')).to.equal('met');
    expect(await status('_dmarc.dev')).to.equal('missing');
    expect(await status('_dmarc.other.dev')).to.equal('missing');
  });

  it('as unknown while DNS does not answer, not as missing', async () => {
    const silence = () => Promise.reject(new Error('ETIMEOUT'));
    const compared = await compareDnsRecords(listDomainRecords(ACME, HOST), { txt: silence, mx: silence });
    expect(compared.map(({ status }) => status)).to.deep.equal(Array(5).fill('unknown'));
  });
});
