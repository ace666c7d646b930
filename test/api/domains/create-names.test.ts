// The names of new domains (docs/reference/domains.md#post-domains).
import { expect } from 'chai';
import { type Caller, useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

const LONG = [63, 63, 63].map((length) => 'a'.repeat(length)).join('.');

describe('The name of a new domain', () => {
  const app = useApp();
  const account = useAccount(app);
  const refusalOf = async ({ api }: Caller, name: unknown) => {
    const answer = await api.post('/domains').send({ name });
    expect(answer.status, String(name).slice(0, 30)).to.equal(422);
    const message = expectError(answer, 422, 'validation_error');
    expect(message, String(name).slice(0, 30)).to.include('`name`');
    return message;
  };

  it('Stores the name of a domain in lower-case ASCII without a final dot, and other scripts as punycode.', async () => {
    for (const [given, stored] of [
      [' Mail.ACME.dev. ', 'mail.acme.dev'],
      ['bücher.de', 'xn--bcher-kva.de'],
      ['почта.рф', 'xn--80a1acny.xn--p1ai'],
      [`${LONG}.${'d'.repeat(34)}.dev`, undefined],
    ] as const) {
      const { status, body } = await account.api.post('/domains').send({ name: given });
      expect([status, body.name]).to.deep.equal([201, stored ?? given]);
    }
  });

  it('Rejects a name under which no domain can be registered with validation_error 422: IP addresses, single labels, public suffixes, more than 230 characters.', async () => {
    for (const name of [
      '192.0.2.1',
      '0x7f.1',
      '[2001:db8::1]',
      '2001:db8::1',
      'acme',
      'dev',
      'co.uk',
      'github.io',
      'xn--p1ai',
      '.',
      '..',
      'acme..dev',
      'acme.dev..',
      '.acme.dev',
      '*.acme.dev',
      '_dmarc.acme.dev',
      '-acme.dev',
      'acme.dev/path',
      'https://acme.dev',
      'bo@acme.dev',
      'a b.dev',
      'xn--zzzzzz---.dev',
      '__proto__',
      'constructor',
      `${LONG}.${'d'.repeat(35)}.dev`,
      `${LONG}.${'d'.repeat(58)}.dev`,
      `${'a'.repeat(100_000)}.dev`,
    ])
      expect((await refusalOf(account, name)).length, name.slice(0, 30)).to.be.below(400);
    for (const name of [5, true, ['acme.dev'], { name: 'acme.dev' }]) await refusalOf(account, name);
    expect(await account.count('domains')).to.equal(0);
  });

  describe('with names of the operator', () => {
    const own = useApp({
      config: {
        mailHostname: 'mx.mail.posthorn.dev',
        simulatorDomains: ['simulator.test', 'sim.resend.dev'],
      },
    });
    const other = useAccount(own);

    it('Rejects reserved names with validation_error 422: those for documentation and tests, the domains of the simulator with parents and subdomains, MAIL_HOSTNAME and its parents.', async () => {
      for (const name of [
        'example.com',
        'mail.example.org',
        'acme.test',
        'acme.invalid',
        'acme.localhost',
        'printer.local',
        '1.0.0.127.in-addr.arpa',
        'acme.onion',
        'acme.internal',
        'simulator.test',
        'sim.resend.dev',
        'a.sim.resend.dev',
        'resend.dev',
        'mx.mail.posthorn.dev',
        'MAIL.posthorn.dev.',
        'posthorn.dev',
      ])
        expect(await refusalOf(other, name), name).to.include('`name` must not be');
      expect(await refusalOf(other, 'example.com')).to.include('such as `mail.acme.dev`');
      // Names next to them are no such names.
      for (const name of ['other.resend.dev', 'a.mx.mail.posthorn.dev', 'notposthorn.dev', 'my-example.com'])
        await other.make('/domains', { name });
    });
  });
});
