// The names of new domains (docs/reference/domains.md#post-domains).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';

describe('The name of a new domain', () => {
  const app = useApp();
  let api: ReturnType<typeof app.as>;
  beforeEach(async () => {
    api = app.as((await createApiKey(app.pool)).token);
  });
  const create = (body?: object) => api.post('/domains').send(body);
  const refusalOf = async (body: object) => expectError(await create(body), 422, 'validation_error');

  it('Stores the name of a domain in lower-case ASCII without a final dot, and other scripts as punycode.', async () => {
    for (const [given, stored] of [
      [' Mail.ACME.dev. ', 'mail.acme.dev'],
      ['bücher.de', 'xn--bcher-kva.de'],
      ['почта.рф', 'xn--80a1acny.xn--p1ai'],
      [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(34)}.dev`, undefined],
    ] as const) {
      const { status, body } = await create({ name: given });
      expect([status, body.name]).to.deep.equal([201, stored ?? given]);
    }
  });

  describe('Rejects a name under which nobody can register a domain with validation_error 422: IP addresses, single labels, public suffixes, more than 230 characters.', () => {
    const long = [63, 63, 63].map((length) => 'a'.repeat(length)).join('.');
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
      `${long}.${'d'.repeat(35)}.dev`,
      `${long}.${'d'.repeat(58)}.dev`,
      `${'a'.repeat(100_000)}.dev`,
    ]) {
      it(`${name.slice(0, 30)} (${name.length})`, async () => {
        const message = await refusalOf({ name });
        expect(message).to.include('`name`');
        expect(message.length).to.be.below(400);
      });
    }
    for (const name of [5, true, ['acme.dev'], { name: 'acme.dev' }]) {
      it(JSON.stringify(name), async () => {
        expect(await refusalOf({ name })).to.include('`name`');
      });
    }
  });

  describe('Rejects reserved names with validation_error 422: those for documentation and tests, the domains of the simulator with parents and subdomains, MAIL_HOSTNAME and its parents.', () => {
    const own = useApp({
      config: {
        mailHostname: 'mx.mail.posthorn.dev',
        simulatorDomains: ['simulator.test', 'sim.resend.dev'],
      },
    });
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
    ]) {
      it(name, async () => {
        const { token } = await createApiKey(own.pool);
        const answer = await own.as(token).post('/domains').send({ name });
        expect(expectError(answer, 422, 'validation_error')).to.include('`name` must not be');
      });
    }

    it('names next to them are no such names', async () => {
      const { token } = await createApiKey(own.pool);
      for (const name of ['other.resend.dev', 'a.mx.mail.posthorn.dev', 'notposthorn.dev', 'my-example.com'])
        await own.as(token).post('/domains').send({ name }).expect(201);
    });
  });
});
