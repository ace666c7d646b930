// The SMTP server that catches all mail: any sender, any recipient, with or without a login. A message is accepted with
// 250 only after its last byte has arrived and it is stored. Of a message that is too large, or whose client
// disconnects, nothing is kept.
import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Logger } from '../../shared/platform/log/log.ts';
import { listen } from './listen.ts';
import type { CaughtMessage, Envelope } from './message-store.ts';
import type { InboxMessage, ParseInboxMessage } from './parse-message.ts';
import { makeSearchText } from './search.ts';

/** Largest message: what the product receives itself (INBOUND_MAX_BYTES), more than the largest that it sends. */
const MESSAGE_MAX_BYTES = 96 * 1024 * 1024;
/** Time that a client in the middle of a message has to finish when the inbox stops. */
const CLOSE_GRACE_MS = 500;

/** Options of a receiver. */
export interface SmtpReceiverOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Limit on the bytes of all messages that are being received at the same time. */
  maxBytes: number;
  /** Stores a message; the client receives 250 after it has returned. */
  keep: (message: CaughtMessage) => void;
  parse: ParseInboxMessage;
  log: Logger;
}

/** A listening receiver. */
export interface SmtpReceiver {
  port: number;
  stop(): Promise<void>;
}

/** Starts the receiver; rejects with a StartError when the port is not available. */
export async function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const receive = createReceive(options);
  const server = new SMTPServer({
    name: 'inbox.localhost',
    banner: 'Posthorn local inbox',
    size: Math.min(MESSAGE_MAX_BYTES, options.maxBytes),
    rejectOversized: true,
    lenientAddressParsing: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    closeTimeout: CLOSE_GRACE_MS,
    logger: false,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, callback) => {
      receive(stream, session).then(
        () => callback(),
        (error: Error) => {
          options.log.debug({ err: error }, 'the inbox did not keep a message');
          callback(error);
        },
      );
    },
  });
  server.on('error', (error) => options.log.debug({ err: error }, 'an inbox SMTP connection failed'));
  const sockets = trackSockets(server.server);
  const { host, port } = options;
  return {
    port: await listen(server.server, { host, port, purpose: "the inbox's SMTP server" }),
    stop: () => stopServer(server, sockets),
  };
}

/** Creates the function that receives, parses and stores one message. */
function createReceive({ maxBytes, keep, parse }: SmtpReceiverOptions) {
  let bytesInFlight = 0;
  return async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const envelope = readEnvelope(session);
    let chunks: Buffer[] = [];
    let size = 0;
    let dropped = false;
    const forget = () => {
      bytesInFlight -= size;
      chunks = [];
      size = 0;
    };
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        // The rest is read and discarded: SMTP cannot stop a client in the middle of DATA.
        dropped ||= stream.sizeExceeded || bytesInFlight + chunk.length > maxBytes;
        if (dropped) {
          forget();
          continue;
        }
        chunks.push(chunk);
        size += chunk.length;
        bytesInFlight += chunk.length;
      }
      if (dropped) throw createTooMuchAtOnce();
      const raw = Buffer.concat(chunks);
      chunks = [];
      keep(describe(envelope, raw, await parse(raw)));
    } finally {
      forget();
    }
  };
}

function describe(envelope: Envelope, raw: Buffer, message: InboxMessage): CaughtMessage {
  const { from, to, subject, messageId, attachments } = message;
  return {
    envelope,
    raw,
    summary: { from, to, subject, messageId, attachmentCount: attachments.length },
    searchText: makeSearchText(envelope, message),
  };
}

/** The library answers 552 for a message over `size`; this error is for many messages that are too large together. */
function createTooMuchAtOnce(): Error {
  const message = 'Error: the inbox is receiving too much at once, try again';
  return Object.assign(new Error(message), { responseCode: 452 });
}

function readEnvelope({ envelope }: SMTPServerSession): Envelope {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
  };
}

function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** The library does not disconnect clients that stay connected; no connection may outlive the stop of the inbox. */
async function stopServer(server: SMTPServer, sockets: Set<Socket>): Promise<void> {
  const closed = once(server, 'close');
  await new Promise<void>((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}
