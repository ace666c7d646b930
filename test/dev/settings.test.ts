import { expect } from 'chai';
import { readSettings } from '../../dev/settings.ts';
import { StartError } from '../../dev/start-error.ts';

describe('readSettings', () => {
  it('has a default for everything', () => {
    const { host, port, inboxPort, inboxSmtpPort, dnsPort, firstDomain, ...others } = readSettings({});
    expect([host, port, inboxPort, inboxSmtpPort, dnsPort]).to.deep.equal([
      '127.0.0.1',
      3000,
      3001,
      1025,
      1053,
    ]);
    expect(others).to.include({ inboundPort: 2525, submissionPort: 2587, submissionsPort: 2465 });
    expect(firstDomain).to.equal('posthorn.local');
  });

  it('lets the tests of a program send: 6,000 requests per minute, unless RATE_LIMIT_PER_MINUTE is given', () => {
    expect(readSettings({}).rateLimitPerMinute).to.equal('6000');
    expect(readSettings({ RATE_LIMIT_PER_MINUTE: '60' }).rateLimitPerMinute).to.equal('60');
  });

  it('names its file to pages, unless DEVELOPMENT_FILE is given: an empty one names none', () => {
    expect(readSettings({}).developmentFile).to.equal(undefined);
    expect(readSettings({ DEVELOPMENT_FILE: '' }).developmentFile).to.equal('');
  });

  it('lets mail leave only with SMTP_URL, and then notes what is given with it', () => {
    const sources = { MX_SOURCES: '127.0.0.2/mx1.acme.dev', MX_PORT: '' };
    expect(readSettings({ SMTP_URL: '', ...sources }).outgoing).to.equal(undefined);
    expect(readSettings({ SMTP_URL: 'mx:', PORT: '1', ...sources }).outgoing).to.deep.equal({
      SMTP_URL: 'mx:',
      MX_SOURCES: '127.0.0.2/mx1.acme.dev',
    });
  });

  it('knows the flag --quiet and no other', () => {
    expect([readSettings({}).isQuiet, readSettings({}, ['--quiet']).isQuiet]).to.deep.equal([false, true]);
    expect(() => readSettings({}, ['--loud'])).to.throw(
      StartError,
      /^npm start does not know --loud;[^\n]*\.$/,
    );
  });

  for (const [variable, value] of [
    ['PORT', '70000'],
    ['INBOX_PORT', '1.5'],
    ['INBOX_SMTP_PORT', '-1'],
    ['DNS_PORT', '65536'],
    ['FIRST_DOMAIN', 'not a domain'],
    ['NODE_ENV', 'production'],
    ['LOG_LEVEL', 'loud'],
  ] as const) {
    it(`refuses ${variable}=${value} in one sentence`, () => {
      expect(() => readSettings({ [variable]: value })).to.throw(StartError, /^[A-Z][^\n]*\.$/);
    });
  }
});
