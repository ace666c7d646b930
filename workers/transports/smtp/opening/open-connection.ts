// Opens an SMTP connection with nodemailer, which implements name resolution, TLS and logins. Each stage has its own
// time limit, and an error names its stage. nodemailer reports its dialogue only to its logger, so the stages are read
// there; and it gives the extensions of the server only to a login method, so a login method of our own, which sends
// nothing, reads them. Afterwards the socket is ours, which saves 120 µs of a mail's CPU time
// (docs/performance-history.md) and lets a transport ask before the content (connection.ts).
import type { Socket } from 'node:net';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { SmtpStage } from '../../../../shared/mail/smtp-reply.ts';
import { SmtpConnection } from '../connection.ts';
import { SmtpFailure } from '../failure.ts';
import { describeError, parseReply } from '../replies/reply.ts';
import type { SmtpServer } from '../servers.ts';
import type { SmtpTimeouts } from '../timeouts.ts';
import { type RedactLogin, redactLogin } from './login-echo.ts';
import { OpeningDialogue } from './opening-dialogue.ts';

/** How connections are opened. */
export interface OpenOptions {
  /** The client's name in EHLO. */
  hostname: string;
  timeouts: SmtpTimeouts;
  /** Certificate authorities to trust instead of Node's, in PEM. */
  certificateAuthority?: string | undefined;
}

const SESSION_METHOD = 'SESSION';
/** nodemailer's own limits must not fire before ours; a timer of Node takes at most 2³¹ − 1 ms. */
const NEVER_MS = 2 ** 31 - 1;
const LIMITS = {
  connect: 'connectMs',
  greeting: 'greetingMs',
  ehlo: 'ehloMs',
  tls: 'tlsMs',
  auth: 'authMs',
} as const satisfies Partial<Record<SmtpStage, keyof SmtpTimeouts>>;
type OpeningStage = keyof typeof LIMITS;
const STAGES: readonly [command: RegExp, stage: OpeningStage][] = [
  [/^(EHLO|HELO) /, 'ehlo'],
  [/^STARTTLS/, 'tls'],
  [/^AUTH /, 'auth'],
];

/**
 * Opens a connection that is ready for mail.
 * @throws SmtpFailure at a stage before MAIL; with a reply if the server refused us
 */
export async function openConnection(
  server: SmtpServer,
  options: OpenOptions,
  signal?: AbortSignal,
): Promise<SmtpConnection> {
  const redact = redactLogin(server.login);
  const dialogue = new OpeningDialogue();
  const watch = watchStages(options.timeouts, dialogue);
  let extensions: readonly string[] = [];
  const library = new SMTPConnection({
    ...libraryOptions(server, options),
    logger: watch.logger,
    transactionLog: true,
    customAuth: {
      [SESSION_METHOD]: (context) => {
        extensions = context.extensions;
        context.resolve();
      },
    },
  });
  const broken = new Promise<never>((_, reject) => {
    watch.onExpired((reason) => reject(new Error(reason)));
    hearBefore(library, dialogue, reject);
    library.on('error', reject);
    library.on('end', () => reject(new Error('The server closed the connection.')));
  });
  const breakOff = () => library.close();
  signal?.addEventListener('abort', breakOff);
  try {
    await Promise.race([broken, connect(library)]);
    if (server.login) await Promise.race([broken, logIn(library, server.login)]);
    await Promise.race([broken, logIn(library, { method: SESSION_METHOD })]);
    // The abort may have come in the same moment in which the connection became ready.
    signal?.throwIfAborted();
  } catch (error) {
    library.close();
    throw describeFailure(error as LibraryError, watch.stage(), server, redact);
  } finally {
    watch.end();
    signal?.removeEventListener('abort', breakOff);
  }
  return new SmtpConnection(takeSocket(library), extensions, redact);
}

/** Private fields of nodemailer for its socket: it has no public way to release or share it. */
interface SocketOwner {
  _socket: Socket;
  _onSocketData: (octets: Buffer) => void;
  _onSocketError: () => void;
  _onSocketClose: () => void;
  _onSocketEnd: () => void;
  _onSocketTimeout: () => void;
  _onConnectionSocketError: () => void;
}

/** Checks what the server sends before nodemailer sees it; after an objection nodemailer receives nothing more. */
function hearBefore(
  library: SMTPConnection,
  dialogue: OpeningDialogue,
  object: (objection: Error) => void,
): void {
  const owner = library as unknown as SocketOwner;
  const passOn = owner._onSocketData;
  owner._onSocketData = (octets) => {
    const objection = dialogue.hearServer(octets);
    if (objection === undefined) passOn(octets);
    else object(objection);
  };
}

/** Takes the socket from nodemailer, which receives no more events of it. */
function takeSocket(library: SMTPConnection): Socket {
  const owner = library as unknown as SocketOwner;
  const socket = owner._socket;
  socket.off('data', owner._onSocketData);
  socket.off('error', owner._onSocketError).off('error', owner._onConnectionSocketError);
  socket.off('close', owner._onSocketClose).off('end', owner._onSocketEnd);
  socket.off('timeout', owner._onSocketTimeout).setTimeout(0);
  return socket;
}

function libraryOptions(server: SmtpServer, options: OpenOptions): SMTPConnectionOptions {
  const { host, port, implicitTls, tls } = server;
  const { hostname, certificateAuthority: ca } = options;
  return {
    host,
    port,
    name: hostname,
    secure: implicitTls,
    requireTLS: !implicitTls && (tls === 'required' || tls === 'insecure'),
    ignoreTLS: tls === 'off',
    opportunisticTLS: tls === 'opportunistic',
    tls: { rejectUnauthorized: tls === 'required', ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: NEVER_MS,
    greetingTimeout: NEVER_MS,
    socketTimeout: NEVER_MS,
    // A closed connection needs no time to finish.
    socketCloseTimeout: 0,
  };
}

function connect(library: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => library.connect((error) => (error ? reject(error) : resolve())));
}

function logIn(
  library: SMTPConnection,
  login: { user: string; pass: string } | { method: string },
): Promise<void> {
  return new Promise((resolve, reject) =>
    library.login({ ...login }, (error) => (error ? reject(error) : resolve())),
  );
}

/** Reads the current stage from nodemailer's log, and limits the time of each stage. */
function watchStages(timeouts: SmtpTimeouts, dialogue: OpeningDialogue) {
  let stage: OpeningStage = 'connect';
  let timer: NodeJS.Timeout | undefined;
  let expire: (reason: string) => void = () => undefined;
  const enter = (next: OpeningStage) => {
    stage = next;
    clearTimeout(timer);
    const limitMs = timeouts[LIMITS[next]];
    timer = setTimeout(() => expire(`The server took longer than ${limitMs} ms.`), limitMs);
  };
  const read = ({ tnx }: { tnx?: string }, message: string) => {
    if (tnx === 'network' && stage === 'connect') enter('greeting');
    if (tnx === 'client') dialogue.hearCommand(message);
    const found = tnx === 'client' ? STAGES.find(([pattern]) => pattern.test(message)) : undefined;
    if (found) enter(found[1]);
  };
  enter('connect');
  const logger = { trace: read, debug: read, info: read, warn: ignore, error: ignore, fatal: ignore };
  return {
    logger,
    stage: () => stage,
    onExpired: (listener: typeof expire) => {
      expire = listener;
    },
    end: () => clearTimeout(timer),
  };
}

const ignore = () => undefined;

type LibraryError = Error & { code?: string; syscall?: string; response?: string };

function describeFailure(
  error: LibraryError,
  stage: SmtpStage,
  { implicitTls }: SmtpServer,
  redact: RedactLogin,
): SmtpFailure {
  // With implicit TLS the log does not distinguish the handshake from the connection; the error does.
  const inHandshake =
    stage === 'connect' && implicitTls && error.code === 'ESOCKET' && error.syscall !== 'connect';
  const reply = error.response === undefined ? undefined : parseReply(error.response, redact);
  return new SmtpFailure(inHandshake ? 'tls' : stage, describeError(error.message, redact), reply);
}
