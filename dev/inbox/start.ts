// The local inbox: an SMTP server that catches all mail of `npm start`, with a page and an API to read it. It runs
// inside `npm start`, keeps messages in memory only, and is reachable from this machine only.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createMessageParser } from '../../shared/mail/parse/message-parser.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { type Clock, createSystemClock } from '../../shared/platform/time/clock.ts';
import { openRecordStore, type RecordStore } from '../dns/record-store.ts';
import { StartError } from '../start-error.ts';
import { createInboxApp } from './app.ts';
import { listen } from './listen.ts';
import { createMessageStore } from './message-store.ts';
import { createInboxParse } from './parse-message.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

const MAX_MESSAGES = 500;
const MAX_BYTES = 256 * 1024 * 1024;
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1', 'localhost'];

/** Options of the inbox. */
export interface InboxOptions {
  /** SMTP port; 0 picks a free one. */
  smtpPort: number;
  /** Port of page and API; 0 picks a free one. */
  httpPort: number;
  /** A loopback address, because everyone who can reach the inbox can read all mail. */
  host?: string;
  /** The records of the development DNS, which the page `/dns` shows; absent: in memory, for no server. */
  dnsRecords?: RecordStore;
  log: Logger;
  /** The most stored messages; the oldest are removed first. */
  maxMessages?: number;
  /** The limit on the bytes of stored messages, and on those of messages being received at the same time. */
  maxBytes?: number;
  clock?: Clock;
}

/** A running inbox. */
export interface Inbox {
  smtpPort: number;
  httpPort: number;
  /** URL of the page, and base URL of the API. */
  url: string;
  /** For `SMTP_URL`. */
  smtpUrl: string;
  /** Closes both servers and every connection to them. */
  stop(): Promise<void>;
}

/**
 * Starts the inbox.
 * @throws StartError when a port is taken or the host is not a loopback address
 */
export async function startInbox(options: InboxOptions): Promise<Inbox> {
  const { smtpPort, httpPort, host = '127.0.0.1', log, maxBytes = MAX_BYTES } = options;
  if (!LOOPBACK_ADDRESSES.includes(host)) {
    throw new StartError(`The inbox listens on this machine only, so its host cannot be ${host}.`);
  }
  const { maxMessages = MAX_MESSAGES, clock = createSystemClock() } = options;
  const store = createMessageStore({ maxMessages, maxBytes, clock });
  const dnsRecords = options.dnsRecords ?? (await openRecordStore());
  const parser = createMessageParser({ dns: null, logger: log });
  const parse = createInboxParse(parser);
  const smtp = await startSmtpReceiver({ host, port: smtpPort, maxBytes, keep: store.add, parse, log });
  const http = createServer(createInboxApp({ store, parse, smtpPort: smtp.port, dnsRecords, log }));
  try {
    const port = await listen(http, { host, port: httpPort, purpose: 'the inbox page' });
    const authority = host.includes(':') ? `[${host}]` : host;
    return {
      smtpPort: smtp.port,
      httpPort: port,
      url: `http://${authority}:${port}`,
      smtpUrl: `smtp://${authority}:${smtp.port}`,
      stop: async () => {
        await Promise.all([smtp.stop(), stopHttp(http)]);
        await parser.close();
      },
    };
  } catch (error) {
    await smtp.stop();
    throw error;
  }
}

/** Connections are closed, not awaited, because an open page keeps its event stream open for ever. */
async function stopHttp(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
