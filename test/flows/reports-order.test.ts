// Flow test: a mail server reports that it could not deliver, before it has answered 250 or after it. However the two
// arrive, the email ends in the same way.
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { createApiKey, createDomain, createWebhook } from '../support/factories/factories.ts';
import { countMail } from '../support/factories/sending-days-factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { type Product, prepareProduct } from './support/product.ts';
import { startReportingServer } from './support/reporting-server.ts';

const EMAILS = extent('TEST_REPORTED_EMAILS', 60, 2_000);
const DEADLINE_MS = 240_000 + 100 * EMAILS;
/** The most that a request takes, of `POST /emails/batch` and of `GET /emails/metrics`. */
const BATCH = 100;
/**
 * `read`: before the 250, a worker has read the report, and found that the attempt has no result yet. `before`: the
 * report is stored before the 250, and read while the result is recorded. `after`: it is sent when the 250 has left.
 */
type Order = 'read' | 'before' | 'after';
/** What was read too early is read again seconds later, which pass as soon as every attempt has a result. */
const END_WAITS = `
  UPDATE received_emails SET next_attempt_at = now()
  WHERE next_attempt_at > now() AND claimed_by IS NULL
    AND NOT EXISTS (SELECT FROM email_recipients WHERE state IN ('queued', 'sending'))`;
/** Each `read` keeps a connection waiting. */
const READ_EACH = 10;
const orderOf = (number: number): Order =>
  number % READ_EACH === 0 ? 'read' : number % 2 === 0 ? 'before' : 'after';
const isOf = (order: Order, recipient: string) => recipient.startsWith(order);

describe('A report of a bounce, before and after the 250', () => {
  const database = useDatabase();
  let product: Product;
  let server: Awaited<ReturnType<typeof startReportingServer>>;
  let client: ApiClient;
  const ids: string[] = [];

  before(async function () {
    this.timeout(DEADLINE_MS);
    product = await prepareProduct({ databaseUrl: database.url });
    server = await startReportingServer({
      reportsPort: product.inboundPort,
      reportsFirst: (recipient) => !isOf('after', recipient),
      beforeAnswer: async (recipient, returnPath) => {
        if (isOf('read', recipient)) await eventually('it is read', () => isPutOff(returnPath));
      },
    });
    const { accountId, token: apiKey } = await createApiKey(database.pool);
    const domain = await createDomain(database.pool, accountId);
    // So many bounces would pause the domain, and hold what is not sent by then.
    const sentBefore = { judged: 100 * EMAILS, daysAgo: 1 };
    await countMail(database.pool, { accountId, id: domain.id }, new Date(), sentBefore);
    await createWebhook(database.pool, accountId, { events: ['*'] });
    await Promise.all([
      product.startApi(),
      product.startInbound([], { INBOUND_MESSAGES_PER_MINUTE: '0' }),
      product.startWorker(['send', 'inbound', 'schedule'], [], { SMTP_URL: server.url }),
    ]);
    client = createApiClient({ url: product.url, apiKey, connections: 2 });
    await sendAll(`hello@${domain.name}`);
    await eventually('all have bounced', haveBounced, DEADLINE_MS);
  });
  after(async () => {
    await client?.close();
    await product?.stop();
    await server?.stop();
  });

  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;
  const isPutOff = async (returnPath: string) =>
    (
      await query(
        'SELECT FROM received_emails WHERE received_for = ARRAY[$1] AND next_attempt_at > created_at + $2::interval',
        [returnPath, '1 s'],
      )
    ).length === 1;
  const haveBounced = async () => {
    await query(END_WAITS);
    const [row] = await query(`SELECT count(*)::integer FROM email_recipients WHERE state = 'bounced'`);
    return row.count === EMAILS;
  };
  const sendAll = async (from: string) => {
    for (let first = 0; first < EMAILS; first += BATCH) {
      const body = Array.from({ length: Math.min(BATCH, EMAILS - first) }, (_, index) => {
        const number = first + index;
        const to = `${orderOf(number)}-${number}@customer.dev`;
        return { from, to, subject: 'Hello', text: 'Hello' };
      });
      const answer = await client.ask({ method: 'POST', path: '/emails/batch', body });
      if (answer?.status !== 200) throw new Error(JSON.stringify(answer?.body));
      ids.push(...(answer.body['data'] as { id: string }[]).map(({ id }) => id));
    }
  };

  it('is taken, and applied once', async () => {
    expect(server.refused).to.deep.equal([]);
    const effects = await query(
      'SELECT report_effect AS effect, count(*)::integer FROM received_emails GROUP BY report_effect',
    );
    expect(effects).to.deep.equal([{ effect: 'applied', count: EMAILS }]);
  });

  it('ends each email with the same events, in their order', async () => {
    const stories = await query(`
      SELECT status, types, count(*)::integer
      FROM emails JOIN (SELECT email_id, array_agg(type ORDER BY id) AS types FROM email_events GROUP BY email_id) AS story
        ON story.email_id = emails.id
      GROUP BY status, types`);
    expect(stories).to.deep.equal([
      { status: 'bounced', types: ['sent', 'delivered', 'bounced'], count: EMAILS },
    ]);
  });

  it('suppresses each address once, and announces everything once', async () => {
    const [suppressions] = await query(`
      SELECT count(*)::integer, count(DISTINCT address)::integer AS addresses, count(DISTINCT report_id)::integer AS reports
      FROM suppressions WHERE reason = 'bounce'`);
    expect(suppressions).to.deep.equal({ count: EMAILS, addresses: EMAILS, reports: EMAILS });
    const messages = await query(
      'SELECT type, count(*)::integer FROM webhook_messages GROUP BY type ORDER BY type',
    );
    const types = ['email.bounced', 'email.delivered', 'email.sent', 'suppression.added'];
    expect(messages).to.deep.equal(types.map((type) => ({ type, count: EMAILS })));
  });

  it('leaves metrics in which each email has bounced, and none is delivered, by counters and by events', async () => {
    const counts = (count: number) => ({ sent: count, delivered: count, bounced: count });
    const metrics = 'metrics=sent,delivered,bounced,delivery_rate,bounce_rate';
    const rates = { delivery_rate: 0, bounce_rate: 1 };
    const { totals } = await client.read(`/emails/metrics?${metrics}`);
    expect(totals).to.deep.equal({ ...counts(EMAILS), ...rates });
    const some = ids.slice(0, BATCH);
    const ofSome = await client.read(`/emails/metrics?${metrics}&email_id=${some.join(',')}`);
    expect(ofSome['totals']).to.deep.equal({ ...counts(some.length), ...rates });
  });
});
