// Complaints on their whole way: the API, the SMTP server that takes them, the DNS that has the keys of reporters, and the
// job that reads them, on one database. To be called within `describe`.
import { Registry } from 'prom-client';
import { createRecipientTokens } from '../../../../shared/mail/feedback/recipient-tokens.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { createConfiguredDns } from '../../../../shared/platform/net/dns/dns.ts';
import { createReception } from '../../../../shared/resources/messaging/receiving/inbound/reception.ts';
import { receivingWork } from '../../../../shared/resources/messaging/receiving/work.ts';
import { startInbound } from '../../../../smtp/inbound/start-inbound.ts';
import type { RunningSmtpServer } from '../../../../smtp/server/smtp-server.ts';
import { open as openReceiveEmail } from '../../../../workers/jobs/receive-email.ts';
import type { OpenJob, WorkerDeps } from '../../../../workers/runtime/job.ts';
import { rsaKey, type SigningKey, signAgain } from '../../../shared/mail/parse/support/signed-messages.ts';
import { createCaller } from '../../../support/api/account.ts';
import { useApp } from '../../../support/api/app.ts';
import { TEST_SECRET_KEYS } from '../../../support/factories/dkim-key.ts';
import { createDomain, createEmail } from '../../../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../../../support/net/dns-server.ts';
import { openSmtpDialogue } from '../../../support/net/smtp-dialogue.ts';
import { SILENT_QUEUES } from '../../../support/queues/queues.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../support/work/worker.ts';

export const FEEDBACK_HOST = 'mx.posthorn.dev';
/** The domain of the reporter, whose key is published. */
const REPORTER = 'reporter.test';
/** Another, whose DNS a test lets fail: answers are kept for a second. */
export const SILENT_REPORTER = 'silent.test';
export const FEEDBACK_TOKENS = createRecipientTokens(TEST_SECRET_KEYS);

/** An email that was delivered to one recipient. */
export interface SentEmail {
  emailId: string;
  recipientId: string;
  token: string;
  address: string;
}

/** What became of a message. */
export interface ReadRow {
  id: string;
  report_effect: string | null;
  purpose: string | null;
  recipient_id: string | null;
  parsed_at: Date | null;
  next_attempt_at: Date | null;
}

export function useFeedback() {
  let dns: DnsServer;
  let deps: WorkerDeps;
  let job: OpenJob;
  let server: RunningSmtpServer;
  const keys: Record<string, SigningKey> = Object.fromEntries(
    [REPORTER, SILENT_REPORTER, 'evil.test'].map((domain) => [domain, rsaKey()]),
  );
  // Mocha runs `after` hooks in the order of their definition: the database of the application ends last.
  after(async () => {
    await server.stop();
    await job.drain?.();
    await closeWorkerDeps(deps);
    await dns.close();
  });
  const app = useApp();
  before(async () => {
    dns = await createDnsServer();
    for (const [domain, { record }] of Object.entries(keys))
      dns.publish(`s1._domainkey.${domain}`, { type: 'TXT', value: record });
    const { databaseUrl } = app.deps.config;
    const made = await createWorkerDeps({ databaseUrl, redisUrl: undefined }, { clock: app.clock });
    const config = {
      ...made.config,
      secretKeys: TEST_SECRET_KEYS,
      mailHostname: FEEDBACK_HOST,
      dnsServers: [dns.address],
    };
    deps = { ...made, config, dns: createConfiguredDns(config) };
    job = openReceiveEmail(deps, receivingWork);
    const { clock, ids, database } = deps;
    server = await startInbound({
      config: {
        ...config,
        inbound: { ...config.inbound, host: '127.0.0.1', port: 0, messagesPerMinute: 0 },
      },
      reception: createReception({
        database,
        clock,
        ids,
        queues: SILENT_QUEUES,
        mailHostname: FEEDBACK_HOST,
        passCrashPoint: () => {},
      }),
      tokens: FEEDBACK_TOKENS,
      registry: new Registry(),
      clock,
      log: createLog({ level: 'silent', process: 'test' }),
    });
  });

  const findRow = async (condition: string, value: unknown) => {
    const { rows } = await app.pool.query<ReadRow>(
      `SELECT id, report_effect, purpose, recipient_id, parsed_at, next_attempt_at FROM received_emails
       WHERE ${condition} ORDER BY id DESC LIMIT 1`,
      [value],
    );
    const [row] = rows;
    if (!row) throw new Error('The message is not stored.');
    return row;
  };
  return {
    app,
    get dns() {
      return dns;
    },
    /** The value of mail_reports_total. */
    async counted(labels: Record<'purpose' | 'kind' | 'effect', string>): Promise<number> {
      const { values } = await deps.metrics.reports.get();
      const series = values.find((value) =>
        Object.entries(labels).every(([name, wanted]) => value.labels[name as 'kind'] === wanted),
      );
      return series?.value ?? 0;
    },
    /** An account with a domain and a delivered email. */
    async createSender(addresses: readonly string[] = ['bo@customer.dev']) {
      const caller = await createCaller(app);
      const domain = await createDomain(app.pool, caller.accountId);
      const { id: emailId, recipients } = await createEmail(app.pool, caller.accountId, {
        domainId: domain.id,
        status: 'delivered',
        recipients: addresses.map((address) => ({ address })),
      });
      const [{ id: recipientId, address } = { id: '', address: '' }] = recipients;
      const email: SentEmail = { emailId, recipientId, address, token: FEEDBACK_TOKENS.tokenOf(recipientId) };
      return { ...caller, domain, email, send: (to: string) => send(caller, domain.name, to) };
    },
    /** Signs a message for a domain. */
    sign: (message: string, domain: string = REPORTER) =>
      signAgain(Buffer.from(message), domain, keys[domain] ?? rsaKey()),
    /** Delivers a message by SMTP, and reads it. @returns what became of it */
    async deliver(message: Buffer | string, to: string): Promise<ReadRow> {
      const dialogue = await openSmtpDialogue(server.port);
      await dialogue.say('EHLO out.reporter.test');
      for (const line of ['MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA']) await dialogue.say(line);
      await dialogue.write(message);
      const reply = await dialogue.say('\r\n.');
      dialogue.vanish();
      if (!reply.startsWith('250 ')) throw new Error(`It was answered ${reply}`);
      const { id } = await findRow('received_for = $1', [to]);
      await job.handle({ ids: [id] }, deps);
      return await findRow('id = $1', id);
    },
    /** Reads a message again that waits. */
    async readAgain(id: string): Promise<ReadRow> {
      await app.pool.query('UPDATE received_emails SET woken_at = now() WHERE id = $1', [id]);
      await job.handle({ ids: [id] }, deps);
      return await findRow('id = $1', id);
    },
    async stateOf({ recipientId }: SentEmail): Promise<string> {
      const { rows } = await app.pool.query('SELECT state FROM email_recipients WHERE id = $1', [
        recipientId,
      ]);
      return rows[0].state;
    },
  };
}

async function send({ api }: Awaited<ReturnType<typeof createCaller>>, domain: string, to: string) {
  const { status, body } = await api
    .post('/emails')
    .send({ from: `ana@${domain}`, to, subject: 'Again', text: 'Hi' });
  return { status, message: String(body.message) };
}
