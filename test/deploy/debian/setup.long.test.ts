// docs/deploy.md on Debian, with its own commands: the package, `posthorn setup`, the DNS records, TLS, and a mail that passes
// DKIM, SPF and DMARC. The short form is test/deploy/walk.test.ts.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createDnsServer, type DnsServer } from '../../support/net/dns-server.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { checkMail } from '../support/check-mail.ts';
import { adapt, readGuide } from '../support/guide.ts';
import { publishZone } from '../support/zone.ts';
import { type DebianMachine, startDebianMachine } from './support/machine.ts';
import { buildRealPackage } from './support/real-package.ts';

const MAIL_WITHIN_MS = 90_000;
const TLS_PORT = 8443;
const ADDRESS = '192.0.2.25';
const SPF = 'spf.provider.com';
const SUPPORT = '../../support/smtp-sink/';
const certificate = (name: string) => fileURLToPath(new URL(`${SUPPORT}${name}`, import.meta.url));
const block = (start: string) =>
  readGuide().find(({ text }) => text.startsWith(start))?.text ?? expect.fail(start);

describe('A Debian machine', function () {
  this.timeout(300_000);
  let built: Awaited<ReturnType<typeof buildRealPackage>>;
  let machine: DebianMachine;
  let dns: DnsServer;
  let relay: SmtpSink;
  let replacements: Record<string, string>;

  before(async () => {
    built = await buildRealPackage();
    dns = await createDnsServer();
    dns.publish(SPF, { type: 'TXT', value: `v=spf1 ip4:${ADDRESS} -all` });
    dns.set('mail.example.com', ['127.0.0.1']);
    dns.publish('1.0.0.127.in-addr.arpa', { type: 'PTR', value: 'mail.example.com' });
    relay = await startSmtpSink({ tls: 'starttls', auth: { user: 'posthorn', pass: 'p$ss#w+rd' } });
    machine = await startDebianMachine({ postgres: true });
    await machine.reach(dns.port, 'dns');
    await machine.reach(relay.port);
    replacements = {
      'https://mail.example.com': `https://localhost:${TLS_PORT}`,
      'smtp://user:password@smtp.provider.com:587': `${relay.url}?tls=insecure`,
      ' --redis-url redis://127.0.0.1:6379/0': '',
      'listen [::]:443 ssl;': '',
      'listen 443 ssl': `listen 127.0.0.1:${TLS_PORT} ssl`,
      '/etc/letsencrypt/live/mail.example.com/fullchain.pem': await machine.put(
        certificate('test-certificate.pem'),
      ),
      '/etc/letsencrypt/live/mail.example.com/privkey.pem': await machine.put(certificate('test-key.pem')),
    };
  });
  after(async () => {
    // Its connections to the servers of the test end before these do.
    await machine?.try('systemctl stop posthorn.target');
    await machine?.close();
    await Promise.all([relay?.stop(), dns?.close(), built?.remove()]);
  });

  /** Runs the page's lines, adapted to the machine. */
  const run = (text: string, env: Record<string, string> = {}) => {
    const pem = replacements['/etc/letsencrypt/live/mail.example.com/fullchain.pem'] ?? '';
    const trusted = { NODE_EXTRA_CA_CERTS: pem, CURL_CA_BUNDLE: pem, ...env };
    return machine.run(
      adapt(`ops() { posthorn-ops "$@"; }\n${text}`, { replacements, environment: {} }),
      trusted,
    );
  };

  /** What only this machine needs in the file, before `posthorn setup` completes it. */
  async function prepareEnvironment(): Promise<void> {
    const lines = [
      `DNS_SERVERS=${dns.address}`,
      'MAIL_HOSTNAME=mail.example.com',
      `SPF_INCLUDE=include:${SPF}`,
    ];
    await machine.run('printf %s "$TEXT" > /etc/posthorn/environment', { TEXT: `${lines.join('\n')}\n` });
  }

  it('sends a signed mail 90 s after the package is there, and ops check finds nothing unmet', async () => {
    const began = performance.now();
    const file = await machine.put(built.file);
    const install = block('apt-get install postgresql')
      .split('\n')
      .find((line) => line.startsWith('apt install'));
    await machine.run(`cd ${path.dirname(file)} && ${install} --yes`);
    await prepareEnvironment();
    const said = await run(block('posthorn setup --public-url'));
    const [, apiKey = ''] = /API key \(shown only once\): (\S+)/.exec(said) ?? [];
    publishZone(dns, said.match(/^\S+\. \d+ IN .*/gm) ?? []);
    await startNginx();
    await run(block('curl --fail-with-body https'), { API_KEY: apiKey, YOU: 'you@customer.dev' });
    const [mail = expect.fail()] = await relay.waitFor(1);
    expect(performance.now() - began).to.be.below(MAIL_WITHIN_MS);
    expect(await checkMail(mail, { ip: ADDRESS, dns })).to.deep.equal({
      dkim: 'pass',
      spf: 'pass',
      dmarc: 'pass',
    });
    const { checks } = JSON.parse(await run('ops check'));
    expect(checks.filter(({ status }: { status: string }) => status === 'unmet')).to.deep.equal([]);
    expect(await machine.run('stat --format "%a %U" /etc/posthorn/environment')).to.equal('600 root\n');
    expect(
      await run('psql --version >/dev/null; runuser -u postgres -- psql -Atc "SHOW max_connections"'),
    ).to.equal('300\n');
  });

  async function startNginx(): Promise<void> {
    const config = path.join(path.dirname(built.file), 'nginx.conf');
    const server = adapt(block('server {'), { replacements, environment: {} });
    await writeFile(config, `events {}\nhttp {\naccess_log off;\n${server}}\n`);
    await machine.run(
      `mkdir -p /var/lib/nginx /var/log/nginx; nginx -c ${await machine.put(config)} > /dev/null 2>&1`,
    );
    await run(`until curl --silent --fail https://localhost:${TLS_PORT}/readyz; do sleep 0.1; done`);
  }
});
