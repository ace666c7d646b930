// The inbox API: the caught messages as JSON, for tests and for the page. It uses the shapes, errors and cursors of the
// product's API, so that a test needs no second set of rules.
import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { sendAttachment } from './attachment-download.ts';
import { streamChanges } from './events.ts';
import { buildHtmlDocument, DOCUMENT_POLICY } from './html-document.ts';
import { readListQuery } from './input.ts';
import type { MessageStore, StoredMessage } from './message-store.ts';
import { toMessage, toSummary } from './output.ts';
import type { InboxMessage, ParseInboxMessage } from './parse-message.ts';
import { matches } from './search.ts';

/** Creates the routes under /inbox. */
export function createMessagesRouter(store: MessageStore, parseMessage: ParseInboxMessage): Router {
  const parse = createRememberingParse(parseMessage);
  const find = (request: Request) => {
    const id = String(request.params['id']);
    const message = store.find(id) ?? store.list().find(({ summary }) => summary.messageId === `<${id}>`);
    if (!message) throw new DomainError('not_found', 'There is no such message.');
    return message;
  };
  const router = Router();
  router.get('/messages', (request, response) => list(store, request, response));
  router.delete('/messages', (_request, response) => {
    response.json({ object: 'inbox', deleted: true, count: store.clear() });
  });
  router.get('/messages/:id', async (request, response) => {
    const message = find(request);
    response.json(toMessage(message, await parse(message)));
  });
  router.delete('/messages/:id', (request, response) => {
    const { id } = find(request);
    store.delete(id);
    response.json({ object: 'inbox_message', id, deleted: true });
  });
  router.get('/messages/:id/raw', (request, response) => sendRaw(find(request), response));
  router.get('/messages/:id/html', async (request, response) => {
    sendHtml(await parse(find(request)), response);
  });
  router.get('/messages/:id/attachments/:aid', async (request, response) => {
    const { attachments } = await parse(find(request));
    const attachment = attachments.find(({ id }) => id === request.params['aid']);
    if (!attachment) throw new DomainError('not_found', 'There is no such attachment.');
    sendAttachment(attachment, response);
  });
  router.get('/events', (request, response) => streamChanges(store, request, response));
  return router;
}

function list(store: MessageStore, request: Request, response: Response): void {
  const { limit, after, ...filter } = readListQuery(request.query);
  const found = store
    .list()
    .filter((message) => (after === undefined || message.id < after) && matches(message, filter));
  const data = found.slice(0, limit ?? found.length).map(toSummary);
  response.json({ object: 'list', has_more: data.length < found.length, data });
}

function sendRaw({ id, raw }: StoredMessage, response: Response): void {
  response.set({
    'Content-Type': 'message/rfc822',
    'Content-Disposition': `attachment; filename="${id}.eml"`,
  });
  response.end(raw);
}

function sendHtml(parsed: InboxMessage, response: Response): void {
  const document = buildHtmlDocument(parsed);
  if (document === undefined) throw new DomainError('not_found', 'This message has no HTML.');
  response.set('Content-Security-Policy', DOCUMENT_POLICY);
  response.type('html').end(document);
}

/**
 * Caches the last parsed message: the page requests a message, its document and its attachments one after the other.
 */
function createRememberingParse(parseMessage: ParseInboxMessage) {
  let last: { message: StoredMessage; parsed: Promise<InboxMessage> } | undefined;
  return (message: StoredMessage): Promise<InboxMessage> => {
    if (last?.message !== message) last = { message, parsed: parseMessage(message.raw) };
    return last.parsed;
  };
}
