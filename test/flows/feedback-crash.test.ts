// Flow test: providers post what became of mail while `web` and worker-inbound are killed again and again. Each post is repeated until
// it is answered 200, as providers do, and some after that. Each event has its effect once: state, event, suppression, counts.
import { expect } from 'chai';
import { Pool } from 'undici';
import { createRecipientTokens } from '../../shared/mail/feedback/recipient-tokens.ts';
import { feedbackPathOf } from '../../shared/resources/messaging/provider-feedback/feedback-path.ts';
import { type TestDatabase, useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { createApiKey, createDomain, createEmail, createWebhook } from '../support/factories/factories.ts';
import { createProvider, postmarkEvent } from '../support/factories/provider-factories.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { CRASH_LEASE } from './support/crowd.ts';
import { killEach } from './support/killed-processes.ts';
import { type Product, prepareProduct } from './support/product.ts';

const EVENTS = extent('FEEDBACK_FLOW_EVENTS', 300, 2_000);
/** At any moment, in addition to the planned ones. */
const DEATHS_EACH = extent('FEEDBACK_FLOW_DEATHS', 1, 4);
const CLIENTS = 12;
const RECIPIENTS_EACH = 10;
/** One event in so many is posted again after it was answered. */
const REPEATED_EACH = 5;
const DEADLINE_MS = 120_000 + 40 * EVENTS;
/** By turns. What each makes of a recipient that was sent to. */
const KINDS = [
  { recordType: 'Bounce', state: 'bounced', suppression: 'bounce' },
  { recordType: 'SpamComplaint', state: 'complained', suppression: 'complaint' },
  { recordType: 'Delivery', state: 'delivered', suppression: null },
] as const;

interface PostedEvent {
  address: string;
  kind: (typeof KINDS)[number];
  body: string;
}

describeOnOneBackend('postgres', 'Feedback of providers, with processes that are killed', (backend) => {
  const database = useDatabase();
  let product: Product;
  let events: PostedEvent[];
  let answered = 0;

  before(async function () {
    this.timeout(DEADLINE_MS);
    product = await prepareProduct({
      databaseUrl: database.url,
      redisUrl: backend.redisUrl,
      logLevel: 'silent',
      more: CRASH_LEASE,
    });
    const path = feedbackPathOf(
      await createProvider(database.pool, 'post', { kind: 'postmark' }),
      TEST_SECRET_KEYS,
    );
    events = await planEvents(database);
    const killed = await Promise.all([
      product.startApi(),
      product.startWorker('inbound', ['feedback-claimed:2']),
      product.startWorker(['inbound', 'schedule'], ['feedback-record-sent:2']),
    ]);
    const pool = new Pool(product.url, { connections: CLIENTS });
    await Promise.all([postAll(pool, path), killEach(killed, DEATHS_EACH)]);
    await pool.close();
    await eventually('all of it is recorded', isAllRecorded, DEADLINE_MS);
  });
  after(() => product.stop());

  const query = async (text: string) => (await database.pool.query(text)).rows;
  const isAllRecorded = async () =>
    (await query('SELECT FROM provider_feedback WHERE effect IS NULL LIMIT 1')).length === 0;

  const postAll = async (pool: Pool, path: string) => {
    const left = events
      .flatMap((event, number) => (number % REPEATED_EACH === 0 ? [event, event] : [event]))
      .reverse();
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let event = left.pop(); event; event = left.pop()) {
          const { body } = event;
          const post = async () => (await pool.request({ method: 'POST', path, body })).statusCode === 200;
          await eventually('the event is answered 200', post, DEADLINE_MS);
          answered += 1;
        }
      }),
    );
  };

  it('change each recipient as its event says', async () => {
    expect(answered).to.be.above(EVENTS);
    const rows = await query('SELECT address, state FROM email_recipients');
    const states = new Map(rows.map(({ address, state }) => [address, state]));
    for (const { address, kind } of events) expect(states.get(address), address).to.equal(kind.state);
  });

  it('keep each event once, and none unread', async () => {
    const rows = await query(
      'SELECT effect, count(*)::integer, count(DISTINCT recipient_id)::integer AS recipients FROM provider_feedback GROUP BY effect',
    );
    expect(rows).to.deep.equal([{ effect: 'applied', count: EVENTS, recipients: EVENTS }]);
  });

  it('suppress, announce and count each once', async () => {
    for (const { state, suppression } of KINDS) {
      const [sums] = await query(`
        SELECT (SELECT count(*)::integer FROM email_events WHERE type = '${state}' AND data ->> 'provider' = 'post') AS events,
               (SELECT count(*)::integer FROM webhook_messages WHERE type = 'email.${state}') AS announced,
               (SELECT sum(count)::integer FROM email_metrics WHERE metric = '${state}') AS counted,
               (SELECT count(*)::integer FROM suppressions WHERE reason = '${suppression}') AS suppressed`);
      const of = events.filter(({ kind }) => kind.state === state).length;
      // A complaint of a recipient that was only sent delivers it, too.
      const delivered =
        state === 'delivered' ? events.filter(({ kind }) => kind.state === 'complained').length : 0;
      const all = of + delivered;
      expect(sums, state).to.deep.equal({
        events: all,
        announced: all,
        counted: all,
        suppressed: suppression === null ? 0 : of,
      });
    }
    const [days] = await query(
      'SELECT sum(bounced)::integer AS bounced, sum(complained)::integer AS complained FROM sending_days',
    );
    const count = (state: string) => events.filter(({ kind }) => kind.state === state).length;
    expect(days).to.deep.equal({ bounced: count('bounced'), complained: count('complained') });
  });
});

/** Stores mail that was sent. @returns an event about each recipient */
async function planEvents({ pool }: TestDatabase): Promise<PostedEvent[]> {
  const tokens = createRecipientTokens(TEST_SECRET_KEYS);
  const { accountId } = await createApiKey(pool);
  const { id: domainId } = await createDomain(pool, accountId);
  await createWebhook(pool, accountId, { events: ['*'] });
  const planned: PostedEvent[] = [];
  while (planned.length < EVENTS) {
    const first = planned.length;
    const { recipients } = await createEmail(pool, accountId, {
      domainId,
      status: 'sent',
      recipients: Array.from({ length: Math.min(RECIPIENTS_EACH, EVENTS - first) }, (_, index) => ({
        address: `person${first + index}@customer.dev`,
      })),
    });
    for (const [index, { id, address }] of recipients.entries()) {
      const kind = KINDS[(first + index) % KINDS.length] ?? KINDS[0];
      planned.push({
        address,
        kind,
        body: JSON.stringify(postmarkEvent(kind.recordType, tokens.tokenOf(id))),
      });
    }
  }
  return planned;
}
