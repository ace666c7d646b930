// Opens an SMTP connection with nodemailer, which implements name resolution, TLS and logins. Each stage has its own
// time limit, and an error names its stage. nodemailer reports its dialogue only to its logger, so the stages are read
// there; and it gives the extensions of the server only to a login method, so a login method of our own, which sends
// nothing, reads them. Afterwards the socket is ours, which saves 120 µs of a mail's CPU time
// (docs/performance-history.md) and lets a transport ask before the content (connection.ts).
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { SmtpStage } from '../../../../shared/mail/smtp-reply.ts';
import { SmtpConnection } from '../connection.ts';
import { SmtpFailure } from '../failure.ts';
import { describeError, parseReply } from '../replies/reply.ts';
import type { SmtpServer } from '../servers.ts';
import type { SmtpTimeouts } from '../timeouts.ts';
import { Transcript } from '../transcript.ts';
import { type RedactLogin, redactLogin } from './login-echo.ts';
import { OpeningDialogue } from './opening-dialogue.ts';

/** How connections are opened. */
export interface OpenOptions {
  /** The client's name in EHLO. */
  hostname: string;
  timeouts: SmtpTimeouts;
  /** The address of this machine to connect from; absent: the system chooses. */
  localAddress?: string | undefined;
  /** Certificate authorities to trust instead of Node's, in PEM. */
  certificateAuthority?: string | undefined;
}

const SESSION_METHOD = 'SESSION';
/** nodemailer's own limits must not fire before ours; a timer of Node takes at most 2³¹ − 1 ms. */
const NEVER_MS = 2 ** 31 - 1;
/** Old and weak TLS is better than none, which would follow (RFC 7435). */
const ANY_TLS = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
/**
 * Secure contexts by their settings. Connections share them, because making one is part of the CPU cost of opening a
 * connection.
 */
const secureContexts = new Map<string, SecureContext>();
const NOT_IN_DNS = 'The certificate of the server is not the one in DNS (DANE).';
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
  const transcript = new Transcript(server);
  const socket = () => (library as unknown as SocketOwner)._socket;
  const watch = watchStages(options.timeouts, dialogue, transcribe(transcript, redact, socket));
  let extensions: readonly string[] = [];
  const library: SMTPConnection = new SMTPConnection({
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
    // The abort may have arrived at the same moment as the connection became ready.
    signal?.throwIfAborted();
  } catch (error) {
    library.close();
    throw describeFailure(error as LibraryError, watch.stage(), { server, redact, transcript });
  } finally {
    watch.end();
    signal?.removeEventListener('abort', breakOff);
  }
  const taken = takeSocket(library);
  requireTrust(taken, server, transcript);
  return new SmtpConnection(taken, extensions, redact, transcript);
}

/** @throws SmtpFailure when the certificate is not the one that must be */
function requireTrust(socket: Socket, { isTrusted }: SmtpServer, transcript: Transcript): void {
  if (!isTrusted) return;
  if (socket instanceof TLSSocket && isTrusted(socket)) {
    transcript.trusted();
    return;
  }
  socket.destroy();
  transcript.note(NOT_IN_DNS);
  throw new SmtpFailure('tls', NOT_IN_DNS, undefined, transcript.end());
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
  const { host, address, port, implicitTls, tls } = server;
  const { hostname, localAddress, certificateAuthority: ca } = options;
  return {
    ...(address === undefined ? { host } : { host: address, servername: host }),
    ...(localAddress !== undefined && { localAddress }),
    port,
    name: hostname,
    secure: implicitTls,
    requireTLS: !implicitTls && (tls === 'required' || tls === 'insecure'),
    ignoreTLS: tls === 'off',
    opportunisticTLS: tls === 'opportunistic',
    tls: {
      rejectUnauthorized: tls === 'required',
      secureContext: secureContextOf({
        ...(tls === 'opportunistic' && ANY_TLS),
        ...(ca !== undefined && { ca }),
      }),
    },
    connectionTimeout: NEVER_MS,
    greetingTimeout: NEVER_MS,
    socketTimeout: NEVER_MS,
    // A closed connection needs no time to finish.
    socketCloseTimeout: 0,
  };
}

function secureContextOf(settings: SecureContextOptions): SecureContext {
  const key = JSON.stringify(settings);
  const context = secureContexts.get(key) ?? createSecureContext(settings);
  secureContexts.set(key, context);
  return context;
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

/** The fields of nodemailer's log of a dialogue. */
interface Hearing {
  connected(): void;
  command(line: string, stage: OpeningStage): void;
  reply(raw: string): void;
}

/** Writes down the dialogue; of a login it writes only that there is one. */
function transcribe(transcript: Transcript, redact: RedactLogin, socket: () => Socket): Hearing {
  return {
    connected: () => transcript.connected(socket()),
    command(line, stage) {
      transcript.secured(socket());
      if (stage !== 'auth') transcript.say(line);
      else if (line.startsWith('AUTH ')) transcript.say('AUTH …');
    },
    reply(raw) {
      const reply = parseReply(raw, redact);
      if (reply) transcript.hear(reply);
    },
  };
}

/** Reads the current stage from nodemailer's log, and limits the time of each stage. */
function watchStages(timeouts: SmtpTimeouts, dialogue: OpeningDialogue, hearing: Hearing) {
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
    if (tnx === 'network' && stage === 'connect') {
      hearing.connected();
      enter('greeting');
    }
    if (tnx === 'server') hearing.reply(message);
    if (tnx !== 'client') return;
    dialogue.hearCommand(message);
    const found = STAGES.find(([pattern]) => pattern.test(message));
    if (found) enter(found[1]);
    hearing.command(message, stage);
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
  { server, redact, transcript }: { server: SmtpServer; redact: RedactLogin; transcript: Transcript },
): SmtpFailure {
  // With implicit TLS the log does not distinguish the handshake from the connection; the error does.
  const inHandshake =
    stage === 'connect' && server.implicitTls && error.code === 'ESOCKET' && error.syscall !== 'connect';
  const reply = error.response === undefined ? undefined : parseReply(error.response, redact);
  const reason = describeError(error.message, redact);
  if (!reply) transcript.note(reason);
  return new SmtpFailure(inHandshake ? 'tls' : stage, reason, reply, transcript.end());
}
