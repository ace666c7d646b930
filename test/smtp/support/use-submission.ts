// The servers of submitted mail in front of the database of an API under test, for each test of a file; and programs that
// send with them.
import { createTransport, type SendMailOptions } from 'nodemailer';
import { Registry } from 'prom-client';
import { createMessageParser } from '../../../shared/mail/parse/message-parser.ts';
import { createSubmitter } from '../../../shared/resources/messaging/submitting/submitter.ts';
import type { ServerLimits } from '../../../smtp/server/limits.ts';
import { type RunningSubmission, startSubmission } from '../../../smtp/submission/start-submission.ts';
import type { TestApp } from '../../support/api/app.ts';
import { openSmtpDialogue, type SmtpDialogue } from '../../support/net/smtp-dialogue.ts';
import { eventually } from '../../support/time/eventually.ts';
import { TEST_CERTIFICATE } from './use-inbound.ts';

/** What differs from the service's. */
export interface SubmissionChanges extends Partial<ServerLimits> {
  maxBytes?: number;
  trustsLoopback?: boolean;
  proxies?: string[];
}

/** The servers of a test. */
export interface TestSubmission {
  servers: RunningSubmission;
  metric(name: string, labels?: Record<string, string>): Promise<number>;
  /** A conversation with TLS, after EHLO. */
  open(): Promise<SmtpDialogue>;
  /** The same, logged in. */
  logIn(token: string): Promise<SmtpDialogue>;
  /** Sends by nodemailer. @returns the reply to the message */
  send(token: string, mail: SendMailOptions): Promise<string>;
  /** Sends octets as they are. @returns the reply to their end */
  sendRaw(
    token: string,
    content: string | Buffer,
    envelope?: { from?: string; to?: readonly string[] },
  ): Promise<string>;
}

/** SASL PLAIN (RFC 4616). */
export function plainLogin(password: string, user = 'anybody'): string {
  return Buffer.from(`\0${user}\0${password}`).toString('base64');
}

/** The id of the email in a reply. */
export function queuedId(reply: string): string {
  const [, id] = /^250 2\.0\.0 Queued as (\S+)$/.exec(reply) ?? [];
  if (!id) throw new Error(`The message was answered ${reply}`);
  return id;
}

/** Starts the servers before each test, and stops them afterwards: then no connection is left. */
export function useSubmission(app: TestApp, changes: SubmissionChanges = {}): TestSubmission {
  const test = {} as TestSubmission;
  const parser = createMessageParser({ dns: null });
  after(() => parser.close());
  beforeEach(async () => {
    Object.assign(test, await start(app, parser, changes));
  });
  afterEach(async () => {
    await test.servers.stop();
    await eventually('all connections are closed', () => test.servers.connections() === 0);
  });
  return test;
}

async function start(
  app: TestApp,
  parser: ReturnType<typeof createMessageParser>,
  { maxBytes = 75 * 1024 * 1024, trustsLoopback = false, proxies = [], ...limits }: SubmissionChanges,
): Promise<TestSubmission> {
  const { deps } = app;
  const registry = new Registry();
  const servers = await startSubmission({
    ...deps,
    uploads: deps.attachments,
    submitter: createSubmitter({ ...deps, parser, uploads: deps.attachments }),
    registry,
    config: {
      mailHostname: 'mail.host.test',
      submission: {
        host: '127.0.0.1',
        port: 0,
        securePort: 0,
        certificate: TEST_CERTIFICATE,
        proxies,
        maxBytes,
        trustsLoopback,
      },
    },
    limits: limits,
  });
  const open = async () => {
    const dialogue = await openSmtpDialogue(servers.port);
    await dialogue.say('EHLO client.test');
    await dialogue.say('STARTTLS');
    await dialogue.secure();
    await dialogue.say('EHLO client.test');
    return dialogue;
  };
  const logIn = async (token: string) => {
    const dialogue = await open();
    const reply = await dialogue.say(`AUTH PLAIN ${plainLogin(token)}`);
    if (!reply.startsWith('235 ')) throw new Error(`AUTH was answered ${reply}`);
    return dialogue;
  };
  return {
    servers,
    open,
    logIn,
    async metric(name, labels = {}) {
      const metric = (await registry.getMetricsAsJSON()).find((each) => each.name === name);
      const series = metric?.values.find((value) =>
        Object.entries(labels).every(([label, wanted]) => value.labels[label] === wanted),
      );
      return series?.value ?? 0;
    },
    async send(token, mail) {
      const transport = createTransport({
        host: '127.0.0.1',
        port: servers.port,
        requireTLS: true,
        tls: { rejectUnauthorized: false },
        auth: { user: 'anybody', pass: token },
      });
      try {
        return (await transport.sendMail(mail)).response;
      } finally {
        transport.close();
      }
    },
    async sendRaw(token, content, { from = 'bounces@acme.dev', to = ['ada@remote.dev'] } = {}) {
      const dialogue = await logIn(token);
      await dialogue.say(`MAIL FROM:<${from}>`);
      for (const recipient of to) await dialogue.say(`RCPT TO:<${recipient}>`);
      await dialogue.say('DATA');
      await dialogue.write(content);
      const reply = await dialogue.say('\r\n.');
      dialogue.vanish();
      return reply;
    },
  };
}
