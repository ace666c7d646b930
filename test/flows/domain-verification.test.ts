// Flow test with real processes: a domain that is made with the command line, its records put into a DNS server from the
// CSV that the API gives, and the first mail from it, judged as a receiver judges it. Then its key is rotated.
import { expect } from 'chai';
import { authenticate } from 'mailauth';
import { createDns } from '../../shared/platform/net/dns/dns.ts';
import { expectJson, posthorn } from '../cli/support/cli.ts';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../support/net/dns-server.ts';
import { eventually } from '../support/time/eventually.ts';
import { type Product, prepareProduct } from './support/product.ts';
import { publishCsv } from './support/publish-csv.ts';

const MAIL_HOST = 'mail.posthorn.dev';
const DOMAIN = 'acme.dev';
/** From `verify` to `verified`. */
const VERIFIED_WITHIN_MS = 30_000;

describe('A domain, from its creation to its first mail', () => {
  let dns: DnsServer;
  let product: Product;
  let cliEnvironment: Record<string, string>;
  after(async () => {
    await product.stop();
    await dns.close();
  });
  const app = useApp();
  before(async () => {
    dns = await createDnsServer();
    dns.set(MAIL_HOST, ['127.0.0.1']);
    const host = { MAIL_HOSTNAME: MAIL_HOST, PUBLIC_URL: `https://${MAIL_HOST}` };
    const more = { DNS_SERVERS: dns.address, ...host };
    product = await prepareProduct({ databaseUrl: app.deps.config.databaseUrl, more });
    const { token } = await createApiKey(app.pool);
    cliEnvironment = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: product.url };
    await Promise.all([product.startApi(), product.startWorker(['send', 'domain', 'schedule'])]);
  });

  const cli = async (...args: string[]) => expectJson(await posthorn(args, { env: cliEnvironment }));
  const publishRecords = async (id: string) => publishCsv(dns, (await cli('domains', 'records-csv', id)).csv);
  const judge = async () => {
    product.sink.clear();
    const body = { from: `a@${DOMAIN}`, to: 'bo@customer.dev', subject: 'First', text: 'Hello' };
    const flags = Object.entries(body).flatMap(([name, value]) => [`--${name}`, value]);
    await cli('emails', 'send', ...flags);
    const [mail] = await product.sink.waitFor(1);
    const lookUp = createDns({ servers: [dns.address], reach: 'loopback' });
    const { dkim, spf, dmarc } = await authenticate(mail?.raw ?? '', {
      ip: '127.0.0.1',
      helo: MAIL_HOST,
      sender: mail?.from ?? '',
      mta: 'mx.customer.dev',
      disableArc: true,
      disableBimi: true,
      resolver: async (name, type) => {
        const texts = type === 'TXT' ? await lookUp.txt(name) : undefined;
        if (texts?.kind === 'found') return texts.values.map((text) => [text]);
        const addresses = type === 'A' ? await lookUp.addresses(name) : undefined;
        if (addresses?.kind === 'found') return addresses.values.map(({ address }) => address);
        throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' });
      },
    });
    const [signature] = dkim.results;
    return {
      dkim: signature?.status.result,
      selector: signature?.selector,
      spf: spf ? spf.status.result : 'not checked',
      dmarc: dmarc ? dmarc.status.result : 'not checked',
    };
  };

  it('is verified within five seconds, its mail passes DKIM, SPF and DMARC, and so does the mail of its next key', async () => {
    const created = await cli('domains', 'create', '--name', DOMAIN);
    expect(created.status).to.equal('not_started');
    await publishRecords(created.id);
    expect((await cli('domains', 'verify', created.id)).status).to.equal('pending');
    const reach = (what: string, isReached: () => Promise<boolean>) =>
      eventually(what, isReached, VERIFIED_WITHIN_MS);
    await reach('verified', async () => (await cli('domains', 'get', created.id)).status === 'verified');
    expect(await judge()).to.deep.equal({ dkim: 'pass', selector: 'ph1', spf: 'pass', dmarc: 'pass' });
    await cli('domains', 'rotate-dkim', created.id);
    await publishRecords(created.id);
    await cli('domains', 'verify', created.id);
    await reach('the new key signs', async () => {
      const { records } = await cli('domains', 'get', created.id);
      return records[0].status === 'verified' && records[0].required;
    });
    expect(await judge()).to.deep.equal({ dkim: 'pass', selector: 'ph2', spf: 'pass', dmarc: 'pass' });
  });
});
