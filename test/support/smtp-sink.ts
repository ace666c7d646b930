// The SMTP server of tests and benchmarks: takes thousands of mails a second, keeps what a test asks about, and
// breaks wherever it is told to. The library `smtp-server` can neither; it stays the judge of the local inbox.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { type CertificateName, readTestCertificate } from './smtp-sink/certificate.ts';
import type { Extensions } from './smtp-sink/extensions.ts';
import { createFaults, type Fault } from './smtp-sink/faults.ts';
import type { Credentials } from './smtp-sink/login.ts';
import { readHeader } from './smtp-sink/read-header.ts';
import { type Received, SmtpSinkSession } from './smtp-sink/session.ts';

const DEADLINE_MS = 15_000;
const EXTENSIONS: Extensions = {
  pipelining: true,
  eightBitMime: true,
  smtpUtf8: true,
  enhancedStatusCodes: true,
  size: 50 * 1024 * 1024,
  dsn: true,
};

/** A mail that the sink has taken. */
export interface SinkMessage extends Omit<Received, 'content'> {
  /** The content byte for byte, without dot-stuffing; empty when the sink does not keep it. */
  raw: Buffer;
  /** Value of the header that the sink was asked to keep. */
  header: string | undefined;
  /** Which connection it came over, counted from 1. */
  connection: number;
}

/** How the sink behaves. */
export interface SmtpSinkOptions {
  faults?: readonly Fault[];
  /** Default: no TLS is offered. */
  tls?: 'starttls' | 'implicit';
  /** Whom its self-signed certificate names; default `localhost`. */
  certificate?: CertificateName;
  /** Default: no login is offered; with it, MAIL needs one. */
  auth?: Credentials;
  /** What differs from a server that offers everything. */
  extensions?: Partial<Extensions>;
  /** False for load: contents are dropped, and so are command lines. Default true. */
  keepRaw?: boolean;
  /** Name of a header whose value is kept with each message. */
  keepHeader?: string;
  /** Default 0: a free one. A sink that takes another's place gives that one's. */
  port?: number;
}

/** A running sink. */
export interface SmtpSink {
  readonly port: number;
  /** As SMTP_URL wants it, with the login. */
  readonly url: string;
  /** In the order in which they were taken. */
  readonly messages: readonly SinkMessage[];
  /** Command lines of all connections, in the order in which they came. */
  readonly commands: readonly string[];
  count(): number;
  /** Resolves when so many messages are here. */
  waitFor(count: number, deadlineMs?: number): Promise<readonly SinkMessage[]>;
  /** Resolves with the first message that fits. */
  waitForMessage(fits: (message: SinkMessage) => boolean, deadlineMs?: number): Promise<SinkMessage>;
  /** Adds a fault to those that are there. */
  setFault(fault: Fault): void;
  clearFaults(): void;
  connections(): { open: number; total: number };
  /** Forgets messages and command lines. */
  clear(): void;
  /** Breaks all connections and stops to listen. */
  stop(): Promise<void>;
}

/** Starts a sink on 127.0.0.1; the caller stops it. */
export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const { tls, auth, keepRaw = true, keepHeader, port: wantedPort = 0 } = options;
  const faults = createFaults(options.faults ?? []);
  const secureContext = createSecureContext(readTestCertificate(options.certificate));
  const extensions = { ...EXTENSIONS, ...options.extensions };
  const store = createMessageStore();
  const commands: string[] = [];
  const sessions = new Set<SmtpSinkSession>();
  let total = 0;

  const serve = (socket: Socket) => {
    total += 1;
    const connection = total;
    const session = new SmtpSinkSession({
      socket,
      faults,
      extensions,
      tls,
      secureContext,
      auth,
      hear: (line) => void (keepRaw && commands.push(line)),
      take: ({ content, ...envelope }) =>
        store.add({
          ...envelope,
          raw: keepRaw ? content : Buffer.alloc(0),
          header: keepHeader && readHeader(content, keepHeader),
          connection,
        }),
    });
    sessions.add(session);
    socket.once('close', () => sessions.delete(session));
  };

  const server = createServer(serve);
  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const login = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : '';
  return {
    port,
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://${login}127.0.0.1:${port}`,
    messages: store.messages,
    commands,
    count: () => store.messages.length,
    waitFor: store.waitFor,
    waitForMessage: store.waitForMessage,
    setFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    connections: () => ({ open: sessions.size, total }),
    clear() {
      store.messages.length = 0;
      commands.length = 0;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions) session.destroy();
      await closed;
    },
  };
}

/** The messages so far, and those who wait for more. */
function createMessageStore() {
  const messages: SinkMessage[] = [];
  const waiting = new Set<() => void>();

  const waitUntil = <T>(what: string, probe: () => T | undefined, deadlineMs: number): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = probe();
        if (found === undefined) return;
        settle();
        resolve(found);
      };
      const timer = setTimeout(() => {
        settle();
        reject(new Error(`Not within ${deadlineMs} ms: ${what}; there are ${messages.length}.`));
      }, deadlineMs);
      const settle = () => {
        clearTimeout(timer);
        waiting.delete(look);
      };
      waiting.add(look);
      look();
    });

  return {
    messages,
    add(message: SinkMessage) {
      messages.push(message);
      for (const look of waiting) look();
    },
    waitFor: (count: number, deadlineMs = DEADLINE_MS) =>
      waitUntil(
        `${count} messages at the sink`,
        () => (messages.length >= count ? messages : undefined),
        deadlineMs,
      ),
    waitForMessage: (fits: (message: SinkMessage) => boolean, deadlineMs = DEADLINE_MS) =>
      waitUntil('a message at the sink that fits', () => messages.find(fits), deadlineMs),
  };
}
