import { expect } from 'chai';
import { ConfigError } from '../../../../shared/platform/config/config.ts';
import { parseSmtpUrl, type SmtpServer } from '../../../../workers/transports/smtp/servers.ts';

describe('SMTP_URL', () => {
  const servers: [url: string, server: Partial<SmtpServer>][] = [
    ['smtp://relay.test', { host: 'relay.test', port: 587, implicitTls: false, tls: 'opportunistic' }],
    ['smtp://relay.test:25', { port: 25, login: undefined }],
    ['smtps://relay.test', { port: 465, implicitTls: true, tls: 'required' }],
    ['smtps://relay.test?tls=insecure', { implicitTls: true, tls: 'insecure' }],
    ['smtp://u:p@relay.test', { tls: 'required', login: { user: 'u', pass: 'p' } }],
    ['smtp://u%40x:p%2C%20%C3%A4@relay.test?tls=off', { tls: 'off', login: { user: 'u@x', pass: 'p, ä' } }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
    ['smtp://127.0.0.1:2525/', { host: '127.0.0.1', port: 2525 }],
  ];
  for (const [url, server] of servers) {
    it(`reads ${url}`, () => {
      expect(parseSmtpUrl(url)).to.have.length(1);
      expect(parseSmtpUrl(url)[0]).to.deep.include(server);
    });
  }

  it('names several servers in the order in which they are tried', () => {
    const hosts = parseSmtpUrl('smtp://one.test, smtps://two.test').map(({ host }) => host);
    expect(hosts).to.deep.equal(['one.test', 'two.test']);
  });

  const refusals: [url: string, sentence: RegExp][] = [
    ['', /is not a URL/],
    ['relay.test', /is not a URL/],
    ['http://relay.test', /must begin with smtp:\/\/ or smtps:\/\//],
    ['smtp://', /is not a URL|has no host/],
    ['smtp://one.test,', /is not a URL/],
    ['smtp://u@relay.test', /user without a password/],
    ['smtp://:secret@relay.test', /password without a user/],
    ['smtp://u:secret%zz@relay.test', /percent-encoded/],
    ['smtp://relay.test?tls=maybe', /must have one of required, insecure, opportunistic, off/],
    ['smtp://relay.test?tsl=off', /unknown parameter "tsl"/],
    ['smtps://relay.test?tls=off', /contradicts itself/],
    ['smtps://relay.test?tls=opportunistic', /contradicts itself/],
    ['smtp://u:secret@relay.test?tls=opportunistic', /could send unencrypted/],
  ];
  for (const [url, sentence] of refusals) {
    it(`refuses ${JSON.stringify(url)} without showing a password`, () => {
      expect(() => parseSmtpUrl(url)).to.throw(ConfigError, sentence);
      expect(() => parseSmtpUrl(url)).not.to.throw(/secret/);
    });
  }
});
