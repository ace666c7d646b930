// The valid values and the default of each environment variable; an error message never contains a secret.
import { expect } from 'chai';
import { type Config, loadConfig } from '../../../../shared/platform/config/config.ts';
import { DATABASE_URL, refusalOf } from './refusal-of.ts';

const SECRET_KEY = 'k'.repeat(32);

const load = (environment: Record<string, string> = {}) => loadConfig({ DATABASE_URL, ...environment });

describe('the configuration', () => {
  const defaults: Config = {
    environment: 'development',
    databaseUrl: DATABASE_URL,
    databasePoolSize: 10,
    redisUrl: undefined,
    queuePrefix: '{posthorn}',
    port: 3000,
    host: '0.0.0.0',
    healthPort: undefined,
    publicUrl: 'http://localhost:3000',
    mailHostname: 'localhost',
    spfMechanisms: 'a:localhost',
    certificateIssuer: 'letsencrypt.org',
    secretKeys: undefined,
    opsToken: undefined,
    smtpUrl: undefined,
    mx: { port: 25, sources: [], shaping: [], maxConnections: 200 },
    smtpMaxConnections: 20,
    bulkMaxConnections: 10,
    smtpDelivery: 'accept',
    ai: undefined,
    alerts: { to: [], smtpUrl: undefined },
    inbound: {
      host: '0.0.0.0',
      port: 2525,
      certificate: undefined,
      proxies: [],
      maxBytes: 96 * 1024 * 1024,
      messagesPerMinute: 600,
    },
    submission: {
      host: '0.0.0.0',
      port: 2587,
      securePort: 2465,
      certificate: undefined,
      proxies: [],
      maxBytes: 75 * 1024 * 1024,
      trustsLoopback: false,
    },
    webhookMaxConnections: 1_000,
    simulatorDomains: ['simulator.test'],
    developmentDomain: undefined,
    rateLimitPerMinute: 60,
    batchTimeoutMs: 25_000,
    retentionDays: {
      emails: 30,
      receivedEvents: 30,
      webhookMessages: 30,
      logs: 30,
      receivedEmails: 30,
      campaigns: 730,
    },
    trackingClients: 'keep',
    claimGraceHours: 72,
    dnsServers: [],
    dnssecResolver: undefined,
    developmentDns: undefined,
    mtaStsPort: 443,
    developmentDnsUrl: undefined,
    developmentFile: undefined,
    hasStartPage: true,
    outboundReach: 'loopback',
    logLevel: 'info',
    trustProxy: false,
    clockOffsetMs: 0,
    leaseRenewMs: 5_000,
    bodyWindowMs: 10_000,
    crashAt: undefined,
  };

  it('has a default for each field when only DATABASE_URL is given', () => {
    expect(load()).to.deep.equal(defaults);
    expect(load()).to.have.all.keys(Object.keys(defaults));
  });

  it('builds links with its own port when PUBLIC_URL is absent', () => {
    expect(load({ PORT: '8123' }).publicUrl).to.equal('http://localhost:8123');
  });

  it('reads days of retention, 0 for ever', () => {
    const days = { EMAIL_RETENTION_DAYS: '0', EVENT_RETENTION_DAYS: '1', WEBHOOK_RETENTION_DAYS: '3650' };
    expect(
      load({ ...days, LOG_RETENTION_DAYS: '0', RECEIVED_RETENTION_DAYS: '2', CAMPAIGN_RETENTION_DAYS: '0' })
        .retentionDays,
    ).to.deep.equal({
      emails: Number.POSITIVE_INFINITY,
      receivedEvents: 1,
      webhookMessages: 3_650,
      logs: Number.POSITIVE_INFINITY,
      receivedEmails: 2,
      campaigns: Number.POSITIVE_INFINITY,
    });
  });

  // biome-ignore format: a table.
  const accepted: [variable: string, text: string, field: keyof Config, value: unknown][] = [
    ['NODE_ENV', 'test', 'environment', 'test'],
    ['DATABASE_URL', 'postgresql://localhost/x', 'databaseUrl', 'postgresql://localhost/x'],
    ['DATABASE_POOL_SIZE', '2', 'databasePoolSize', 2],
    ['DATABASE_POOL_SIZE', '200', 'databasePoolSize', 200],
    ['REDIS_URL', 'redis://cache:6379', 'redisUrl', 'redis://cache:6379'],
    ['REDIS_URL', 'rediss://cache:6380/1', 'redisUrl', 'rediss://cache:6380/1'],
    ['REDIS_URL', '', 'redisUrl', undefined],
    ['REDIS_URL', 'redis+sentinel://a,b/main', 'redisUrl', 'redis+sentinel://a,b/main'],
    ['REDIS_URL', 'rediss+cluster://a,b', 'redisUrl', 'rediss+cluster://a,b'],
    ['QUEUE_PREFIX', '{other}', 'queuePrefix', '{other}'],
    ['PORT', '0', 'port', 0],
    ['HOST', '127.0.0.1', 'host', '127.0.0.1'],
    ['HEALTH_PORT', '9000', 'healthPort', 9000],
    ['HEALTH_PORT', '0', 'healthPort', 0],
    ['HEALTH_PORT', '', 'healthPort', undefined],
    ['PUBLIC_URL', 'https://mail.acme.dev', 'publicUrl', 'https://mail.acme.dev'],
    ['SECRET_KEY', SECRET_KEY, 'secretKeys', [SECRET_KEY]],
    ['SECRET_KEY', '', 'secretKeys', undefined],
    ['SECRET_KEY_PREVIOUS', '', 'secretKeys', undefined],
    ['OPS_TOKEN', 'operators-token-', 'opsToken', 'operators-token-'],
    ['OPS_TOKEN', '', 'opsToken', undefined],
    ['SIMULATOR_DOMAIN', '', 'simulatorDomains', ['simulator.test']],
    ['SIMULATOR_DOMAIN', 'Play.acme.dev, resend.dev', 'simulatorDomains', ['play.acme.dev', 'resend.dev']],
    ['DEVELOPMENT_DOMAIN', '', 'developmentDomain', undefined],
    ['DEVELOPMENT_DOMAIN', 'Resend.dev', 'developmentDomain', 'resend.dev'],
    ['DEVELOPMENT_DOMAIN', 'resend.dev', 'simulatorDomains', ['simulator.test', 'resend.dev']],
    ['DEVELOPMENT_DOMAIN', 'simulator.test', 'simulatorDomains', ['simulator.test']],
    ['RATE_LIMIT_PER_MINUTE', '0', 'rateLimitPerMinute', 0],
    ['RATE_LIMIT_PER_MINUTE', '1000000', 'rateLimitPerMinute', 1_000_000],
    ['MAIL_HOSTNAME', 'Mail.Acme.dev', 'mailHostname', 'mail.acme.dev'],
    ['MAIL_HOSTNAME', 'mail.grüße.dev', 'mailHostname', 'mail.xn--gre-6ka8l.dev'],
    ['MAIL_HOSTNAME', '', 'mailHostname', 'localhost'],
    [
      'SPF_INCLUDE', 'a:out.acme.dev/28 ip6:2001:db8::/32 _spf.acme.dev', 'spfMechanisms',
      'a:out.acme.dev/28 ip6:2001:db8::/32 include:_spf.acme.dev',
    ],
    ['PUBLIC_URL', 'https://posthorn.acme.dev:8443/x', 'mailHostname', 'posthorn.acme.dev'],
    ['MAIL_HOSTNAME', 'mail.acme.dev', 'spfMechanisms', 'a:mail.acme.dev'],
    ['SPF_INCLUDE', 'include:amazonses.com', 'spfMechanisms', 'include:amazonses.com'],
    [
      'SPF_INCLUDE', 'spf.mtasv.net ip4:192.0.2.0/24', 'spfMechanisms',
      'include:spf.mtasv.net ip4:192.0.2.0/24',
    ],
    ['CLAIM_GRACE_HOURS', '0', 'claimGraceHours', 0],
    ['CLAIM_GRACE_HOURS', '720', 'claimGraceHours', 720],
    ['DNS_SERVERS', '', 'dnsServers', []],
    ['DNS_SERVERS', '127.0.0.1:5353, ::1,[::1]:53', 'dnsServers', ['127.0.0.1:5353', '::1', '[::1]:53']],
    ['DNSSEC_RESOLVER', '', 'dnssecResolver', undefined],
    ['DNSSEC_RESOLVER', '127.0.0.1', 'dnssecResolver', '127.0.0.1'],
    ['DNSSEC_RESOLVER', '[::1]:5353', 'dnssecResolver', '[::1]:5353'],
    ['DEVELOPMENT_DNS', '', 'developmentDns', undefined],
    ['DEVELOPMENT_DNS', '127.0.0.1:5354', 'developmentDns', '127.0.0.1:5354'],
    ['DEVELOPMENT_DNS_URL', 'http://127.0.0.1:3001/dns/records', 'developmentDnsUrl', 'http://127.0.0.1:3001/dns/records'],
    ['DEVELOPMENT_DNS', '[::1]:5354', 'developmentDns', '[::1]:5354'],
    ['MTA_STS_PORT', '', 'mtaStsPort', 443],
    ['MTA_STS_PORT', '8443', 'mtaStsPort', 8443],
    ['DEVELOPMENT_FILE', '.posthorn/dev.json', 'developmentFile', '.posthorn/dev.json'],
    ['START_PAGE', 'off', 'hasStartPage', false],
    ['START_PAGE', '', 'hasStartPage', true],
    ['ALLOW_PRIVATE_WEBHOOKS', 'true', 'outboundReach', 'all'],
    ['ALLOW_PRIVATE_WEBHOOKS', 'false', 'outboundReach', 'loopback'],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['TRUST_PROXY', 'true', 'trustProxy', true],
    ['TRUST_PROXY', '0', 'trustProxy', 0],
    ['TRUST_PROXY', '2', 'trustProxy', 2],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'trustProxy', 'loopback, 10.0.0.0/8'],
    ['CLOCK_OFFSET_MS', '-60000', 'clockOffsetMs', -60_000],
    ['LEASE_RENEW_MS', '1250', 'leaseRenewMs', 1_250],
  ];
  it('reads the valid values of each variable', () => {
    for (const [variable, text, field, value] of accepted)
      expect(load({ [variable]: text })[field], `${variable}="${text}"`).to.deep.equal(value);
  });
});

describe('the configuration refuses', () => {
  const refused: [variable: string, text: string][] = [
    ['NODE_ENV', 'staging'],
    ['DATABASE_URL', 'mysql://user:hunter2@localhost/x'],
    ['DATABASE_URL', 'user:hunter2@localhost'],
    ['DATABASE_URL', ''],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', '201'],
    ['DATABASE_POOL_SIZE', '7.5'],
    ['DATABASE_POOL_SIZE', 'many'],
    ['REDIS_URL', 'http://:hunter2@localhost'],
    ['REDIS_URL', 'redis+sentinel://:hunter2@a,b'],
    ['QUEUE_PREFIX', ''],
    ['DEVELOPMENT_DOMAIN', 'resend.dev,acme.dev'],
    ['MAIL_HOSTNAME', 'mail acme'],
    ['MAIL_HOSTNAME', 'https://mail.acme.dev'],
    ['SPF_INCLUDE', 'v=spf1 a -all'],
    ['SPF_INCLUDE', 'include:acme.dev" "x'],
    ['SPF_INCLUDE', 'redirect=acme.dev'],
    ['SPF_INCLUDE', 'ip4:999'],
    ['SPF_INCLUDE', 'ip4:192.0.2.0/33'],
    ['SPF_INCLUDE', 'ip6:::::'],
    ['SPF_INCLUDE', 'spf.acme.dev/24'],
    ['MAIL_HOSTNAME', 'xn--a.dev'],
    ['INBOUND_PORT', '65536'],
    ['INBOUND_PROXIES', 'loopback'],
    ['INBOUND_PROXIES', '10.0.0.0/33'],
    ['INBOUND_MAX_BYTES', '1000'],
    ['INBOUND_MAX_BYTES', '100663297'],
    ['INBOUND_MESSAGES_PER_MINUTE', '-1'],
    ['MX_PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['HOST', ''],
    ['HEALTH_PORT', '70000'],
    ['PUBLIC_URL', 'mail.acme.dev'],
    ['PUBLIC_URL', 'ftp://mail.acme.dev'],
    ['SECRET_KEY', 'hunter2-and-31-characters------'],
    ['SECRET_KEY_PREVIOUS', '["hunter2-and-more-than-32-characters"'],
    ['SECRET_KEY_PREVIOUS', '["hunter2-and-more-than-32-characters", 2]'],
    ['OPS_TOKEN', 'hunter2-is-short'.slice(0, 15)],
    ['SIMULATOR_DOMAIN', 'play.acme.dev,'],
    ['SIMULATOR_DOMAIN', 'play acme'],
    ['CLAIM_GRACE_HOURS', '-1'],
    ['CLAIM_GRACE_HOURS', '721'],
    ['CLAIM_GRACE_HOURS', '1.5'],
    ['DNS_SERVERS', 'dns.acme.dev'],
    ['DNS_SERVERS', '127.0.0.1,'],
    ['DNS_SERVERS', '127.0.0.1:port'],
    ['DNS_SERVERS', '127.0.0.1:65536'],
    ['DNS_SERVERS', '[::1]:0'],
    ['DNSSEC_RESOLVER', 'localhost'],
    ['DNSSEC_RESOLVER', '9.9.9.9'],
    ['DNSSEC_RESOLVER', '0.0.0.0'],
    ['DNSSEC_RESOLVER', '127.0.0.1,127.0.0.2'],
    ['DNSSEC_RESOLVER', '127.0.0.1:0'],
    ['START_PAGE', 'dashboard'],
    ['DEVELOPMENT_DNS', '127.0.0.1'],
    ['DEVELOPMENT_DNS_URL', '127.0.0.1:3001'],
    ['DEVELOPMENT_DNS', '127.0.0.1:1,127.0.0.1:2'],
    ['DEVELOPMENT_DNS', 'localhost:5354'],
    ['MTA_STS_PORT', '65536'],
    ['ALLOW_PRIVATE_WEBHOOKS', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
    ...['EMAIL', 'EVENT', 'WEBHOOK', 'LOG'].flatMap((what): [string, string][] =>
      ['-1', '3651', '30d', '1.5'].map((days) => [`${what}_RETENTION_DAYS`, days]),
    ),
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['RATE_LIMIT_PER_MINUTE', '1000001'],
    ['RATE_LIMIT_PER_MINUTE', '0.5'],
    ['RATE_LIMIT_PER_MINUTE', 'none'],
    ['TRUST_PROXY', ''],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '1.5'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['CLOCK_OFFSET_MS', 'tomorrow'],
    ['CLOCK_OFFSET_MS', '0.5'],
    ['LEASE_RENEW_MS', '0'],
  ];
  it('any other value, in one sentence that names the variable and not its value', () => {
    for (const [variable, text] of refused) {
      const { message } = refusalOf({ DATABASE_URL, [variable]: text });
      expect(message, `${variable}="${text}"`).to.match(
        new RegExp(`^Configuration: "${variable}" [^\\n]*\\.$`),
      );
      expect(message).not.to.contain('hunter2');
      if (text.length > 2) expect(message, variable).not.to.contain(text);
    }
  });

  for (const prefix of ['posthorn', '{posthorn', '{}posthorn']) {
    it(`QUEUE_PREFIX="${prefix}" for a Redis Cluster, whose scripts need all keys on one slot`, () => {
      const environment = { DATABASE_URL, REDIS_URL: 'redis+cluster://a,b', QUEUE_PREFIX: prefix };
      expect(refusalOf(environment).message).to.equal(
        'Configuration: "QUEUE_PREFIX" must contain {braces} for a Redis Cluster.',
      );
      expect(load({ ...environment, REDIS_URL: 'redis://a' }).queuePrefix).to.equal(prefix);
    });
  }

  it('an absent DATABASE_URL', () => {
    expect(refusalOf({}).message).to.equal('Configuration: "DATABASE_URL" is required.');
  });

  it('with an error that does not contain values of the environment', () => {
    const error = refusalOf({ DATABASE_URL, SECRET_KEY: 'hunter2', PORT: 'x' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.to.contain('hunter2');
    expect(error.cause).to.equal(undefined);
  });
});
