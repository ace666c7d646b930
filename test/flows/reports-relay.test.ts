// Flow test: Posthorn sends through a real Postfix, which accepts every recipient, delivers later, and sends its reports to
// the return path.
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { createApiKey, createDomain, createWebhook } from '../support/factories/factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { type DeliveringPostfix, startDeliveringPostfix } from './support/delivering-postfix.ts';
import { type Product, prepareProduct } from './support/product.ts';

const DOMAIN = 'acme.dev';
const KNOWN = 'ana@customer.dev';

describe('A relay that reports later', () => {
  const database = useDatabase();
  let product: Product;
  let postfix: DeliveringPostfix;
  let endpoint: WebhookReceiver;
  let client: ApiClient;

  before(async () => {
    product = await prepareProduct({ databaseUrl: database.url });
    endpoint = await startWebhookReceiver();
    const { accountId, token: apiKey } = await createApiKey(database.pool);
    await createDomain(database.pool, accountId, { name: DOMAIN });
    await createWebhook(database.pool, accountId, {
      endpointUrl: endpoint.url,
      events: ['email.bounced', 'email.delivered'],
    });
    const relay = { mailbox: KNOWN, returnPathDomain: `send.${DOMAIN}`, reportsPort: product.inboundPort };
    [postfix] = await Promise.all([
      startDeliveringPostfix(relay),
      product.startApi(),
      product.startInbound(),
      product.startWorker(['inbound', 'webhook', 'schedule']),
    ]);
    client = createApiClient({ url: product.url, apiKey, connections: 2 });
  });
  after(async () => {
    await client?.close();
    await product?.stop();
    await postfix?.stop();
    await endpoint?.close();
  });

  /** Sends with a worker that has its own idea of when mail is delivered. @returns what `use` does */
  const withSender = async (delivery: 'accept' | 'dsn', use: () => Promise<void>) => {
    const own = { SMTP_URL: postfix.url, SMTP_DELIVERY: delivery };
    const sender = await product.startWorker('send', [], own);
    try {
      await use();
    } finally {
      await sender.stop();
    }
  };
  const send = async (to: string, subject = 'Hello') => {
    const body = { from: `Acme <hello@${DOMAIN}>`, to, subject, text: 'Hello' };
    const answer = await client.ask({ method: 'POST', path: '/emails', body });
    return { status: answer?.status, body: answer?.body ?? {} };
  };
  const sendWell = async (to: string, subject?: string) => {
    const { status, body } = await send(to, subject);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body['id'] as string;
  };
  const reached = (id: string, status: string) =>
    eventually(`it is ${status}`, async () => (await client.read(`/emails/${id}`))['last_event'] === status);
  const eventsOf = async (id: string) => (await client.read(`/emails/${id}`))['events'] as Event[];
  const posted = (type: string, id: string) =>
    endpoint.requests
      .map(({ body }) => JSON.parse(body))
      .filter(({ type: own, data }) => own === type && data.email_id === id)
      .map(({ data }) => data);

  it('bounces an email that was delivered, suppresses its address, and so refuses the next email', async () => {
    const lost = 'lost@customer.dev';
    await withSender('accept', async () => {
      const id = await sendWell(lost);
      await reached(id, 'bounced');
      const events = await eventsOf(id);
      expect(events.map(({ type }) => type)).to.deep.equal(['sent', 'delivered', 'bounced']);
      const [bounced] = await eventually('it is announced', () => {
        const found = posted('email.bounced', id);
        return found.length > 0 && found;
      });
      expect(bounced).to.deep.include({ to: [lost], reason: 'unknown_mailbox' });
      expect(bounced.bounce).to.deep.include({ type: 'Permanent', subType: 'NoEmail' });
      expect(bounced.bounce.message).to.include(`unknown user: "${lost}"`);
      const entry = await client.read(`/suppressions/${lost}`);
      expect(entry).to.include({ email: lost, origin: 'bounce', source_id: id });
      const { status, body } = await send(lost);
      expect(status).to.equal(422);
      expect(body['message']).to.match(/lost@customer\.dev has been on the suppression list since .*bounce/);
      expect(body['message']).to.include(`unknown user: "${lost}"`);
    });
  });

  it('delivers an email by its report with SMTP_DELIVERY=dsn, or bounces it', async () => {
    await withSender('dsn', async () => {
      const id = await sendWell(KNOWN, 'To a mailbox');
      const lostId = await sendWell('gone@customer.dev');
      await Promise.all([reached(id, 'delivered'), reached(lostId, 'bounced')]);
      expect(await postfix.readMailbox()).to.include('Subject: To a mailbox');
      const events = await eventsOf(id);
      expect(events.map(({ type }) => type)).to.deep.equal(['sent', 'delivered']);
      expect(events.map(({ report_id: report }) => typeof report)).to.deep.equal(['object', 'string']);
      await eventually('it is announced', () => posted('email.delivered', id).length === 1);
      expect((await eventsOf(lostId)).map(({ type }) => type)).to.deep.equal(['sent', 'bounced']);
    });
  });
});

interface Event {
  type: string;
  /** Null where no report has made it. */
  report_id: string | null;
}
