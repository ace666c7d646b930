// Which provider a mail server belongs to, and how SHAPING_FILE changes the table.
import { expect } from 'chai';
import { createMailboxProviders } from '../../../../shared/mail/providers/providers.ts';
import { PROVIDER_ROWS } from '../../../../shared/mail/providers/table.ts';
import { ConfigError } from '../../../../shared/platform/config/config.ts';
import type { ProviderOverride } from '../../../../shared/platform/config/shaping-file.ts';

/** Mail servers of every row. */
const HOSTS = [
  ['gmail-smtp-in.l.google.com', 'google'],
  ['aspmx2.googlemail.com', 'google'],
  ['hotmail-com.olc.protection.outlook.com', 'outlook'],
  ['acme-dev.mail.protection.outlook.com', 'microsoft-365'],
  ['acme-dev.h-v1.mx.microsoft', 'microsoft-365'],
  ['mta5.am0.yahoodns.net', 'yahoo'],
  ['mx1.mail.yahoo.co.jp', 'yahoo-japan'],
  ['mx01.mail.icloud.com', 'apple'],
  ['smtp-in.orange.fr', 'orange'],
  ['smtpz4.laposte.net', 'laposte'],
  ['mx1.free.fr', 'free'],
  ['mx00.emig.gmx.net', 'gmx'],
  ['mx-ha02.web.de', 'gmx'],
  ['mx00.kundenserver.de', 'gmx'],
  ['mx03.t-online.de', 't-online'],
  ['smtp-in.libero.it', 'libero'],
  ['mx1.seznam.cz', 'seznam'],
  ['mxs.mail.ru', 'mail-ru'],
  ['mx.yandex.ru', 'yandex'],
  ['mx3.qq.com', 'qq'],
  ['163mx01.mxmail.netease.com', 'netease'],
  ['mx1.mxge.comcast.net', 'comcast'],
  ['mx.kpnmail.nl', 'kpn'],
  ['mail.netvigator.com', 'netvigator'],
  ['mailsec.protonmail.ch', 'proton'],
  ['in1-smtp.messagingengine.com', 'fastmail'],
  ['mx2.zoho.eu', 'zoho'],
  ['eu-smtp-inbound-1.mimecast.com', 'mimecast'],
  ['d12345.ess.barracudanetworks.com', 'barracuda'],
  ['mx0a-001.gslb.pphosted.com', 'proofpoint'],
  ['cluster1.eu.messagelabs.com', 'messagelabs'],
] as const;

describe('mailbox providers', () => {
  for (const [host, name] of HOSTS)
    it(`takes ${host} for ${name}`, () => {
      expect(createMailboxProviders([]).of(host)).to.include({ name, isListed: true });
    });

  it('has a host for every row in the list above, and rows within the bounds of SHAPING_FILE', () => {
    expect([...new Set(HOSTS.map(([, name]) => name))]).to.deep.equal(PROVIDER_ROWS.map(({ name }) => name));
    for (const { name, mx, connections, mailsPerConnection, firstRate } of PROVIDER_ROWS) {
      expect(name).to.match(/^[a-z0-9-]{1,64}$/);
      expect(
        mx.every((suffix) => /^(?:\.[a-z0-9-]+)+$/.test(suffix)),
        name,
      ).to.equal(true);
      expect(connections, name).to.be.within(1, 25);
      expect(mailsPerConnection, name).to.be.within(1, 1_000);
      expect(firstRate ?? 300, name).to.be.within(1, 300);
    }
  });

  it('knows what Gmail wants, and gives another server the name of its registrable domain', () => {
    const providers = createMailboxProviders([]);
    expect(providers.of('aspmx.l.google.com')).to.deep.equal({
      name: 'google',
      isListed: true,
      connections: 5,
      mailsPerConnection: 50,
      firstRate: 300,
      maxRate: null,
      needsTls: true,
      idleMs: null,
    });
    expect(providers.of('mx1.eu.acme.co.uk')).to.deep.equal({
      name: 'acme.co.uk',
      isListed: false,
      connections: 20,
      mailsPerConnection: 100,
      firstRate: null,
      maxRate: null,
      needsTls: false,
      idleMs: null,
    });
  });

  for (const [host, name] of [
    ['mx.evilgoogle.com', 'evilgoogle.com'],
    ['aspmx.l.google.com.evil.test', 'evil.test'],
    ['google', 'google.'],
    ['localhost', 'localhost'],
    ['co.uk', 'co.uk'],
    ['mx_1.acme.dev', 'acme.dev'],
    // Names under which customers of a hosting company run servers of their own.
    ['bucket.s3.amazonaws.com', 'bucket.s3.amazonaws.com'],
    [`${'a.'.repeat(120)}acme.dev`, 'acme.dev'],
  ] as const)
    it(`gives ${host.slice(0, 40)} to ${name}, which is not listed`, () => {
      expect(createMailboxProviders([]).of(host)).to.include({ name, isListed: false });
    });

  it('is one object for all hosts of a row, and stays the same for a host', () => {
    const providers = createMailboxProviders([]);
    expect(providers.of('alt1.aspmx.l.google.com')).to.equal(providers.of('aspmx.l.google.com'));
    expect(providers.of('mx1.acme.dev')).to.equal(providers.of('mx1.acme.dev'));
  });

  it('takes the longest suffix, whatever the order', () => {
    const { of } = createMailboxProviders([
      { name: 'long', mx: ['.eu.mx.acme.dev'] },
      { name: 'short', mx: ['.acme.dev'] },
      { name: 'middle', mx: ['.mx.acme.dev'] },
    ]);
    expect(
      ['a.eu.mx.acme.dev', 'eu.mx.acme.dev', 'mx.acme.dev', 'acme.dev'].map((host) => of(host).name),
    ).to.deep.equal(['long', 'long', 'middle', 'short']);
  });

  it('changes of a row only what SHAPING_FILE names', () => {
    const { of } = createMailboxProviders([
      { name: 'google', connections: 40, firstRate: null },
      { name: 'qq', mx: ['.mx.test'], needsTls: true },
      { name: 'mine', mx: ['.acme.dev'], maxRate: 60 },
    ]);
    expect(of('aspmx.l.google.com')).to.include({
      connections: 40,
      mailsPerConnection: 50,
      firstRate: null,
      needsTls: true,
    });
    expect(of('mx.test')).to.include({ name: 'qq', connections: 4, needsTls: true });
    expect(of('mx3.qq.com')).to.include({ name: 'qq.com', isListed: false });
    expect(of('mx.acme.dev')).to.include({
      name: 'mine',
      isListed: true,
      connections: 20,
      maxRate: 60,
      firstRate: null,
    });
  });

  for (const [problem, ...overrides] of [
    ['mine is not in the table, and needs mx', { name: 'mine', connections: 1 }],
    ['mine and google have the suffix .google.com', { name: 'mine', mx: ['.google.com'] }],
    ['qq and google have the suffix .googlemail.com', { name: 'qq', mx: ['.googlemail.com'] }],
    [
      'mine.first_rate must not exceed max_rate',
      { name: 'mine', mx: ['.a.dev'], firstRate: 61, maxRate: 60 },
    ],
    ['yahoo-japan.first_rate must not exceed max_rate', { name: 'yahoo-japan', firstRate: 601 }],
  ] as [string, ...ProviderOverride[]][])
    it(`refuses a file: ${problem}`, () => {
      expect(() => createMailboxProviders(overrides)).to.throw(
        ConfigError,
        `"SHAPING_FILE" is wrong: ${problem}.`,
      );
    });

  it('lets a suffix move between rows', () => {
    const { of } = createMailboxProviders([
      { name: 'google', mx: ['.google.com'] },
      { name: 'workspace', mx: ['.googlemail.com'] },
    ]);
    expect(of('aspmx2.googlemail.com').name).to.equal('workspace');
  });
});
