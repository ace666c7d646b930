// Flow test with real processes: two installations write to each other over SMTP. A sends, B receives, judges the sender,
// replies and forwards; the reply is in the conversation of the mail at A, and the file of the forward is the same to the
// byte. Automations of both that answer what comes in do not answer each other.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { createAutomation } from '../support/factories/automation-factories.ts';
import { createContact } from '../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { createDnsServer, type DnsServer } from '../support/net/dns-server.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { type Product, prepareProduct } from './support/product.ts';
import { publishSender } from './support/publish-sender.ts';

const ARRIVES_WITHIN_MS = 60_000;
/** Emails to an installation that answers each other's. */
const QUESTIONS = extent('QUESTIONS_TO_AUTOMATIONS', 20, 2_000);
const ASKED_AT_ONCE = 50;
const ANSWERED_WITHIN_MS = 300_000;
/** Longer than what arrives in memory. */
const FILE = randomBytes(400_000);

interface Installation {
  product: Product;
  client: ApiClient;
  accountId: string;
  domainId: string;
  address: string;
}

describe('Two installations that write to each other', () => {
  const databases = { a: useDatabase(), b: useDatabase() };
  let dns: DnsServer;
  const installations: Installation[] = [];
  before(async function () {
    this.timeout(ARRIVES_WITHIN_MS);
    dns = await createDnsServer();
    const ports = { a: 0, b: 0 };
    const prepare = async (name: 'a' | 'b', smtpUrl?: string) => {
      const more = {
        DNS_SERVERS: dns.address,
        MAIL_HOSTNAME: `mail.${name}.dev`,
        // More come in a minute than from a network of strangers.
        INBOUND_MESSAGES_PER_MINUTE: '0',
        ...(smtpUrl && { SMTP_URL: smtpUrl }),
      };
      const product = await prepareProduct({ databaseUrl: databases[name].url, more });
      ports[name] = product.inboundPort;
      return product;
    };
    // The port of B is known before A starts, and that of A before B does.
    const b = await prepare('b');
    const a = await prepare('a', relayTo(b));
    installations.push(await open('a', a, relayTo(b)), await open('b', b, relayTo(a)));
  });
  after(async () => {
    for (const { product, client } of installations) {
      await client.close();
      await product.stop();
    }
    await dns.close();
  });

  /** Makes an account with a domain that DNS vouches for, and starts the processes. */
  const open = async (name: 'a' | 'b', product: Product, smtpUrl: string): Promise<Installation> => {
    const { pool } = databases[name];
    const { accountId, token: apiKey } = await createApiKey(pool);
    const domain = await createDomain(pool, accountId, { name: `${name}.dev`, receivingEnabled: true });
    publishSender(dns, domain.name);
    await Promise.all([
      product.startApi(),
      product.startInbound(),
      product.startWorker(['send', 'inbound', 'automation', 'schedule'], [], { SMTP_URL: smtpUrl }),
    ]);
    return {
      product,
      client: createApiClient({ url: product.url, apiKey, connections: 2 }),
      accountId,
      domainId: domain.id,
      address: `ana@${domain.name}`,
    };
  };
  const a = () => installations[0] ?? expect.fail();
  const b = () => installations[1] ?? expect.fail();
  const post = async ({ client }: Installation, path: string, body: object) => {
    const answer = await client.ask({ method: 'POST', path, body });
    expect(answer?.status, JSON.stringify(answer?.body)).to.equal(200);
    return answer?.body['id'] as string;
  };
  const received = async ({ client }: Installation, subject: string) => {
    let found: Record<string, unknown> | undefined;
    await eventually(
      `"${subject}" has arrived`,
      async () => {
        const { data } = (await client.read('/emails/receiving')) as { data: Record<string, unknown>[] };
        found = data.find((email) => email['subject'] === subject);
        return found !== undefined;
      },
      ARRIVES_WITHIN_MS,
    );
    return await client.read(`/emails/receiving/${found?.['id']}`);
  };

  it('receive authenticated mail, and reply in the same conversation', async () => {
    const email = { from: a().address, to: b().address, subject: 'A question', html: '<p>How?</p>' };
    const sentId = await post(a(), '/emails', email);
    const question = await received(b(), 'A question');
    expect(question).to.deep.include({
      authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
      received_for: [b().address],
      from: a().address,
    });
    await post(b(), `/emails/receiving/${question['id']}/reply`, { text: 'So.' });
    const answer = await received(a(), 'Re: A question');
    expect(answer).to.include({ thread_id: sentId, in_reply_to: question['message_id'] });
    expect((await a().client.read(`/emails/${sentId}`))['thread_id']).to.equal(sentId);
  });

  it('forward a file byte for byte', async () => {
    const attachments = [{ filename: 'random.bin', content: FILE.toString('base64') }];
    const email = { from: a().address, to: b().address, subject: 'A file', text: 'Here.', attachments };
    await post(a(), '/emails', email);
    const original = await received(b(), 'A file');
    const path = `/emails/receiving/${original['id']}/forward`;
    await post(b(), path, { to: a().address, passthrough: false, text: 'See below.' });
    const whole = await received(a(), 'Fwd: A file');
    expect(await filesOf(whole)).to.deep.equal([await download((original['raw'] as Link).download_url)]);
    await post(b(), path, { to: a().address });
    const [file] = await filesOf(await received(a(), 'A file'));
    expect(file?.equals(FILE)).to.equal(true);
  });

  it('do not answer each other for ever: one automatic mail follows from however many questions', async function () {
    this.timeout(ANSWERED_WITHIN_MS);
    await Promise.all([answer('a', a(), b()), answer('b', b(), a())]);
    const question = { from: a().address, to: b().address, subject: 'Another question', text: 'How?' };
    for (let asked = 0; asked < QUESTIONS; asked += ASKED_AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(ASKED_AT_ONCE, QUESTIONS - asked) }, () =>
          post(a(), '/emails', question),
        ),
      );
    await eventually(
      'all questions are read, and the answer to them',
      async () => (await outcomes('b')).length === QUESTIONS && (await outcomes('a')).length === 1,
      ANSWERED_WITHIN_MS,
    );
    expect(await outcomes('b')).to.have.members(['started', ...Array(QUESTIONS - 1).fill('answered')]);
    expect(await outcomes('a')).to.deep.equal(['machine']);
    const { headers } = await received(a(), 'Thanks');
    expect(headers).to.include({ 'auto-submitted': 'auto-replied', 'x-posthorn-hops': '1' });
  });

  /** An automation answers what the other installation sends. */
  const answer = async (
    name: 'a' | 'b',
    { accountId, domainId, address }: Installation,
    other: Installation,
  ) => {
    const { pool } = databases[name];
    await createContact(pool, { accountId, email: other.address });
    const { id } = await createTemplate(pool, accountId, { from: address, subject: 'Thanks' });
    const steps = [{ key: 'mail', type: 'send_email' as const, config: { template: { id } } }];
    await createAutomation(pool, accountId, { domainId, trigger: 'email.received', steps });
  };
  /** What became of the emails for which an automation was asked. */
  const outcomes = async (name: 'a' | 'b') => {
    const { rows } = await databases[name].pool.query(
      "SELECT coalesce(outcomes -> 0 ->> 'reason', 'started') AS outcome FROM received_events",
    );
    return rows.map(({ outcome }) => outcome);
  };

  const filesOf = async ({ id }: Record<string, unknown>) => {
    const { data } = (await a().client.read(`/emails/receiving/${id}/attachments`)) as { data: Link[] };
    return await Promise.all(data.map(({ download_url: url }) => download(url)));
  };
});

interface Link {
  download_url: string;
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url);
  expect(answer.status).to.equal(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The other's server for incoming mail, whose certificate it has signed itself. */
function relayTo({ inboundPort }: Product): string {
  return `smtp://127.0.0.1:${inboundPort}?tls=insecure`;
}
