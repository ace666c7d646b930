// Flow test with real processes: mail with a topic, the click by which a mailbox provider unsubscribes its recipient
// (RFC 8058), and what is sent to that recipient afterwards.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { dkimVerify } from 'mailauth';
import PostalMime from 'postal-mime';
import { dkimRecord } from '../../shared/mail/dkim/dkim-keys.ts';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { USER_AGENT, useApp } from '../support/api/app.ts';
import { readTestDkimKey } from '../support/factories/dkim-key.ts';
import type { SinkMessage } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

/** A proxy that ends TLS, as in production, is in front of the API; this test is the proxy. */
const PUBLIC_URL = 'https://mail.posthorn.test';
const TO = ['ana@customer.dev', 'bo@customer.dev', 'cy@customer.dev'];
const ONE_CLICK = 'List-Unsubscribe=One-Click';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the objects of the API, which the test reads by their documented names.
  body: any;
}

describe('Unsubscribing from mail with a topic', () => {
  let product: Product;
  let sendWorker: Supervised;
  let sender: Sender;
  let topicId: string;
  let topicName: string;
  after(() => product.stop());
  const app = useApp();

  before(async () => {
    product = await prepareProduct({ databaseUrl: app.deps.config.databaseUrl, more: { PUBLIC_URL } });
    sender = await createSender(app);
    [sendWorker] = await Promise.all([
      product.startWorker('send'),
      product.startApi(),
      product.startWorker('schedule'),
    ]);
  });
  beforeEach(async () => {
    product.sink.clear();
    topicName = `News of ${randomUUID()}`;
    topicId = (await ask('POST', '/topics', { name: topicName, default_subscription: 'opt_in' })).body.id;
  });

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const given = { authorization: `Bearer ${sender.token}`, 'user-agent': USER_AGENT, ...headers };
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: { ...given, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const bodyTo = (to: string[], changes: object = {}) => sender.body({ to, topic_id: topicId, ...changes });
  /** Sends an email. @returns its id */
  const send = async (changes: object = {}): Promise<string> => {
    const { status, body } = await ask('POST', '/emails', bodyTo(TO, changes));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.id;
  };
  const recipientsOfSink = () => product.sink.messages.flatMap(({ to }) => to).sort();
  /** The last state of each recipient, once all have one. */
  const statesOf = (id: string): Promise<Record<string, string>> =>
    eventually('the email is sent', async () => {
      const { recipients } = (await ask('GET', `/emails/${id}`)).body as {
        recipients: { address: string; status: string }[];
      };
      const isDone = recipients.every(({ status }) => ['delivered', 'suppressed'].includes(status));
      return isDone && Object.fromEntries(recipients.map(({ address, status }) => [address, status]));
    });
  const reasonsOf = async (id: string): Promise<[string, string][]> => {
    const { events } = (await ask('GET', `/emails/${id}`)).body as {
      events: { type: string; recipient: string; reason: string }[];
    };
    return events
      .filter(({ type }) => type === 'suppressed')
      .map(({ recipient, reason }) => [recipient, reason]);
  };
  const unitsUsed = async (): Promise<number> => {
    const { rows } = await app.pool.query<{ used: number }>(
      `SELECT used::integer FROM email_usage WHERE account_id = $1 AND period = 'month'`,
      [sender.accountId],
    );
    return rows[0]?.used ?? 0;
  };
  const decisions = async () =>
    (
      await app.pool.query(
        'SELECT email_key, subscription, chosen_by FROM topic_choices WHERE topic_id = $1',
        [topicId],
      )
    ).rows;

  /** What a mailbox provider takes from a mail, after it has checked its signature. */
  const readLinks = async (message: Pick<SinkMessage, 'raw'>) => {
    const record = dkimRecord(readTestDkimKey().publicKeyBase64);
    const { results } = await dkimVerify(message.raw, { resolver: () => Promise.resolve([[record]]) });
    expect(results.map(({ status }) => status.result)).to.deep.equal(['pass']);
    const header = message.raw
      .toString('latin1')
      .split('\r\n\r\n', 1)[0]
      ?.replaceAll(/\r\n(?=[ \t])/g, '');
    const fieldOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(header ?? '')?.[1] ?? '';
    const signed = /h=([^;]*);/.exec(fieldOf('DKIM-Signature'))?.[1]?.split(/\s*:\s*/) ?? [];
    expect(signed).to.include.members(['List-Unsubscribe', 'List-Unsubscribe-Post']);
    expect(fieldOf('List-Unsubscribe-Post')).to.equal(ONE_CLICK);
    const [, url = ''] = /^<(https:[^<>\s]+)>$/.exec(fieldOf('List-Unsubscribe')) ?? [];
    expect(url.startsWith(`${PUBLIC_URL}/unsubscribe/`)).to.equal(true);
    return { url, behindProxy: url.replace(PUBLIC_URL, product.url) };
  };
  /** Sends an email and takes the link that one recipient got. */
  const linkOf = async (address: string): Promise<string> => {
    await send();
    await product.sink.waitFor(TO.length);
    const message = await product.sink.waitForMessage(({ to }) => to.includes(address));
    product.sink.clear();
    return (await readLinks(message)).behindProxy;
  };
  const click = async (link: string): Promise<number> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await fetch(link, { method: 'POST', headers, body: ONE_CLICK, redirect: 'error' });
    return status;
  };

  it('each recipient of an email and of a batch gets a signed link of its own', async () => {
    await send();
    const messages = [...(await product.sink.waitFor(TO.length))];
    const batch = TO.map((address) => bodyTo([address]));
    expect((await ask('POST', '/emails/batch', batch)).status).to.equal(200);
    messages.push(...(await product.sink.waitFor(2 * TO.length)).slice(TO.length));
    const urls = await Promise.all(messages.map(async (message) => (await readLinks(message)).url));
    expect(new Set(urls).size).to.equal(2 * TO.length);
  });

  it('an email and a batch that are made from a template have the same link in html, text and header', async () => {
    const html = '<p>Hello {{ NAME }}</p><a href="{{{UNSUBSCRIBE_URL}}}">No more</a>{{{PREFERENCES_URL}}}';
    const source = { name: 'News', alias: 'news', subject: 'News for {{{NAME}}}', html };
    const variables = [{ key: 'NAME', type: 'string', fallback_value: 'you' }];
    expect((await ask('POST', '/templates', { ...source, variables })).status).to.equal(201);
    expect((await ask('POST', '/templates/news/publish')).status).to.equal(200);
    const made = {
      subject: undefined,
      text: undefined,
      template: { alias: 'news', variables: { NAME: 'all' } },
    };
    await send(made);
    const batch = TO.map((address) => bodyTo([address], made));
    expect((await ask('POST', '/emails/batch', batch)).status).to.equal(200);
    for (const { raw } of await product.sink.waitFor(2 * TO.length)) {
      const { url } = await readLinks({ raw });
      const mail = await PostalMime.parse(raw);
      expect(mail.subject).to.equal('News for all');
      expect(mail.html)
        .to.include(`<p>Hello all</p><a href="${url}">`)
        .and.include(`${PUBLIC_URL}/preferences/`);
      expect(mail.text).to.include(url).and.not.include('{{{');
    }
  });

  describe('after one recipient has unsubscribed with one click', () => {
    beforeEach(async () => {
      const link = await linkOf('bo@customer.dev');
      // A mail filter opens every link first.
      for (const method of ['GET', 'HEAD'])
        expect((await fetch(link, { method, redirect: 'error' })).status).to.equal(200);
      expect(await decisions()).to.deep.equal([]);
      expect(await click(link)).to.equal(200);
      expect(await decisions()).to.deep.equal([
        { email_key: 'bo@customer.dev', subscription: 'opt_out', chosen_by: 'person' },
      ]);
    });

    it('the next email drops exactly that one, uncharged, and reaches the others', async () => {
      const before = await unitsUsed();
      const id = await send();
      expect(await statesOf(id)).to.deep.equal({
        'ana@customer.dev': 'delivered',
        'bo@customer.dev': 'suppressed',
        'cy@customer.dev': 'delivered',
      });
      expect(await reasonsOf(id)).to.deep.equal([['bo@customer.dev', 'topic_opted_out']]);
      expect(recipientsOfSink()).to.deep.equal(['ana@customer.dev', 'cy@customer.dev']);
      expect(await unitsUsed()).to.equal(before + 2);
    });

    it('a batch refuses the email to that one, or leaves it out', async () => {
      const batch = TO.map((address) => bodyTo([address]));
      const strict = await ask('POST', '/emails/batch', batch);
      expect([strict.status, strict.body.name, strict.body.index]).to.deep.equal([
        422,
        'validation_error',
        1,
      ]);
      const permissive = { 'x-batch-validation': 'permissive' };
      const { body } = await ask('POST', '/emails/batch', batch, permissive);
      expect(body.errors).to.have.length(1);
      expect(body.errors[0]).to.include({ index: 1 });
      expect(body.errors[0].message).to.match(
        new RegExp(`bo@customer\\.dev has been opted out of the topic "${topicName}" since `),
      );
      expect(body.data).to.have.length(2);
      await product.sink.waitFor(2);
      expect(recipientsOfSink()).to.deep.equal(['ana@customer.dev', 'cy@customer.dev']);
    });

    it('mail without the topic reaches that one', async () => {
      await send({ to: ['bo@customer.dev'], topic_id: null });
      await product.sink.waitFor(1);
    });
  });

  it('a scheduled email drops who clicks before it is due, and refunds it', async () => {
    const link = await linkOf('ana@customer.dev');
    const before = await unitsUsed();
    const id = await send({ to: ['ana@customer.dev', 'cy@customer.dev'], scheduled_at: 'in 1 hour' });
    expect(await unitsUsed()).to.equal(before + 2);
    expect(await click(link)).to.equal(200);
    const scheduled_at = new Date(Date.now() + 1_000).toISOString();
    expect((await ask('PATCH', `/emails/${id}`, { scheduled_at })).status).to.equal(200);
    expect(await statesOf(id)).to.deep.equal({
      'ana@customer.dev': 'suppressed',
      'cy@customer.dev': 'delivered',
    });
    expect(await reasonsOf(id)).to.deep.equal([['ana@customer.dev', 'topic_opted_out']]);
    expect(recipientsOfSink()).to.deep.equal(['cy@customer.dev']);
    expect(await unitsUsed()).to.equal(before + 1);
  });

  it('an email that waits for a worker drops who clicks before it is sent', async () => {
    const link = await linkOf('ana@customer.dev');
    await sendWorker.stop();
    const before = await unitsUsed();
    const id = await send({ to: ['ana@customer.dev', 'cy@customer.dev'] });
    expect(await click(link)).to.equal(200);
    sendWorker = await product.startWorker('send');
    expect(await statesOf(id)).to.deep.equal({
      'ana@customer.dev': 'suppressed',
      'cy@customer.dev': 'delivered',
    });
    expect(recipientsOfSink()).to.deep.equal(['cy@customer.dev']);
    expect(await unitsUsed()).to.equal(before + 1);
  });
});
