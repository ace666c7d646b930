// The SMTP server of tests: accepts thousands of mails per second, keeps what a test needs, and injects faults where a
// test wants them. The library `smtp-server` can do neither; the local inbox uses it, so it checks our client there.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { type CertificateName, readTestCertificate } from './certificate.ts';
import type { Extensions } from './extensions.ts';
import { createFaults, type Fault } from './faults.ts';
import type { Credentials } from './login.ts';
import { readHeader } from './read-header.ts';
import { type Received, SmtpSinkSession } from './session.ts';

const DEADLINE_MS = 60_000;
const EXTENSIONS: Extensions = {
  pipelining: true,
  eightBitMime: true,
  smtpUtf8: true,
  enhancedStatusCodes: true,
  size: 50 * 1024 * 1024,
  dsn: true,
};

/** A mail that the sink accepted. */
export interface SinkMessage extends Omit<Received, 'content'> {
  /** The content byte for byte, without dot-stuffing; empty when the sink does not keep it. */
  raw: Buffer;
  /** Value of the header of the option `keepHeader`. */
  header: string | undefined;
  /** The connection over which it came, counted from 1. */
  connection: number;
}

/** Options of the sink. */
export interface SmtpSinkOptions {
  faults?: readonly Fault[];
  /** By default no TLS is offered. */
  tls?: 'starttls' | 'implicit';
  /** The name in its self-signed certificate, by default `localhost`; or what it uses for TLS. */
  certificate?: CertificateName | SecureContextOptions;
  /** By default no login is offered; if set, MAIL requires one. */
  auth?: Credentials;
  /** Differences from a server that offers everything. */
  extensions?: Partial<Extensions>;
  /** False for load tests: contents and command lines are not kept. By default true. A function says of which mail. */
  keepRaw?: boolean | ((mail: Pick<Received, 'to'>) => boolean);
  /** Name of a header whose value is kept with each message. */
  keepHeader?: string;
  /** By default 127.0.0.1. */
  host?: string;
  /** By default 0, a free port. A sink that replaces another one uses that one's port. */
  port?: number;
}

/** A running sink. */
export interface SmtpSink {
  readonly port: number;
  /** The value for SMTP_URL, with the login. */
  readonly url: string;
  /** In the order in which they were accepted. */
  readonly messages: readonly SinkMessage[];
  /** Command lines of all connections, in the order in which they came. */
  readonly commands: readonly string[];
  count(): number;
  /** Resolves when this many messages have arrived. */
  waitFor(count: number, deadlineMs?: number): Promise<readonly SinkMessage[]>;
  /** Resolves with the first message that matches. */
  waitForMessage(fits: (message: SinkMessage) => boolean, deadlineMs?: number): Promise<SinkMessage>;
  /** Calls `listener` for each message from now on, until the returned function is called. */
  onMessage(listener: (message: SinkMessage) => void): () => void;
  /** Adds a fault to the present ones. */
  setFault(fault: Fault): void;
  clearFaults(): void;
  connections(): { open: number; total: number };
  /** The addresses from which clients have connected. */
  peers(): readonly string[];
  /** Forgets messages and command lines. */
  clear(): void;
  /** Breaks all connections and stops listening. */
  stop(): Promise<void>;
}

/** Starts a sink on this machine; the caller stops it. */
export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const { tls, auth, keepRaw = true, keepHeader, host = '127.0.0.1', port: wantedPort = 0 } = options;
  const faults = createFaults(options.faults ?? []);
  const secureContext = createSecureContext(
    typeof options.certificate === 'object' ? options.certificate : readTestCertificate(options.certificate),
  );
  const extensions = { ...EXTENSIONS, ...options.extensions };
  const store = createMessageStore();
  const commands: string[] = [];
  const sessions = new Set<SmtpSinkSession>();
  const peers = new Set<string>();
  let total = 0;

  const serve = (socket: Socket) => {
    total += 1;
    peers.add(socket.remoteAddress ?? '');
    const connection = total;
    const session = new SmtpSinkSession({
      socket,
      faults,
      extensions,
      tls,
      secureContext,
      auth,
      hear: (line) => void (keepRaw === true && commands.push(line)),
      take: ({ content, ...envelope }) =>
        store.add({
          ...envelope,
          raw: (typeof keepRaw === 'function' ? keepRaw(envelope) : keepRaw) ? content : Buffer.alloc(0),
          header: keepHeader && readHeader(content, keepHeader),
          connection,
        }),
    });
    sessions.add(session);
    socket.once('close', () => sessions.delete(session));
  };

  const server = createServer(serve);
  server.listen(wantedPort, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const login = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : '';
  return {
    port,
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://${login}${host}:${port}`,
    messages: store.messages,
    commands,
    count: () => store.messages.length,
    waitFor: store.waitFor,
    waitForMessage: store.waitForMessage,
    onMessage: store.onMessage,
    setFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    connections: () => ({ open: sessions.size, total }),
    peers: () => [...peers],
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

/** The messages so far, and the callers that wait for more. */
function createMessageStore() {
  const messages: SinkMessage[] = [];
  const waiting = new Set<() => void>();
  const listeners = new Set<(message: SinkMessage) => void>();

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
      for (const listener of listeners) listener(message);
    },
    onMessage(listener: (message: SinkMessage) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
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
