// Noise that comes as mail: one mailbox reports again and again what changes nothing, and two accounts answer every mail
// that they receive, so that each answers the other's. A relay that both send through brings them each other's mail.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createSender, type Sender } from '../../api/emails/sender.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import type { DnsServer } from '../../support/net/dns-server.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Product } from './product.ts';
import { publishSender } from './publish-sender.ts';

const REPORTS_AT_ONCE = 4;
/** An address of a network of its own, which has its own limits. */
const REPORTER = '127.8.1.1';
const RELAY = '127.8.2.1';
const REPORT = [
  'From: MAILER-DAEMON@customer.dev',
  'Subject: Out of office',
  'Auto-Submitted: auto-replied',
  '',
  ...Array<string>(4_000).fill('x'.repeat(76)),
].join('\r\n');
const QUESTION_EACH_MS = 200;
const ANSWERS_WITHIN_MS = 60_000;
const LOOP = /^ana@loop-[ab]\.dev$/;

/** Whether an email is of the two accounts: the sink has to keep it, because it is delivered. */
export const isOfLoop = ({ to }: { to: readonly string[] }) => to.some((address) => LOOP.test(address));

/** What came of the noise. */
export interface MailNoiseReport {
  /** Reports that were sent, by the first digits of the reply. */
  reports: Record<string, number>;
  questions: number;
  /** Emails of the two accounts that automations have sent. */
  answers: number;
}

/** Prepares it; the processes need not run. */
export async function prepareMailNoise(app: TestApp, product: Product, dns: DnsServer) {
  const asking = await createLooping(app, dns, 'a');
  const answering = await createLooping(app, dns, 'b');
  await answerEach(app, asking, answering);
  await answerEach(app, answering, asking);
  const report: MailNoiseReport = { reports: {}, questions: 0, answers: 0 };
  let isOver = false;
  const port = product.inboundPort;

  const sendReports = async (returnPath: string) => {
    while (!isOver) {
      const mail = { from: '', to: returnPath, content: REPORT };
      const reply = (await deliverMail(port, mail, { localAddress: REPORTER })).slice(0, 3) || 'none';
      report.reports[reply] = (report.reports[reply] ?? 0) + 1;
      // A server that refuses is asked again, but not all the time.
      if (reply !== '250') await delay(QUESTION_EACH_MS);
    }
  };
  const ask = async () => {
    const headers = { authorization: `Bearer ${asking.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(asking.body({ to: addressOf(answering), subject: 'How?' }));
    while (!isOver) {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
      const answer = await fetch(`${product.url}/emails`, { method: 'POST', headers, body, signal });
      expect(answer.status, await answer.text()).to.equal(200);
      report.questions += 1;
      await delay(QUESTION_EACH_MS);
    }
  };
  const relay = async () => {
    for (let next = 0; !isOver; ) {
      const message = product.sink.messages[next];
      if (!message) await delay(QUESTION_EACH_MS);
      else {
        next += 1;
        if (isOfLoop(message)) await pass(message);
      }
    }
  };
  const pass = async ({ from, to, raw }: Product['sink']['messages'][number]) => {
    const content = raw.toString('latin1');
    if (content.includes('\r\nAuto-Submitted:')) report.answers += 1;
    const mail = { from, to: to[0] ?? '', content };
    await deliverMail(port, mail, { localAddress: RELAY });
  };
  return {
    report,
    /**
     * Begins.
     * @param returnPath of an email of which its recipient's server reports
     * @returns a function that ends it
     * @throws Error, by that function, when a question was not accepted
     */
    begin(returnPath: string): () => Promise<void> {
      const loops = [
        ...Array.from({ length: REPORTS_AT_ONCE }, () => sendReports(returnPath)),
        ask(),
        relay(),
      ];
      const ended = Promise.allSettled(loops);
      return async () => {
        isOver = true;
        for (const end of await ended) if (end.status === 'rejected') throw end.reason;
      };
    },
    /** What is kept of the reports. */
    async readStored(): Promise<number> {
      const { rows } = await app.pool.query(
        "SELECT count(*)::integer AS count FROM received_emails WHERE purpose = 'report'",
      );
      return rows[0]?.count ?? expect.fail();
    },
  };
}

const addressOf = ({ domain }: Sender) => `ana@${domain.name}`;

async function createLooping(app: TestApp, dns: DnsServer, name: 'a' | 'b'): Promise<Sender> {
  const domain = { name: `loop-${name}.dev`, receivingEnabled: true };
  publishSender(dns, domain.name);
  return await createSender(app, { domain });
}

async function answerEach(app: TestApp, { accountId, domain }: Sender, other: Sender): Promise<void> {
  await createContact(app.pool, { accountId, email: addressOf(other) });
  const template = { from: `ana@${domain.name}`, subject: 'So.' };
  const { id } = await createTemplate(app.pool, accountId, template);
  await createAutomation(app.pool, accountId, {
    domainId: domain.id,
    trigger: 'email.received',
    answers: 'each',
    steps: [{ key: 'mail', type: 'send_email', config: { template: { id } } }],
  });
}
