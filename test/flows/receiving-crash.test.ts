// Flow test: mail and reports come in while the SMTP server and the workers are killed again and again. Mail that was
// answered 250 is there once, and nothing is there twice but what was not answered and has no Message-ID. A report that was
// answered 250 has its effect once, however often it is there.
import { expect } from 'chai';
import { createRecipientTokens, returnPathLocalPart } from '../../shared/mail/feedback/recipient-tokens.ts';
import { type TestDatabase, useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { createApiKey, createDomain, createEmail, createWebhook } from '../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../support/net/dns-server.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { writeBounceReport } from './support/bounce-report.ts';
import { CRASH_LEASE } from './support/crowd.ts';
import { type DeliveredMail, deliverMail } from './support/deliver-mail.ts';
import { killEach } from './support/killed-processes.ts';
import { type Product, prepareProduct } from './support/product.ts';

const MAILS = extent('RECEIVING_FLOW_MESSAGES', 60, 5_000);
const REPORTS = extent('RECEIVING_FLOW_REPORTS', 80, 2_000);
const SENDERS = 12;
/** At any moment, in addition to the planned ones. */
const DEATHS_EACH = extent('RECEIVING_FLOW_DEATHS', 0, 3);
const DEADLINE_MS = 180_000 + 40 * (MAILS + REPORTS);
/** One in so many has no Message-ID. */
const ANONYMOUS_EACH = 10;
/** One report in so many is sent once only: if it is not answered, whether it counts is not known. */
const GIVEN_UP_EACH = 7;
/** A message whose worker has died twice waits for up to a minute, which then has passed. */
const END_DEADLY_WAITS = `
  UPDATE received_emails SET next_attempt_at = now()
  WHERE worker_deaths > 1 AND claimed_by IS NULL AND next_attempt_at BETWEEN now() AND now() + interval '1 minute'`;
/** Reports about one email lock the same row. */
const RECIPIENTS_EACH = 10;

interface Message extends DeliveredMail {
  isAnonymous: boolean;
  isGivenUp: boolean;
  /** How often its content was sent. */
  tries: number;
  isAnswered: boolean;
}

describeOnOneBackend('postgres', 'Mail that comes in, with processes that are killed', (backend) => {
  const database = useDatabase();
  let dns: DnsServer;
  let product: Product;
  let mails: Message[];
  /** By the address that they are about. */
  let reports: Map<string, Message>;

  before(async function () {
    this.timeout(DEADLINE_MS);
    dns = await createDnsServer();
    product = await prepareProduct({
      databaseUrl: database.url,
      redisUrl: backend.redisUrl,
      logLevel: 'silent',
      more: { ...CRASH_LEASE, INBOUND_MESSAGES_PER_MINUTE: '0', DNS_SERVERS: dns.address },
    });
    const { accountId } = await createApiKey(database.pool);
    const domain = await createDomain(database.pool, accountId, { receivingEnabled: true });
    await createWebhook(database.pool, accountId, { events: ['email.received', 'email.bounced'] });
    mails = planMails(`ana@${domain.name}`);
    reports = await planReports(database, domain);
    const killed = await Promise.all([
      product.startInbound(['receive-commit-sent:10']),
      product.startWorker('inbound', ['receive-claimed:3']),
      product.startWorker(['inbound', 'schedule'], ['receive-record-sent:3']),
    ]);
    await Promise.all([sendAll(), killEach(killed, DEATHS_EACH)]);
    await eventually('all of it is read', isAllRead, DEADLINE_MS);
  });
  after(async () => {
    await product.stop();
    await dns.close();
  });

  const query = async (text: string) => (await database.pool.query(text)).rows;
  /** How many rows have each key. */
  const countEach = async (keys: string) => {
    const rows = await query(`SELECT key, count(*)::integer FROM (${keys}) AS found (key) GROUP BY key`);
    return new Map(rows.map(({ key, count }) => [key as string, count as number]));
  };
  const isAllRead = async () => {
    await query(END_DEADLY_WAITS);
    const left = 'SELECT FROM received_emails WHERE parsed_at IS NULL AND report_effect IS NULL LIMIT 1';
    return (await query(left)).length === 0;
  };

  const sendAll = async () => {
    // Mail and reports come in together, and are stored and recorded next to each other.
    const left = mix(mails, [...reports.values()]);
    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (let message = left.pop(); message; message = left.pop()) await send(message);
      }),
    );
  };
  const send = async (message: Message) => {
    const onSent = () => {
      message.tries += 1;
    };
    await eventually(
      `the message to ${message.to} is answered 250`,
      async () => {
        const reply = await deliverMail(product.inboundPort, message, { onSent });
        message.isAnswered = reply.startsWith('250 ');
        return message.isAnswered || (message.isGivenUp && message.tries > 0);
      },
      DEADLINE_MS,
    );
  };

  it('lose nothing that was answered, and keep it once', async () => {
    const counts = await countEach('SELECT subject FROM received_emails WHERE recipient_id IS NULL');
    expect(counts).to.have.property('size', MAILS);
    for (const [number, { isAnonymous, tries }] of mails.entries())
      expect(counts.get(subjectOf(number)), subjectOf(number)).to.be.within(1, isAnonymous ? tries : 1);
  });

  it('announce and count each once', async () => {
    const [sums] = await query(`
      SELECT (SELECT count(*)::integer FROM received_emails WHERE recipient_id IS NULL) AS received,
             (SELECT count(DISTINCT payload::json -> 'data' ->> 'email_id')::integer FROM webhook_messages
              WHERE type = 'email.received') AS announced,
             (SELECT count(*)::integer FROM webhook_messages WHERE type = 'email.received') AS messages,
             (SELECT received FROM email_usage WHERE period = 'day') AS units,
             (SELECT sum(count)::integer FROM email_metrics WHERE metric = 'received') AS counted,
             (SELECT count::integer FROM received_addresses) AS addressed`);
    const { received, ...others } = sums;
    for (const [what, count] of Object.entries(others)) expect(count, what).to.equal(received);
  });

  it('apply each report that was answered once, and no other one twice', async () => {
    const ofReports =
      'SELECT address FROM received_emails JOIN email_recipients ON email_recipients.id = recipient_id';
    const stored = await countEach(ofReports);
    const bounced = await countEach(`SELECT address FROM email_recipients WHERE state = 'bounced'`);
    for (const [address, { isAnonymous, isAnswered, tries }] of reports) {
      const count = bounced.get(address) ?? 0;
      expect(count, `${address} has bounced`).to.be.within(isAnswered ? 1 : 0, 1);
      expect(stored.get(address) ?? 0, address).to.be.within(count, isAnonymous ? tries : 1);
    }
    expect(await countEach(`SELECT recipient FROM email_events WHERE type = 'bounced'`)).to.deep.equal(
      bounced,
    );
    expect(await countEach(`SELECT address FROM suppressions`)).to.deep.equal(bounced);
    expect(await countEach(`${ofReports} WHERE report_effect = 'applied'`)).to.deep.equal(bounced);
    const [sums] = await query(`
      SELECT (SELECT count(*)::integer FROM webhook_messages WHERE type = 'email.bounced') AS announced,
             (SELECT sum(count)::integer FROM email_metrics WHERE metric = 'bounced') AS counted`);
    expect(sums).to.deep.equal({ announced: bounced.size, counted: bounced.size });
  });

  it('leave no bytes but those of the messages', async () => {
    const left = await query('SELECT id FROM received_chunks EXCEPT SELECT raw_id FROM received_contents');
    expect(left).to.deep.equal([]);
  });
});

const isAnonymous = (number: number) => number % ANONYMOUS_EACH === 0;
const subjectOf = (number: number) => `message ${number}`;

function planMails(to: string): Message[] {
  return Array.from({ length: MAILS }, (_, number) => {
    const id = isAnonymous(number) ? [] : [`Message-ID: <${number}@customer.dev>`];
    const content = ['From: Bo <bo@customer.dev>', `Subject: ${subjectOf(number)}`, ...id, '', 'Hello'];
    return {
      from: 'bo@customer.dev',
      to,
      content: content.join('\r\n'),
      isAnonymous: isAnonymous(number),
      isGivenUp: false,
      tries: 0,
      isAnswered: false,
    };
  });
}

/** Stores delivered emails. @returns a report about each recipient */
async function planReports(
  { pool }: TestDatabase,
  domain: { id: string; accountId: string; name: string },
): Promise<Map<string, Message>> {
  const tokens = createRecipientTokens(TEST_SECRET_KEYS);
  const made = new Map<string, Message>();
  while (made.size < REPORTS) {
    const first = made.size;
    const { recipients } = await createEmail(pool, domain.accountId, {
      domainId: domain.id,
      status: 'delivered',
      recipients: Array.from({ length: Math.min(RECIPIENTS_EACH, REPORTS - first) }, (_, index) => ({
        address: `lost${first + index}@customer.dev`,
      })),
    });
    for (const [index, { id, address }] of recipients.entries()) {
      const number = first + index;
      const messageId = isAnonymous(number) ? undefined : `report-${number}@customer.dev`;
      const to = `${returnPathLocalPart(tokens.tokenOf(id))}@send.${domain.name}`;
      made.set(address, {
        from: '',
        to,
        content: writeBounceReport(address, messageId),
        isAnonymous: isAnonymous(number),
        isGivenUp: number % GIVEN_UP_EACH === 0,
        tries: 0,
        isAnswered: false,
      });
    }
  }
  return made;
}

/** By turns, to be taken from the end. */
function mix<T>(some: readonly T[], others: readonly T[]): T[] {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, index) => [
    ...some.slice(index, index + 1),
    ...others.slice(index, index + 1),
  ])
    .flat()
    .reverse();
}
