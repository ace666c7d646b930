// Flow test with real processes: SECRET_KEY is changed as docs/operations.md#changing-secret_key says, one process after the
// other, while mail is signed, sent and reported, webhooks are delivered, links are opened and people sign in with a second
// factor. Nothing fails; at the end no secret is under the old key, and what is left of it are the links of old mail. It takes
// longer than 8 s because seven restarts, one after the other, are what is tested.
import { expect } from 'chai';
import { dkimVerify } from 'mailauth';
import { generateSync } from 'otplib';
import PostalMime from 'postal-mime';
import { freePort } from '../../dev/processes/ports.ts';
import { checkSecrets } from '../../ops/checks/secrets.ts';
import { runCommand } from '../../ops/run-command.ts';
import type { OpsDeps } from '../../ops/verb.ts';
import { dkimRecord } from '../../shared/mail/dkim/dkim-keys.ts';
import { createSecrets } from '../../shared/platform/security/secrets.ts';
import { findSignatureProblem } from '../../shared/resources/foundation/webhooks/signature.ts';
import { createPollLinks } from '../../shared/resources/messaging/polls/link.ts';
import {
  createTotpSecret,
  totpSecretOwner,
} from '../../shared/resources/people/people/second-factor/totp.ts';
import { useDatabase } from '../support/database/database.ts';
import { createCampaign } from '../support/factories/campaign-factories.ts';
import { readTestDkimKey, TEST_SECRET_KEY, TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { createApiKey, createDomain, createWebhook } from '../support/factories/factories.ts';
import { factoryIds } from '../support/factories/factory-ids.ts';
import { createMember, PASSWORD } from '../support/factories/people-factories.ts';
import { createPoll } from '../support/factories/poll-factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { eventually } from '../support/time/eventually.ts';
import { createApiClient } from './support/api-client.ts';
import { writeBounceReport } from './support/bounce-report.ts';
import { openBrowser } from './support/browser.ts';
import { deliverMail } from './support/deliver-mail.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

/** A proxy that ends TLS, as in production, is in front of the API; this test is the proxy. */
const PUBLIC_URL = 'https://mail.posthorn.test';
const NEW = 'nKQwTVd0sJ1rgk3yVw5gkYyq2mF1cJ3xk6vQe8r0u9A=';
/** It has blanks and a comma, so a list of keys with it is in JSON. */
const OLD = TEST_SECRET_KEY;
const DEADLINE_MS = 400_000;
const PAGE = `<p>Hello <a href="https://acme.dev/sale">sale</a> <a href="{{{UNSUBSCRIBE_URL}}}">no more</a>
<a href="{{{PREFERENCES_URL}}}">topics</a> <a href="{{{WEB_VERSION_URL}}}">on the web</a></p>`;
/** Kinds of links in such a mail: to unsubscribe, to choose, on the web, tracked, and the pixel. */
const KINDS = ['unsubscribe', 'preferences', 'view', 'c', 'o'];

type Keys = Record<'SECRET_KEY' | 'SECRET_KEY_PREVIOUS', string>;
const keys = (key: string, previous: string[] = []): Keys => ({
  SECRET_KEY: key,
  SECRET_KEY_PREVIOUS: JSON.stringify(previous),
});

/** A mail that has arrived, and how its links are opened. */
interface Mail {
  id: string;
  returnPath: string;
  address: string;
  /** Paths, with the status that each is answered with. */
  links: Map<string, number>;
}

describe('A change of SECRET_KEY', function () {
  this.timeout(DEADLINE_MS);
  const database = useDatabase();
  let product: Product;
  let receiver: WebhookReceiver;
  let account: {
    accountId: string;
    token: string;
    domain: string;
    templateId: string;
    webhookSecret: string;
  };
  const webs = new Map<string, Supervised>();
  let worker: Supervised;
  const mails: Mail[] = [];
  let number = 0;

  before(async () => {
    receiver = await startWebhookReceiver();
    product = await prepareProduct({
      databaseUrl: database.url,
      more: { PUBLIC_URL, MAIL_HOSTNAME: 'mail.posthorn.test' },
    });
    const { accountId, token } = await createApiKey(database.pool);
    const domain = await createDomain(database.pool, accountId, { openTracking: true, clickTracking: true });
    const webhook = await createWebhook(database.pool, accountId, {
      endpointUrl: receiver.url,
      events: ['email.sent'],
    });
    await Promise.all([
      ...[product.url, `http://127.0.0.1:${await freePort()}`].map((url) => startWeb(url, keys(OLD))),
      startWorker(keys(OLD)),
    ]);
    account = { accountId, token, domain: domain.name, templateId: '', webhookSecret: webhook.secret };
    account.templateId = await makeTemplate();
  });
  after(async () => {
    await product?.stop();
    await receiver?.close();
  });

  const startWeb = async (url: string, own: Keys) => {
    webs.set(url, await product.startApi({ ...own, PORT: new URL(url).port }));
  };
  const startWorker = async (own: Keys) => {
    worker = await product.startWorker(['send', 'webhook', 'inbound', 'schedule'], [], own);
  };
  const restartWeb = async (url: string, own: Keys) => {
    const web = webs.get(url);
    webs.delete(url);
    await web?.stop();
    await startWeb(url, own);
  };
  const restartWorker = async (own: Keys) => {
    await worker.stop();
    await startWorker(own);
  };
  const anyWeb = () => [...webs.keys()][number % webs.size] ?? expect.fail('No web runs.');

  const ask = async (method: 'GET' | 'POST', path: string, body?: object, status = 200) => {
    const client = createApiClient({ url: anyWeb(), apiKey: account.token, connections: 1 });
    const answer = await client.ask({ method, path, body });
    await client.close();
    expect(answer?.status, `${path} ${JSON.stringify(answer?.body)}`).to.equal(status);
    return answer?.body ?? {};
  };
  const makeTemplate = async () => {
    const source = { name: 'News', subject: 'News', html: PAGE };
    const { id } = await ask('POST', '/templates', source, 201);
    await ask('POST', `/templates/${id}/publish`);
    return id as string;
  };

  /** Sends a mail, and takes it as its recipient gets it, with all its links and that of its file. */
  const sendMail = async (): Promise<Mail> => {
    const address = `bo${number}@customer.dev`;
    const { id } = await ask('POST', '/emails', {
      from: `ana@${account.domain}`,
      to: address,
      subject: `News ${number}`,
      template: { id: account.templateId },
      attachments: [{ filename: 'a.txt', content: Buffer.from('a file').toString('base64') }],
    });
    const { raw, from } = await product.sink.waitForMessage(({ to }) => to.includes(address), DEADLINE_MS);
    const resolver = () => Promise.resolve([[dkimRecord(readTestDkimKey().publicKeyBase64)]]);
    const { results } = await dkimVerify(raw, { resolver });
    expect(results.map(({ status }) => status.result)).to.deep.equal(['pass']);
    const { html = '' } = await PostalMime.parse(raw);
    const found = [...html.matchAll(/https:\/\/mail\.posthorn\.test(\/(\w+)\/[\w-]+)/g)];
    expect(new Set(found.map(([, , kind]) => kind))).to.deep.equal(new Set(KINDS));
    const { data } = (await ask('GET', `/emails/${id}/attachments`)) as { data: { download_url: string }[] };
    const file = data[0]?.download_url.replace(PUBLIC_URL, '') ?? '';
    const links = [
      ...found.map(([, path = '', kind]) => [path, kind === 'c' ? 302 : 200] as const),
      [file, 200] as const,
    ];
    return { id: id as string, returnPath: from, address, links: new Map(links) };
  };
  /** The event of a mail comes with a good signature. */
  const expectEvent = async ({ id }: Mail) => {
    const request = await eventually(
      'the webhook is called',
      () => receiver.requests.find(({ body }) => body.includes(id)),
      DEADLINE_MS,
    );
    const { headers, body } = request;
    const signed = {
      timestamp: String(headers['x-service-timestamp']),
      signature: String(headers['x-service-signature']),
      body,
      secret: account.webhookSecret,
      nowSeconds: Date.now() / 1000,
    };
    expect(findSignatureProblem({ ...signed, toleranceSeconds: DEADLINE_MS })).to.equal(undefined);
  };
  const signIn = async ({ email, secret }: { email: string; secret: string }) => {
    const browser = openBrowser(anyWeb());
    const challenge = await browser.ask('POST', '/auth/login', { email, password: PASSWORD });
    expect(challenge.body.object, JSON.stringify(challenge.body)).to.equal('totp_challenge');
    const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
    const session = await browser.ask('POST', '/auth/totp', { code });
    expect(session.status, JSON.stringify(session.body)).to.equal(200);
  };
  /** A code counts once, so each sign-in is of another person. */
  const createPerson = async () => {
    const { personId, email } = await createMember(database.pool, { accountId: account.accountId });
    const secret = createTotpSecret();
    await database.pool.query('UPDATE people SET totp_secret = $2 WHERE id = $1', [
      personId,
      createSecrets(TEST_SECRET_KEYS).encrypt(secret, totpSecretOwner(personId)),
    ]);
    return { email, secret };
  };
  const statusOf = async (web: string, path: string) =>
    (await fetch(web + path, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0' } })).status;
  /** Every link of every mail works on every web that runs. */
  const openLinks = async () => {
    const running = [...webs.keys()];
    const links = mails.flatMap((mail) => [...mail.links]);
    for (const web of running)
      await Promise.all(
        links.map(async ([path, status]) =>
          expect(await statusOf(web, path), `${web}${path}`).to.equal(status),
        ),
      );
  };
  /** Everything at once, while something is restarted. */
  const use = async (person: { email: string; secret: string }) => {
    number += 1;
    const [mail] = await Promise.all([sendMail(), signIn(person), openLinks()]);
    await expectEvent(mail);
    mails.push(mail);
  };
  const useDuring = async (people: { email: string; secret: string }[], change: () => Promise<unknown>) => {
    await Promise.all([change(), use(people.pop() ?? expect.fail('There are too few people.'))]);
  };
  /** What `check` says of the keys, without its other lines. */
  const linesOfKeys = async () => {
    const service = { secretKeys: [NEW, OLD] } as const;
    const findings = await checkSecrets({ database: database.pool, service } as unknown as OpsDeps);
    return findings.map(({ status, message }) => `${status}: ${message.replace(/ \(.*?\)/, '')}`);
  };

  it('fails nothing, process by process, and the old key ends with its links', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, createPerson));
    const campaign = await createCampaign(database.pool, account.accountId, { status: 'sent' });
    const { id: pollId } = await createPoll(database.pool, account.accountId, {
      labels: ['Yes', 'No'],
      owner: { campaignId: campaign.id },
    });
    const voter = { ...account, pollId, emailId: factoryIds.next(), address: 'bo@customer.dev' };
    const { poll1 = '' } = createPollLinks('', TEST_SECRET_KEYS).urlsOf(voter, 2);
    await useDuring(people, () => Promise.resolve());
    mails[0]?.links.set(poll1, 200);

    // First every process can open what the new key makes, then it makes it.
    const [first = '', second = ''] = [...webs.keys()];
    for (const own of [keys(OLD, [NEW]), keys(NEW, [OLD])]) {
      await useDuring(people, () => restartWeb(first, own));
      await useDuring(people, () => restartWeb(second, own));
      await useDuring(people, () => restartWorker(own));
    }
    const own = keys(NEW, [OLD]);
    expect((await linesOfKeys())[1]).to.match(
      /^advice: Key 1 of .* still encrypts DKIM key: 1, .*: 10\. Run/,
    );
    const reEncrypt = () =>
      runCommand(['re-encrypt'], { DATABASE_URL: database.url, DATA_DIR: '/nonexistent', ...own });
    await useDuring(people, async () => expect(await reEncrypt()).to.include({ code: 0, stderr: '' }));
    expect(await linesOfKeys()).to.deep.equal([
      'met: SECRET_KEY encrypts DKIM key: 1, webhook signing secret: 1, second factor: 10.',
      'met: Key 1 of SECRET_KEY_PREVIOUS does not encrypt anything. Unless you plan to make it SECRET_KEY, you can remove it. Links and return paths made with it then stop working.',
    ]);

    // The first mail was sent with the old key, and bounces now.
    await product.startInbound([], own);
    const oldest = mails[0] ?? expect.fail();
    const latest = mails.at(-1) ?? expect.fail();
    for (const { returnPath: to, address } of [oldest, latest]) {
      const report = { from: '', to, content: writeBounceReport(address, `${address}-report`) };
      expect(await deliverMail(product.inboundPort, report)).to.match(/^250 /);
    }
    for (const { id } of [oldest, latest])
      await eventually(
        'the report is taken',
        async () => (await ask('GET', `/emails/${id}`))['last_event'] === 'bounced',
        DEADLINE_MS,
      );

    await Promise.all([
      restartWeb(first, keys(NEW)),
      restartWeb(second, keys(NEW)),
      restartWorker(keys(NEW)),
    ]);
    // A pixel is a picture for everybody.
    for (const path of [...oldest.links.keys()].filter((each) => !each.startsWith('/o/')))
      expect(await statusOf(first, path), path).to.be.within(403, 404);
    mails.splice(0, mails.length - 1);
    await useDuring(people, openLinks);
    const { rows } = await database.pool.query(
      `SELECT state, count(*)::integer FROM email_recipients GROUP BY state ORDER BY state`,
    );
    expect(rows).to.deep.equal([
      { state: 'bounced', count: 2 },
      { state: 'delivered', count: number - 2 },
    ]);
  });
});
