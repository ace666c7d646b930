// Authentication of received mail: each fixture is a message with real signatures, and the records of its domains are in
// a real DNS server. The expected results are written next to it.
import { expect } from 'chai';
import type { SmtpClient } from '../../../../shared/mail/parse/message-source.ts';
import { useRsaSigner } from '../../../support/factories/rsa-signer.ts';
import type { DnsServer } from '../../../support/net/dns-server.ts';
import {
  altered,
  ed25519Key,
  plainMessage,
  rsaKey,
  sealed,
  signAgain,
  signedMessage,
} from './support/signed-messages.ts';
import { useParser } from './support/use-parser.ts';

/** Permitted by every SPF record that permits any. */
const PERMITTED = '192.0.2.10';
const OTHER = '192.0.2.99';
const KEY = rsaKey();
const FOREIGN = rsaKey();
const WEAK = rsaKey(768);
const ED25519 = ed25519Key();

/** Domain → TXT records; a name beginning with `_dmarc.` or `s1._domainkey.` is that of its domain. */
const RECORDS: Record<string, readonly string[]> = {
  'acme.test': [`v=spf1 ip4:${PERMITTED} -all`],
  '_dmarc.acme.test': ['v=DMARC1; p=reject'],
  's1._domainkey.acme.test': [KEY.record],
  'bounce.acme.test': [`v=spf1 ip4:${PERMITTED} ip6:2001:db8::/32 -all`],
  'strict.test': [`v=spf1 ip4:${PERMITTED} -all`],
  'bounce.strict.test': [`v=spf1 ip4:${PERMITTED} -all`],
  '_dmarc.strict.test': ['v=DMARC1; p=reject; adkim=s; aspf=s'],
  's1._domainkey.strict.test': [KEY.record],
  'once.example': [`v=spf1 ip4:${PERMITTED} -all`],
  's1._domainkey.once.example': [KEY.record],
  '_dmarc.parent.test': ['v=DMARC1; p=none; sp=reject; adkim=s'],
  's1._domainkey.parent.test': [KEY.record],
  '_dmarc.own.parent.test': ['v=DMARC1; p=none'],
  'free.test': [`v=spf1 ip4:${PERMITTED} -all`],
  's1._domainkey.free.test': [KEY.record],
  's1._domainkey.one.hoster.test': [KEY.record],
  '_dmarc.hoster.test': ['v=DMARC1; p=reject; psd=y'],
  's1._domainkey.revoked.test': ['v=DKIM1; k=rsa; p='],
  '_dmarc.revoked.test': ['v=DMARC1; p=reject'],
  's1._domainkey.foreign.test': [FOREIGN.record],
  '_dmarc.foreign.test': ['v=DMARC1; p=reject'],
  's1._domainkey.weak.test': [WEAK.record],
  '_dmarc.weak.test': ['v=DMARC1; p=reject'],
  's1._domainkey.ed.test': [ED25519.record],
  '_dmarc.ed.test': ['v=DMARC1; p=reject'],
  's1._domainkey.list.test': [FOREIGN.record],
  's1._domainkey.slow-policy.test': [KEY.record],
  '_dmarc.own.slow-policy.test': ['v=DMARC1; p=reject'],
  '_dmarc.two.test': ['v=DMARC1; p=reject', 'v=DMARC1; p=none'],
  '_dmarc.empty.test': ['v=DMARC1; adkim=s'],
  's1._domainkey.empty.test': [KEY.record],
  'softfail.test': ['v=spf1 ~all'],
  'neutral.test': ['v=spf1 ?all'],
  'broken.test': ['v=spf1 ip4:300.1.1.1 -all'],
  'twice.test': ['v=spf1 -all', 'v=spf1 +all'],
  'including.test': ['v=spf1 include:acme.test -all'],
  'silent-include.test': ['v=spf1 include:silent.test -all'],
  'hosts.test': ['v=spf1 mx a:web.hosts.test -all'],
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, level) => [
      level === 0 ? 'deep.test' : `i${level}.deep.test`,
      [`v=spf1 include:i${level + 1}.deep.test -all`],
    ]),
  ),
};
const SILENT = ['silent.test', 's1._domainkey.silent-key.test', '_dmarc.slow-policy.test'];

interface Fixture {
  what: string;
  message: () => Buffer | Promise<Buffer>;
  /** MAIL FROM and the address of the client. */
  envelope?: readonly [mailFrom: string, address: string];
  expected: readonly [spf: string, dkim: string, dmarc: string, arc: string, authenticated: boolean];
}

describe('The authentication of a received message', () => {
  const { sign } = useRsaSigner();
  const received = useParser();
  before(() => publish(received.dns));
  const client = ([mailFrom, address]: readonly [string, string]): SmtpClient => ({
    address,
    helo: 'bounce.acme.test',
    mailFrom,
  });
  const own = (from: string, domain: string) => signedMessage(from, domain, KEY, sign);
  const acme = () => own('Ada <ada@acme.test>', 'acme.test');
  const list = async (message: Buffer) => sealed(message, 'list.test', FOREIGN);
  const none = ['', OTHER] as const;
  const returned = (domain: string) => [`bounces@${domain}`, PERMITTED] as const;

  // biome-ignore format: it is a table
  const fixtures: Fixture[] = [
    { what: 'is unchanged', message: acme, envelope: returned('acme.test'), expected: ['pass', 'pass', 'pass', 'none', true] },
    { what: 'was changed by an octet in its body', message: async () => altered(await acme(), 'last line', 'lost line'), expected: ['fail', 'fail', 'fail', 'none', false] },
    { what: 'was changed by an octet in a signed field', message: async () => altered(await acme(), 'Subject: Hello', 'Subject: Hallo'), expected: ['fail', 'fail', 'fail', 'none', false] },
    { what: 'has a new field on top', message: async () => Buffer.concat([Buffer.from('X-Seen: yes\r\n'), await acme()]), expected: ['fail', 'pass', 'pass', 'none', true] },
    { what: 'has a second From on top', message: async () => Buffer.concat([Buffer.from('From: eve@evil.test\r\n'), await acme()]), envelope: returned('acme.test'), expected: ['pass', 'fail', 'none', 'none', false] },
    { what: 'has two mailboxes in From', message: () => altered(plainMessage('ada@acme.test'), 'From: ada@acme.test', 'From: ada@acme.test, eve@evil.test'), envelope: returned('acme.test'), expected: ['pass', 'none', 'none', 'none', false] },
    { what: 'is signed with a revoked key', message: () => own('a@revoked.test', 'revoked.test'), envelope: none, expected: ['fail', 'neutral', 'fail', 'none', false] },
    { what: 'is signed with a foreign key', message: () => own('a@foreign.test', 'foreign.test'), envelope: none, expected: ['fail', 'fail', 'fail', 'none', false] },
    { what: 'is signed with a key that is not published', message: () => own('a@two.test', 'two.test'), envelope: none, expected: ['fail', 'neutral', 'none', 'none', false] },
    { what: 'is signed with a weak key', message: () => signedMessage('a@weak.test', 'weak.test', WEAK, sign), envelope: none, expected: ['fail', 'policy', 'fail', 'none', false] },
    { what: 'has an expired signature', message: async () => signAgain(plainMessage('a@acme.test'), 'acme.test', KEY, { expires: new Date(Date.now() - 1_000) }), envelope: none, expected: ['fail', 'neutral', 'fail', 'none', false] },
    { what: 'is signed with SHA-1', message: async () => signAgain(plainMessage('a@acme.test'), 'acme.test', KEY, { algorithm: 'rsa-sha1' }), envelope: none, expected: ['fail', 'policy', 'fail', 'none', false] },
    { what: 'is signed with Ed25519', message: async () => signAgain(plainMessage('a@ed.test'), 'ed.test', ED25519), envelope: none, expected: ['fail', 'pass', 'pass', 'none', true] },
    { what: 'was lengthened after the part that is signed', message: async () => Buffer.concat([await signAgain(plainMessage('a@acme.test'), 'acme.test', KEY, { maxBodyLength: 16 }), Buffer.from('Pay here.\r\n')]), envelope: none, expected: ['fail', 'policy', 'fail', 'none', false] },
    { what: 'has a signature that does not cover From', message: async () => signAgain(plainMessage('a@acme.test'), 'acme.test', KEY, { headerList: 'Subject:Date' }), envelope: none, expected: ['fail', 'permerror', 'fail', 'none', false] },
    { what: 'has a bad signature and a good one', message: async () => signAgain(await own('a@acme.test', 'foreign.test'), 'acme.test', KEY), envelope: none, expected: ['fail', 'pass', 'pass', 'none', true] },
    { what: 'has its good signature below ten others', message: async () => Buffer.concat([...Array.from({ length: 10 }, () => Buffer.from('DKIM-Signature: v=1; a=rsa-sha256; d=evil.test; s=s1; h=From; bh=x; b=y\r\n')), await acme()]), envelope: none, expected: ['fail', 'fail', 'fail', 'none', false] },
    { what: 'has an unreadable signature', message: () => Buffer.concat([Buffer.from('DKIM-Signature: v=1; a=rsa-md5\r\n'), plainMessage('a@acme.test')]), envelope: none, expected: ['fail', 'neutral', 'fail', 'none', false] },
    { what: 'is signed by the domain above, which allows it', message: () => own('a@sub.acme.test', 'acme.test'), envelope: none, expected: ['fail', 'pass', 'pass', 'none', true] },
    { what: 'is signed by the domain above, which is strict', message: () => own('a@sub.strict.test', 'strict.test'), envelope: none, expected: ['fail', 'pass', 'fail', 'none', false] },
    { what: 'is signed by the same domain, which is strict', message: () => own('a@strict.test', 'strict.test'), envelope: none, expected: ['fail', 'pass', 'pass', 'none', true] },
    { what: 'is signed by another organization', message: () => own('a@acme.test', 'free.test'), envelope: none, expected: ['fail', 'pass', 'fail', 'none', false] },
    { what: 'comes from a subdomain with the return path of another', message: () => plainMessage('a@acme.test'), envelope: returned('bounce.acme.test'), expected: ['pass', 'none', 'pass', 'none', true] },
    { what: 'comes from a strict domain with the return path of its subdomain', message: () => plainMessage('a@strict.test'), envelope: returned('bounce.strict.test'), expected: ['pass', 'none', 'fail', 'none', false] },
    { what: 'comes from a subdomain to which the policy of subdomains applies', message: () => own('a@sub.parent.test', 'parent.test'), envelope: none, expected: ['fail', 'pass', 'fail', 'none', false] },
    { what: 'comes from a subdomain with a policy of its own', message: () => own('a@own.parent.test', 'parent.test'), envelope: none, expected: ['fail', 'pass', 'pass', 'none', true] },
    { what: 'is signed, and there is no policy', message: () => own('a@free.test', 'free.test'), envelope: none, expected: ['fail', 'pass', 'none', 'none', true] },
    { what: 'has an aligned return path, and there is no policy', message: () => plainMessage('a@free.test'), envelope: returned('free.test'), expected: ['pass', 'none', 'none', 'none', true] },
    { what: 'is signed by another domain, and there is no policy', message: () => own('a@other.test', 'free.test'), envelope: none, expected: ['fail', 'pass', 'none', 'none', false] },
    { what: 'is signed by another customer of the same hoster', message: () => own('a@two.hoster.test', 'one.hoster.test'), envelope: none, expected: ['fail', 'pass', 'fail', 'none', false] },
    { what: 'is signed by the domain above, and there is no policy', message: () => own('a@sub.free.test', 'free.test'), envelope: none, expected: ['fail', 'pass', 'none', 'none', false] },
    { what: 'has nothing, and there is no policy', message: () => plainMessage('a@none.test'), envelope: ['a@none.test', OTHER], expected: ['none', 'none', 'none', 'none', false] },
    { what: 'comes from a domain with two policies', message: () => plainMessage('a@two.test'), envelope: none, expected: ['fail', 'none', 'none', 'none', false] },
    { what: 'comes from a domain with an unreadable policy', message: () => own('a@empty.test', 'empty.test'), envelope: none, expected: ['fail', 'pass', 'permerror', 'none', false] },
    { what: 'is signed with a key about which DNS is silent', message: () => own('a@acme.test', 'silent-key.test'), envelope: none, expected: ['fail', 'temperror', 'temperror', 'none', false] },
    { what: 'comes from a domain about whose policy DNS is silent', message: () => own('a@slow-policy.test', 'slow-policy.test'), envelope: none, expected: ['fail', 'pass', 'temperror', 'none', false] },
    { what: 'is signed by the domain above, about whose policy DNS is silent', message: () => own('a@own.slow-policy.test', 'slow-policy.test'), envelope: none, expected: ['fail', 'pass', 'temperror', 'none', false] },
    { what: 'has a return path about which DNS is silent', message: () => plainMessage('a@acme.test'), envelope: returned('silent.test'), expected: ['temperror', 'none', 'temperror', 'none', false] },
    { what: 'has a return path that includes a domain about which DNS is silent', message: () => plainMessage('a@acme.test'), envelope: returned('silent-include.test'), expected: ['temperror', 'none', 'temperror', 'none', false] },
    { what: 'has a return path that disapproves softly', message: () => plainMessage('a@acme.test'), envelope: returned('softfail.test'), expected: ['softfail', 'none', 'fail', 'none', false] },
    { what: 'has a return path that says nothing', message: () => plainMessage('a@acme.test'), envelope: returned('neutral.test'), expected: ['neutral', 'none', 'fail', 'none', false] },
    { what: 'has a return path with a broken record', message: () => plainMessage('a@acme.test'), envelope: returned('broken.test'), expected: ['permerror', 'none', 'fail', 'none', false] },
    { what: 'has a return path with two records', message: () => plainMessage('a@acme.test'), envelope: returned('twice.test'), expected: ['permerror', 'none', 'fail', 'none', false] },
    { what: 'has a return path that needs too many lookups', message: () => plainMessage('a@acme.test'), envelope: returned('deep.test'), expected: ['permerror', 'none', 'fail', 'none', false] },
    { what: 'has a return path that includes a permission', message: () => plainMessage('a@acme.test'), envelope: returned('including.test'), expected: ['pass', 'none', 'fail', 'none', false] },
    { what: 'comes from the MX of its return path', message: () => plainMessage('a@acme.test'), envelope: ['a@hosts.test', '192.0.2.20'], expected: ['pass', 'none', 'fail', 'none', false] },
    { what: 'comes from a host of its return path over IPv6', message: () => plainMessage('a@acme.test'), envelope: ['a@hosts.test', '2001:db8::21'], expected: ['pass', 'none', 'fail', 'none', false] },
    { what: 'has the null return path, and the name of its client permits it', message: () => plainMessage('a@acme.test'), envelope: ['', '2001:db8::1'], expected: ['pass', 'none', 'pass', 'none', true] },
    { what: 'was forwarded unchanged', message: async () => list(await acme()), envelope: none, expected: ['fail', 'pass', 'pass', 'pass', true] },
    { what: 'was changed by a mailing list before it was sealed', message: async () => list(altered(await acme(), 'last line', 'list line')), envelope: none, expected: ['fail', 'fail', 'fail', 'pass', false] },
    { what: 'was changed after it was sealed', message: async () => altered(await list(await acme()), 'last line', 'lost line'), envelope: none, expected: ['fail', 'fail', 'fail', 'fail', false] },
    { what: 'has a seal that is not of its domain', message: async () => sealed(await acme(), 'list.test', KEY), envelope: none, expected: ['fail', 'pass', 'pass', 'fail', true] },
    { what: 'has a seal about whose key DNS is silent', message: async () => sealed(await acme(), 'silent-key.test', KEY), envelope: none, expected: ['fail', 'pass', 'pass', 'temperror', true] },
  ];

  for (const { what, message, envelope = none, expected } of fixtures) {
    it(`that ${what} is ${expected.slice(0, 4).join(' ')}${expected[4] ? ', authenticated' : ''}`, async () => {
      const { authentication, authenticated, parseError } = await received.parse(
        await message(),
        client(envelope),
      );
      const { spf, dkim, dmarc, arc } = authentication;
      expect([spf, dkim, dmarc, arc, authenticated]).to.deep.equal(expected);
      expect(parseError).to.equal(null);
    });
  }

  it('asks for each name once, however often a message and those that come with it need it', async () => {
    received.dns.questions.length = 0;
    const message = await own('Ada <ada@once.example>', 'once.example');
    const twice = await signAgain(message, 'once.example', KEY);
    const results = await Promise.all(
      [message, twice, twice].map((each) => received.parse(each, client(returned('once.example')))),
    );
    expect(results.map(({ authenticated }) => authenticated)).to.deep.equal([true, true, true]);
    expect(received.dns.questions).to.have.members([
      'TXT once.example',
      'TXT _dmarc.once.example',
      'TXT _dmarc.example',
      'TXT s1._domainkey.once.example',
    ]);
  });

  it('asks again for what was not answered', async () => {
    const message = await own('Ada <ada@late.example>', 'late.example');
    const asked = 's1._domainkey.late.example';
    received.dns.fail('SERVFAIL', asked);
    const { authentication } = await received.parse(message);
    expect(authentication.dkim).to.equal('temperror');
    received.dns.heal();
    received.dns.publish(asked, { type: 'TXT', value: KEY.record });
    expect((await received.parse(message)).authentication.dkim).to.equal('pass');
    silence(received.dns);
  });

  it('judges no SPF without a client', async () => {
    const { authentication, authenticated } = await received.parse(await acme());
    expect(authentication).to.deep.equal({ spf: 'none', dkim: 'pass', dmarc: 'pass', arc: 'none' });
    expect(authenticated).to.equal(true);
  });
});

function publish(dns: DnsServer): void {
  for (const [name, values] of Object.entries(RECORDS)) {
    for (const value of values) dns.publish(name, { type: 'TXT', value });
  }
  dns.publish('hosts.test', { type: 'MX', value: 'mx.hosts.test', priority: 10 });
  dns.publish('mx.hosts.test', { type: 'A', value: '192.0.2.20' });
  dns.publish('web.hosts.test', { type: 'AAAA', value: '2001:db8::21' });
  silence(dns);
}

function silence(dns: DnsServer): void {
  for (const name of SILENT) dns.fail('silence', name);
}
