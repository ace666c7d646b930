// The stream of changes that keeps the page live (server-sent events). A client that lost the stream reconnects and
// reads the list again, so nothing needs to be replayed.
import type { Request, Response } from 'express';
import type { MessageStore, StoreChange } from './message-store.ts';
import { toSummary } from './output.ts';

/** Heartbeat: a comment at this interval shows both sides that the connection is alive. */
const HEARTBEAT_INTERVAL_MS = 20_000;
/** Time after which a browser reconnects. */
const RECONNECT_DELAY_MS = 1_000;
/** Back-pressure: a client that stops reading is disconnected before its stream fills the memory. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;

/** Streams `arrived` (a summary) and `deleted` ({ids}) until the client disconnects. */
export function streamChanges(store: MessageStore, request: Request, response: Response): void {
  response.set('Content-Type', 'text/event-stream');
  response.flushHeaders();
  response.write(`retry: ${RECONNECT_DELAY_MS}\n\n`);
  const send = (text: string) => {
    if (response.writableLength > UNREAD_MAX_BYTES) response.destroy();
    else response.write(text);
  };
  const unsubscribe = store.subscribe((change) => send(formatChange(change)));
  const heartbeat = setInterval(() => send(': here\n\n'), HEARTBEAT_INTERVAL_MS);
  response.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
  request.resume();
}

/** JSON contains no raw line break, so it always fits into one `data` line. */
function formatChange(change: StoreChange): string {
  const data = change.type === 'arrived' ? toSummary(change.message) : { ids: change.ids };
  return `event: ${change.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
