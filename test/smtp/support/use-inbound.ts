// A server for inbound mail with a fake reception, for each test of a file; and conversations with it.
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { createRecipientTokens } from '../../../shared/mail/feedback/recipient-tokens.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { type StartInboundOptions, startInbound } from '../../../smtp/inbound/start-inbound.ts';
import { SERVER_LIMITS, type ServerLimits } from '../../../smtp/server/limits.ts';
import type { RunningSmtpServer } from '../../../smtp/server/smtp-server.ts';
import {
  type DialogueOptions,
  openSmtpDialogue,
  type SmtpDialogue,
} from '../../support/net/smtp-dialogue.ts';
import { eventually } from '../../support/time/eventually.ts';
import { FakeReception } from './fake-reception.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../support/smtp-sink/${name}`, import.meta.url));
/** The tokens of return paths. */
export const TEST_TOKENS = createRecipientTokens(['a secret key of a test']);
/** The certificate of `localhost`. */
export const TEST_CERTIFICATE = { certFile: fileOf('test-certificate.pem'), keyFile: fileOf('test-key.pem') };

/** Settings and limits that differ from those of the service. */
export interface InboundChanges extends Partial<ServerLimits> {
  settings?: Partial<StartInboundOptions['config']['inbound']>;
  inFlightMaxBytes?: number;
}

/** A server of a test. */
export interface TestInbound {
  reception: FakeReception;
  server: RunningSmtpServer;
  /** Lines of its log. */
  log: string[];
  /** The value of a metric; 0 without a series. */
  metric(name: string, labels?: Record<string, string>): Promise<number>;
  open(options?: DialogueOptions): Promise<SmtpDialogue>;
  /** A conversation up to DATA, after which the server waits for the content. */
  openData(recipients?: readonly string[]): Promise<SmtpDialogue>;
  /** Sends a message as it is; @returns the reply to its end */
  send(content: string | Buffer, recipients?: readonly string[]): Promise<string>;
}

/** Starts a server; its limits are those of the service, but for the changes. */
export async function startTestInbound(changes: InboundChanges = {}): Promise<TestInbound> {
  const { settings, inFlightMaxBytes, ...limits } = changes;
  const reception = new FakeReception();
  const registry = new Registry();
  const log: string[] = [];
  const server = await startInbound({
    config: {
      mailHostname: 'mail.host.test',
      inbound: {
        host: '127.0.0.1',
        port: 0,
        certificate: TEST_CERTIFICATE,
        proxies: [],
        maxBytes: 96 * 1024 * 1024,
        messagesPerMinute: 0,
        ...settings,
      },
    },
    reception,
    tokens: TEST_TOKENS,
    registry,
    clock: createSystemClock(0),
    log: createLog({ level: 'debug', process: 'test', destination: { write: (line) => log.push(line) } }),
    limits: { ...SERVER_LIMITS, ...limits },
    ...(inFlightMaxBytes !== undefined && { inFlightMaxBytes }),
  });
  const open = (options?: DialogueOptions) => openSmtpDialogue(server.port, options);
  const openData = async (recipients: readonly string[] = ['a@ours.test']) => {
    const dialogue = await open();
    await dialogue.say('EHLO client.test');
    await dialogue.say('MAIL FROM:<sender@remote.test>');
    for (const recipient of recipients) await dialogue.say(`RCPT TO:<${recipient}>`);
    const reply = await dialogue.say('DATA');
    if (!reply.startsWith('354 ')) throw new Error(`DATA was answered ${reply}`);
    return dialogue;
  };
  return {
    reception,
    server,
    log,
    async metric(name, labels = {}) {
      const metric = (await registry.getMetricsAsJSON()).find((each) => each.name === name);
      const series = metric?.values.find((value) =>
        Object.entries(labels).every(([label, wanted]) => value.labels[label] === wanted),
      );
      return series?.value ?? 0;
    },
    open,
    openData,
    async send(content, recipients) {
      const dialogue = await openData(recipients);
      await dialogue.write(content);
      const reply = await dialogue.say('.');
      dialogue.vanish();
      return reply;
    },
  };
}

/** Starts a server before each test, and stops it afterwards: then no connection and no upload is left. */
export function useInbound(changes: InboundChanges = {}): TestInbound {
  const inbound = {} as TestInbound;
  beforeEach(async () => {
    Object.assign(inbound, await startTestInbound(changes));
  });
  afterEach(async () => {
    await inbound.server.stop();
    await eventually('all connections are closed', () => inbound.server.connections() === 0);
  });
  return inbound;
}
