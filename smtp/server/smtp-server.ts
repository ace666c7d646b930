// An SMTP server (RFC 5321): the library `smtp-server` with our rules about places, proxies, certificates and content.
// It lists what it offers in EHLO, calls a service for each command, and stops gracefully: it takes nothing new, and
// finishes the messages in flight.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import { isInRanges } from '../../shared/platform/addresses/address-ranges.ts';
import { clientSubnet, plainAddress } from '../../shared/platform/addresses/client-network.ts';
import { isDatabaseUnavailable } from '../../shared/platform/failures/unavailable.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Certificate } from './certificate.ts';
import { ClientConnection } from './connection.ts';
import { ConnectionSlots } from './connection-slots.ts';
import type { ContentStream } from './input-parser.ts';
import type { ServerLimits } from './limits.ts';
import { ClientGoneError, receiveContent } from './receive-content.ts';
import { Refusal } from './reply.ts';
import type { SmtpService, SmtpTransaction } from './service.ts';

/** Options of a server. */
export interface SmtpServerOptions {
  /** The name in its greeting, MAIL_HOSTNAME. */
  name: string;
  /** Address and port to listen on; port 0 picks a free one. */
  host: string;
  port: number;
  limits: ServerLimits;
  /** The places of several servers that share them; by default its own. */
  slots?: ConnectionSlots;
  /** Ranges of the proxies whose PROXY header (version 1) says who the client is. */
  proxies: readonly string[];
  certificate: Certificate;
  /** TLS from the first byte (RFC 8314 §3.3), in place of STARTTLS. */
  isSecure?: boolean;
  /** Clients of this machine log in without TLS: there is nothing between that could read it. */
  trustsLoopback?: boolean;
  service: SmtpService;
  log: Logger;
}

/** A listening server. */
export interface RunningSmtpServer {
  port: number;
  /** Open connections, of all servers that share its places. */
  connections(): number;
  /** Resolves when all connections are closed. */
  stop(): Promise<void>;
}

/** Starts the server; rejects when the port is not available. */
export async function startSmtpServer(options: SmtpServerOptions): Promise<RunningSmtpServer> {
  const server = new LimitedServer(options);
  server.on('error', (error) => options.log.debug({ err: error }, 'an SMTP connection failed'));
  server.listen(options.port, options.host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    connections: () => server.slots.taken,
    stop: () => server.stop(),
  };
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** The library's user for a client that has logged in. */
const LOGGED_IN = 'logged in';

/** Time in which a client that has no place may read why. */
const TURNED_AWAY_MS = 5_000;

/**
 * The type of callbacks.
 * @param text of the reply when there is no error
 */
type Callback = (error?: Error | null, text?: string) => void;

class LimitedServer extends SMTPServer {
  readonly slots: ConnectionSlots;
  /** The places of sockets whose TLS comes first. */
  readonly #handshaking: ConnectionSlots;
  readonly #own: SmtpServerOptions;
  readonly #clients = new Map<SMTPServerSession, ClientConnection>();
  readonly #receiving = new Set<Promise<void>>();

  constructor(own: SmtpServerOptions) {
    const { name, limits, certificate, service, isSecure = false } = own;
    super({
      name,
      heloResponse: '%s greets %s',
      ...certificate.present,
      minVersion: 'TLSv1.2',
      secure: isSecure,
      disabledCommands: [...(service.logIn ? [] : ['AUTH']), 'WIZ', 'SHELL', 'KILL'],
      authMethods: ['PLAIN', 'LOGIN'],
      authRequiredMessage: '5.7.0 Log in first, with an API key as the password',
      // The connection decides (connection.ts).
      allowInsecureAuth: true,
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      hideDSN: true,
      hideREQUIRETLS: true,
      // Servers with addresses such as `user.@example.com` exist; the service decides which addresses are valid.
      lenientAddressParsing: true,
      size: limits.messageBytes,
      rejectOversized: true,
      maxRecipients: limits.recipients,
      // Leaves room for sockets whose PROXY header or handshake has not arrived; among the latter we choose.
      maxClients: 2 * limits.connections,
      socketTimeout: limits.idleMs,
      closeTimeout: limits.stopMs,
      logger: false,
      onConnect: (session, callback) => this.#greet(session, callback),
      onAuth: ({ password }, session, callback) =>
        this.#answer(
          session,
          (error) => callback(error ?? null, error ? undefined : { user: LOGGED_IN }),
          () => this.#logIn(session, password ?? ''),
        ),
      onMailFrom: ({ address }, session, callback) =>
        this.#answer(session, callback, () =>
          own.service.acceptSender(this.#transactionOf(session, address)),
        ),
      onRcptTo: ({ address }, session, callback) =>
        this.#answer(session, callback, () =>
          own.service.acceptRecipient(this.#transactionOf(session), address),
        ),
      onData: (stream, session, callback) =>
        this.#answer(session, callback, () => this.#receive(stream as ContentStream, session)),
      onClose: (session) => this.#forget(session),
    });
    this.#own = own;
    this.slots = own.slots ?? new ConnectionSlots(limits);
    this.#handshaking = new ConnectionSlots(limits);
  }

  override connect(socket: Socket, socketOptions?: SMTPConnectionOptions | null): void {
    const connection = new ClientConnection(this, socket, socketOptions);
    const refusal = this.slots.take(connection);
    if (refusal !== undefined) {
      turnAway(socket, `421 ${refusal}\r\n`);
      return;
    }
    connection.network = clientSubnet(connection.remoteAddress);
    connection.isTrustedInClear =
      this.#own.trustsLoopback === true && isInRanges(connection.remoteAddress, LOOPBACK);
    connection.greetsAtOnce = this.#own.service.logIn !== undefined;
    this.connections.add(connection);
    this.#clients.set(connection.session, connection);
    connection.on('error', (error) => this.emit('error', error));
    const { limits, service } = this.#own;
    if (service.logIn) connection.startDeadline(limits.loginMs, 'No login came');
    else connection.startDeadline(limits.messageMs);
    connection.init();
  }

  /** Before its handshake a socket has no connection yet: without a place it could keep all others out. */
  override _acceptSocket(socket: Socket, handshake: boolean): (() => void) | false {
    const release = super._acceptSocket(socket, handshake);
    if (!release || !handshake || this._expectsProxyHeader(socket)) return release;
    // The topmost socket: Node crashes when the one below it is torn down in the middle of a handshake.
    const giveWay = () => void (this._pendingSockets.get(socket) ?? socket).destroy();
    const { remoteAddress = '' } = socket;
    const holder = { remoteAddress, silentSince: performance.now(), hasRecipient: false, giveWay };
    if (this.#handshaking.take(holder) !== undefined) {
      socket.destroy();
      return false;
    }
    const timer = setTimeout(giveWay, this.#own.limits.handshakeMs);
    const leave = () => {
      this.#handshaking.leave(holder);
      clearTimeout(timer);
    };
    socket.once('close', leave);
    return () => {
      leave();
      release();
    };
  }

  /** Ranges, where the library's own option takes single addresses. */
  override _expectsProxyHeader(socket: Socket): boolean {
    return isInRanges(plainAddress(socket.remoteAddress ?? ''), this.#own.proxies);
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.close(resolve));
    for (const connection of this.#clients.values()) {
      if (connection.isReceiving) connection.closesAfterReply = true;
      else connection.giveUp(421, '4.3.2 The server is stopping');
    }
    await closed;
    await Promise.allSettled(this.#receiving);
  }

  #greet(_session: SMTPServerSession, callback: Callback): void {
    this.#own.certificate.renew().then((renewed) => {
      if (renewed) this.updateSecureContext(renewed);
      callback();
    }, callback);
  }

  async #logIn(session: SMTPServerSession, password: string): Promise<void> {
    const { peer, connection } = this.#transactionOf(session);
    await this.#own.service.logIn?.({ peer, connection, password });
    this.#clients.get(session)?.startDeadline(this.#own.limits.messageMs);
  }

  async #receive(content: ContentStream, session: SMTPServerSession): Promise<string | undefined> {
    const connection = this.#clients.get(session);
    // The client disconnected between its command and this call.
    if (!connection) return undefined;
    const { limits, service } = this.#own;
    const transaction = this.#transactionOf(session);
    connection.isReceiving = true;
    let text: string | undefined;
    const take = async (pieces: AsyncIterable<Buffer>) => {
      text = await service.receive(transaction, pieces);
    };
    const received = receiveContent(connection, content, { limits, take }).finally(() => {
      connection.isReceiving = false;
      // Not for a client that has already disconnected: nothing would stop the deadline.
      if (this.#clients.has(session)) connection.startDeadline(limits.messageMs);
      this.#receiving.delete(received);
    });
    this.#receiving.add(received);
    await received;
    return text;
  }

  /** @param work returns the text of the reply, or nothing for the usual one */
  #answer(session: SMTPServerSession, callback: Callback, work: () => Promise<unknown>): void {
    work().then(
      (text) => callback(null, typeof text === 'string' ? text : undefined),
      (error: unknown) => {
        const refusal = error instanceof Refusal ? error : this.#refuseForNow(error, session);
        const connection = this.#clients.get(session);
        if (refusal.closes && connection) connection.closesAfterReply = true;
        callback(refusal);
      },
    );
  }

  #refuseForNow(error: unknown, { id }: SMTPServerSession): Refusal {
    const isGone = error instanceof ClientGoneError;
    const level = isGone ? 'debug' : isDatabaseUnavailable(error) ? 'warn' : 'error';
    this.#own.log[level]({ err: error, connection: id }, 'an SMTP command failed');
    return new Refusal(451, '4.3.0 Temporary failure, try again later');
  }

  #forget(session: SMTPServerSession): void {
    const connection = this.#clients.get(session);
    if (!connection) return;
    this.#clients.delete(session);
    connection.stopDeadline();
    this.slots.leave(connection);
  }

  #transactionOf(session: SMTPServerSession, sender?: string): SmtpTransaction {
    const { id, remoteAddress: address, hostNameAppearsAs: helo, envelope, secure: isTls } = session;
    const { mailFrom } = envelope;
    return {
      peer: {
        id: `${id}.${session.transaction}`,
        address,
        network: this.#clients.get(session)?.network ?? '',
        helo,
        isTls,
        protocol: session.transmissionType.replace(/^E?/, envelope.smtpUtf8 ? 'UTF8' : '$&'),
      },
      connection: session,
      envelope,
      sender: sender ?? (mailFrom ? mailFrom.address : ''),
    };
  }
}

function turnAway(socket: Socket, reply: string): void {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(TURNED_AWAY_MS, () => socket.destroy());
  // What the client sends is read and discarded, so that its end is seen.
  socket.resume();
  socket.end(reply);
}
