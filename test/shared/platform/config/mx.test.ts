// Where mail leaves: the forms of MX_SOURCES, and what SPF says of them.
import { expect } from 'chai';
import { loadConfig } from '../../../../shared/platform/config/config.ts';
import { isDirect } from '../../../../shared/platform/config/mx-settings.ts';
import { DATABASE_URL, refusalOf } from './refusal-of.ts';

const load = (environment: Record<string, string> = {}) =>
  loadConfig({ DATABASE_URL, MAIL_HOSTNAME: 'mail.acme.dev', ...environment });
const sourcesOf = (text: string) =>
  load({ MX_SOURCES: text }).mx.sources.map(
    ({ pool, address, family, hostname }) => `${pool} ${address} ${family} ${hostname}`,
  );

describe('the configuration of direct delivery', () => {
  for (const [text, ...sources] of [
    ['203.0.113.5/mx1.acme.dev', 'default 203.0.113.5 4 mx1.acme.dev'],
    [
      '203.0.113.5/mx1.acme.dev, bulk=203.0.113.6/MX2.acme.dev,bulk=203.0.113.7/mx3.acme.dev',
      'default 203.0.113.5 4 mx1.acme.dev',
      'bulk 203.0.113.6 4 mx2.acme.dev',
      'bulk 203.0.113.7 4 mx3.acme.dev',
    ],
    ['2001:DB8:0::5/mx1.acme.dev', 'default 2001:db8::5 6 mx1.acme.dev'],
    ['p_1-x=[2001:db8::5]/mx1.acme.dev', 'p_1-x 2001:db8::5 6 mx1.acme.dev'],
    ['[203.0.113.5]/mx1.acme.dev', 'default 203.0.113.5 4 mx1.acme.dev'],
    [''],
  ] as const) {
    it(`reads MX_SOURCES="${text}"`, () => {
      expect(sourcesOf(text)).to.deep.equal(sources);
    });
  }

  for (const text of [
    '203.0.113.5',
    'mx1.acme.dev',
    '203.0.113.5/',
    '/mx1.acme.dev',
    '203.0.113.5/mx1.acme.dev,',
    ',',
    '203.0.113.5/24/mx1.acme.dev',
    '203.0.113/mx1.acme.dev',
    '203.0.113.256/mx1.acme.dev',
    '203.0.113.5/mx 1',
    '203.0.113.5/203.0.113.5',
    '203.0.113.5/::1',
    '203.0.113.5/mx1.acme.dev.',
    '[2001:db8::5/mx1.acme.dev',
    '2001:db8::5]/mx1.acme.dev',
    'fe80::1%eth0/mx1.acme.dev',
    '::ffff:203.0.113.5/mx1.acme.dev',
    '=203.0.113.5/mx1.acme.dev',
    'Bulk=203.0.113.5/mx1.acme.dev',
    'none=203.0.113.5/mx1.acme.dev',
    `${'p'.repeat(33)}=203.0.113.5/mx1.acme.dev`,
    'a=b=203.0.113.5/mx1.acme.dev',
    '203.0.113.5/mx1.acme.dev\n'.repeat(2),
  ]) {
    it(`refuses MX_SOURCES=${JSON.stringify(text)}`, () => {
      expect(refusalOf({ DATABASE_URL, MX_SOURCES: text }).message).to.match(
        /^Configuration: "MX_SOURCES" must be addresses with their names, [^\n]*\.$/,
      );
    });
  }

  it('refuses the same address twice, however it is written', () => {
    for (const text of [
      '203.0.113.5/mx1.acme.dev,bulk=203.0.113.5/mx2.acme.dev',
      '2001:db8::5/mx1.acme.dev,bulk=[2001:DB8:0:0::5]/mx1.acme.dev',
    ])
      expect(refusalOf({ DATABASE_URL, MX_SOURCES: text }).message).to.equal(
        'Configuration: "MX_SOURCES" has the same address twice.',
      );
  });

  it('knows mx: in SMTP_URL alone: next to servers, and in other spellings, it is refused', () => {
    expect(isDirect(load({ SMTP_URL: 'mx:' }))).to.equal(true);
    expect(isDirect(load({ SMTP_URL: 'smtp://mx:secret@relay.acme.dev' }))).to.equal(false);
    for (const text of ['mx:,smtp://relay.acme.dev', 'smtp://relay.acme.dev, mx:', 'MX:', 'mx://acme.dev'])
      expect(refusalOf({ DATABASE_URL, SMTP_URL: text }).message).to.equal(
        'Configuration: "SMTP_URL" must be either mx: alone, or servers without mx:.',
      );
  });

  it('takes its variables without mx:, and SMTP_DELIVERY=dsn with it', () => {
    const unused = { MX_SOURCES: '203.0.113.5/mx1.acme.dev', MX_PORT: '2526', SMTP_DELIVERY: 'dsn' };
    for (const SMTP_URL of ['mx:', 'smtp://relay.acme.dev', ''])
      expect(load({ ...unused, SMTP_URL }).mx.port).to.equal(2_526);
  });

  it('allows the sources in SPF, unless SPF_INCLUDE is set or mail leaves elsewhere', () => {
    const MX_SOURCES = '203.0.113.5/mx1.acme.dev,bulk=2001:db8::5/mx2.acme.dev';
    const spfOf = (environment: Record<string, string>) => load(environment).spfMechanisms;
    expect(spfOf({ SMTP_URL: 'mx:', MX_SOURCES })).to.equal('ip4:203.0.113.5 ip6:2001:db8::5');
    expect(spfOf({ SMTP_URL: 'mx:', MX_SOURCES, SPF_INCLUDE: 'spf.acme.dev' })).to.equal(
      'include:spf.acme.dev',
    );
    for (const environment of [{ SMTP_URL: 'mx:' }, { MX_SOURCES }, { SMTP_URL: 'smtp://a.dev', MX_SOURCES }])
      expect(spfOf(environment)).to.equal('a:mail.acme.dev');
  });
});
