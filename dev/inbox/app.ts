// The HTTP application of the inbox: the steps of a request, in order.
import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { RecordStore } from '../dns/record-store.ts';
import { createDnsRouter } from './dns-router.ts';
import { answerNotFound, createErrorHandler } from './errors.ts';
import type { MessageStore } from './message-store.ts';
import { createMessagesRouter } from './messages-router.ts';
import type { ParseInboxMessage } from './parse-message.ts';
import { refuseForeignHost, refuseForeignOrigin, setSecurityHeaders } from './security.ts';

const PAGE_DIRECTORY = fileURLToPath(new URL('./page/', import.meta.url));

/** The tokens and the icon, which all pages of Posthorn share. */
const APPEARANCE_DIRECTORY = fileURLToPath(new URL('../../shared/contract/appearance/', import.meta.url));

/** `/dns` is the file dns.html. */
const STATIC = { cacheControl: false, etag: false, lastModified: false, extensions: ['html'] };

/** Options of the application. */
export interface InboxAppOptions {
  store: MessageStore;
  parse: ParseInboxMessage;
  /** Shown on the page while there are no messages. */
  smtpPort: number;
  /** The records of the development DNS. */
  dnsRecords: RecordStore;
  log: Logger;
}

/** Creates the application. */
export function createInboxApp({ store, parse, smtpPort, dnsRecords, log }: InboxAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(setSecurityHeaders);
  app.use(refuseForeignHost);
  app.use(refuseForeignOrigin);
  app.get('/inbox', (_request, response) => {
    response.json({ object: 'inbox', smtp_port: smtpPort });
  });
  app.use('/inbox', createMessagesRouter(store, parse));
  app.use('/dns/records', createDnsRouter(dnsRecords));
  app.use(express.static(PAGE_DIRECTORY, STATIC), express.static(APPEARANCE_DIRECTORY, STATIC));
  app.use(answerNotFound);
  app.use(createErrorHandler(log));
  return app;
}
