// The stream of changes that keeps the page live (server-sent events). A client that lost the stream connects
// again and reads the list, so nothing needs to be replayed.
import type { Request, Response } from 'express';
import type { MessageStore, StoreChange } from './message-store.ts';
import { toSummary } from './output.ts';

/** A comment this often shows both ends that the other is there. */
const HEARTBEAT_INTERVAL_MS = 20_000;
/** How soon a browser connects again. */
const RECONNECT_DELAY_MS = 1_000;
/** A client that reads no more is let go before its stream fills the memory. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;

/** Streams `arrived` (a summary) and `deleted` ({ids}) until the client leaves. */
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

/** JSON has no raw line break, so one `data` line always holds it. */
function formatChange(change: StoreChange): string {
  const data = change.type === 'arrived' ? toSummary(change.message) : { ids: change.ids };
  return `event: ${change.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
