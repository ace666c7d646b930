// What production requires and refuses, and the list of everything that is wrong.
import { expect } from 'chai';
import { listConfigProblems, loadConfig } from '../../../../shared/platform/config/config.ts';
import { DATABASE_URL, refusalOf } from './refusal-of.ts';

const GOOD_SECRET_KEY = 'nKQwTVd0sJ1rgk3yVw5gkYyq2mF1cJ3xk6vQe8r0u9A=';
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL,
  SECRET_KEY: GOOD_SECRET_KEY,
  PUBLIC_URL: 'https://mail.acme.dev',
};

describe('the configuration in production', () => {
  it('is accepted with SECRET_KEY and PUBLIC_URL', () => {
    expect(loadConfig(PRODUCTION)).to.deep.include({
      environment: 'production',
      secretKeys: [GOOD_SECRET_KEY],
      publicUrl: 'https://mail.acme.dev',
    });
  });

  for (const variable of ['SECRET_KEY', 'PUBLIC_URL']) {
    it(`is refused without ${variable}`, () => {
      expect(refusalOf({ ...PRODUCTION, [variable]: undefined }).message).to.equal(
        `Configuration: "${variable}" is required in production.`,
      );
    });
  }

  it('is refused with an empty SECRET_KEY', () => {
    expect(refusalOf({ ...PRODUCTION, SECRET_KEY: '' }).message).to.contain('"SECRET_KEY" is required');
  });

  it('is refused with a SECRET_KEY that is easy to guess, in one sentence that does not repeat it', () => {
    const guessable = { SECRET_KEY: 'hunter2-'.repeat(4) };
    expect(refusalOf({ ...PRODUCTION, ...guessable }).message).to.equal(
      'Configuration: "SECRET_KEY" is easy to guess. Generate a random key: openssl rand -base64 32.',
    );
    expect(loadConfig({ DATABASE_URL, ...guessable })).to.include({ environment: 'development' });
    const previous = { SECRET_KEY_PREVIOUS: guessable.SECRET_KEY };
    expect(refusalOf({ ...PRODUCTION, ...previous }).message).to.equal(
      'Configuration: "SECRET_KEY_PREVIOUS" has a key that is easy to guess: its links could be forged.',
    );
  });

  it('allows webhooks and hosted attachments on public addresses only', () => {
    expect(loadConfig(PRODUCTION).outboundReach).to.equal('public');
    expect(loadConfig({ ...PRODUCTION, ALLOW_PRIVATE_WEBHOOKS: 'false' }).outboundReach).to.equal('public');
  });

  it('is refused with what only development and tests may have', () => {
    for (const [variable, text] of [
      ['ALLOW_PRIVATE_WEBHOOKS', 'true'],
      ['CLOCK_OFFSET_MS', '1'],
      ['DEVELOPMENT_DNS', '127.0.0.1:5354'],
      ['DEVELOPMENT_DNS_URL', 'http://127.0.0.1:3001/dns/records'],
      ['DEVELOPMENT_FILE', '.posthorn/dev.json'],
      ['DEVELOPMENT_DOMAIN', 'resend.dev'],
      ['DEVELOPMENT_CLEAR_LOGIN', 'true'],
      ['MTA_STS_PORT', '8443'],
      ['LEASE_RENEW_MS', '1000'],
      ['MX_PORT', '2525'],
    ] as const)
      expect(refusalOf({ ...PRODUCTION, [variable]: text }).message).to.contain(`"${variable}"`);
  });
});

describe('listConfigProblems', () => {
  it('names everything that is wrong at once, without the values', () => {
    const problems = listConfigProblems({
      NODE_ENV: 'production',
      DATABASE_URL: 'mysql://user:hunter2@localhost/x',
      PUBLIC_URL: 'hunter2',
      PORT: 'hunter2',
      CRASH_AT: 'send-claimed',
      REDIS_URL: 'redis+cluster://redis.acme.dev',
      QUEUE_PREFIX: 'posthorn',
    });
    const names = problems.map((problem) => /^"(?<name>[A-Z_]+)" .+\.$/.exec(problem)?.groups?.['name']);
    expect(names).to.have.members([
      'DATABASE_URL',
      'PUBLIC_URL',
      'PORT',
      'CRASH_AT',
      'QUEUE_PREFIX',
      'SECRET_KEY',
    ]);
    expect(problems.join(' ')).not.to.include('hunter2');
  });

  it('names nothing when the configuration can be loaded', () => {
    expect(listConfigProblems({ DATABASE_URL })).to.deep.equal([]);
  });
});
