// Flow test: mail comes in while the SMTP server and the workers are killed again and again. What was answered 250 is
// there once, and nothing is there twice but what was not answered and has no Message-ID.
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { createApiKey, createDomain, createWebhook } from '../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../support/net/dns-server.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { QUICK_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { type Product, prepareProduct } from './support/product.ts';

const MESSAGES = extent('RECEIVING_FLOW_MESSAGES', 300, 20_000);
const SENDERS = 12;
/** At any moment, in addition to the planned ones. A message that dies twice with its worker waits for up to a minute. */
const DEATHS_EACH = extent('RECEIVING_FLOW_DEATHS', 0, 3);
const DEADLINE_MS = 180_000 + 40 * MESSAGES;
/** One in so many has no Message-ID. */
const ANONYMOUS_EACH = 10;

describeOnOneBackend('postgres', 'Mail that comes in, with processes that are killed', (backend) => {
  const database = useDatabase();
  let dns: DnsServer;
  let product: Product;
  /** How often the content of each message was sent. */
  const tries: number[] = Array.from({ length: MESSAGES }, () => 0);
  let address: string;

  before(async function () {
    this.timeout(DEADLINE_MS);
    dns = await createDnsServer();
    product = await prepareProduct({
      ...{ databaseUrl: database.url, redisUrl: backend.redisUrl, logLevel: 'silent' },
      more: { ...QUICK_LEASE, INBOUND_MESSAGES_PER_MINUTE: '0', DNS_SERVERS: dns.address },
    });
    const { accountId } = await createApiKey(database.pool);
    const domain = await createDomain(database.pool, accountId, { receivingEnabled: true });
    await createWebhook(database.pool, accountId, { events: ['email.received'] });
    address = `ana@${domain.name}`;
    const [, ...killed] = await Promise.all([
      product.startWorker('schedule'),
      product.startInbound(['receive-commit-sent:10']),
      product.startWorker('inbound', ['receive-claimed:3']),
      product.startWorker('inbound', ['receive-record-sent:3']),
    ]);
    await Promise.all([sendAll(), killEach(killed, DEATHS_EACH)]);
    await eventually('all of it is read', isAllRead, DEADLINE_MS);
  });
  after(async () => {
    await product.stop();
    await dns.close();
  });

  const query = async (text: string) => (await database.pool.query(text)).rows;
  const isAllRead = async () =>
    (await query('SELECT FROM received_emails WHERE parsed_at IS NULL LIMIT 1')).length === 0;

  const sendAll = async () => {
    const left = Array.from({ length: MESSAGES }, (_, number) => number);
    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (let number = left.pop(); number !== undefined; number = left.pop())
          await sendUntilAnswered(number);
      }),
    );
  };
  const sendUntilAnswered = async (number: number) => {
    const message = { from: 'bo@customer.dev', to: address, content: contentOf(number) };
    const onSent = () => (tries[number] = (tries[number] ?? 0) + 1);
    await eventually(
      `message ${number} is answered 250`,
      () => deliver(product.inboundPort, message, onSent),
      DEADLINE_MS,
    );
  };

  it('lose nothing that was answered, and keep it once', async () => {
    const rows = await query(
      'SELECT subject, count(*)::integer AS count FROM received_emails GROUP BY subject',
    );
    const counts = new Map(rows.map(({ subject, count }) => [subject, count]));
    expect(counts).to.have.property('size', MESSAGES);
    for (const [number, sent] of tries.entries())
      expect(counts.get(`message ${number}`), `message ${number}`).to.be.within(
        1,
        isAnonymous(number) ? sent : 1,
      );
  });

  it('announce and count each once', async () => {
    const [sums] = await query(`
      SELECT (SELECT count(*)::integer FROM received_emails) AS received,
             (SELECT count(DISTINCT payload::json -> 'data' ->> 'email_id')::integer FROM webhook_messages) AS announced,
             (SELECT count(*)::integer FROM webhook_messages) AS messages,
             (SELECT received FROM email_usage WHERE period = 'day') AS units,
             (SELECT sum(count)::integer FROM email_metrics) AS counted,
             (SELECT count::integer FROM received_addresses) AS addressed`);
    const { received, ...others } = sums;
    for (const [what, count] of Object.entries(others)) expect(count, what).to.equal(received);
  });

  it('leave no bytes but those of the messages', async () => {
    const left = await query('SELECT id FROM received_chunks EXCEPT SELECT raw_id FROM received_contents');
    expect(left).to.deep.equal([]);
  });
});

const isAnonymous = (number: number) => number % ANONYMOUS_EACH === 0;

function contentOf(number: number): string {
  const id = isAnonymous(number) ? [] : [`Message-ID: <${number}@customer.dev>`];
  return ['From: Bo <bo@customer.dev>', `Subject: message ${number}`, ...id, '', 'Hello', '.', ''].join(
    '\r\n',
  );
}

/**
 * Delivers a message over a connection of its own.
 * @param onSent called when the content is sent
 * @returns whether it was answered 250; false too when the connection broke, or no server listens
 */
async function deliver(
  port: number,
  { from, to, content }: { from: string; to: string; content: string },
  onSent: () => void,
): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const lines = createInterface({ input: socket });
  socket.on('error', () => undefined);
  socket.once('close', () => lines.close());
  try {
    const replies = lines[Symbol.asyncIterator]();
    const steps = ['', 'HELO mail.customer.dev', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA'];
    for (const step of steps) if (!(await isAgreed(socket, replies, step))) return false;
    onSent();
    return await isAgreed(socket, replies, content.trimEnd());
  } finally {
    socket.destroy();
  }
}

async function isAgreed(socket: Socket, replies: AsyncIterator<string>, line: string): Promise<boolean> {
  if (line !== '') socket.write(`${line}\r\n`);
  const { value } = await replies.next();
  return /^[23]\d\d /.test(value ?? '');
}
