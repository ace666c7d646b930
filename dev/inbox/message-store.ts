// The messages that the inbox caught, in memory and bounded by count and by bytes: a development machine that
// sends for a week must not run out of memory. The oldest go first. Whoever watches is told of every change.
import type { Clock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';

/** What the SMTP client said before DATA. */
export interface Envelope {
  /** Reverse path; empty for the null sender of bounces. */
  from: string;
  to: string[];
}

/** What a list shows of a message: its header fields, decoded. */
export interface Summary {
  from: string | null;
  to: string[];
  subject: string | null;
  attachmentCount: number;
}

/** A message as it comes from the SMTP server. */
export interface CaughtMessage {
  envelope: Envelope;
  /** The bytes of DATA, dots unescaped. */
  raw: Buffer;
  summary: Summary;
  /** Everything that `q` searches, folded by `foldText`. */
  searchText: string;
}

/** A message that is kept. */
export interface StoredMessage extends CaughtMessage {
  /** UUID v7: id order is the order of arrival. */
  id: string;
  receivedAt: Date;
}

/** A change of the store. */
export type StoreChange = { type: 'arrived'; message: StoredMessage } | { type: 'deleted'; ids: string[] };

/** The bounded store. */
export interface MessageStore {
  /** Keeps a message; the oldest leave until count and bytes are within bounds. */
  add(message: CaughtMessage): StoredMessage;
  /** Every message, newest first. */
  list(): StoredMessage[];
  find(id: string): StoredMessage | undefined;
  /** Deletes one message; false when there is no such message. */
  delete(id: string): boolean;
  /** Deletes all messages and answers how many there were. */
  clear(): number;
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe(listener: (change: StoreChange) => void): () => void;
}

/** Bounds and sources of a store. */
export interface MessageStoreOptions {
  maxMessages: number;
  /** Bound on the sum of what is kept: raw messages and their search text. */
  maxBytes: number;
  clock: Clock;
}

/** Creates an empty store. */
export function createMessageStore({ maxMessages, maxBytes, clock }: MessageStoreOptions): MessageStore {
  const ids = createIds(clock);
  // A Map keeps the order of insertion, so its first key is the oldest message.
  const messages = new Map<string, StoredMessage>();
  const listeners = new Set<(change: StoreChange) => void>();
  let bytes = 0;

  const announce = (change: StoreChange) => {
    for (const listener of listeners) listener(change);
  };
  const remove = (message: StoredMessage) => {
    messages.delete(message.id);
    bytes -= sizeInMemory(message);
  };
  // The newest stays even when it alone is too large: its sender was told that it was taken.
  const evictOldest = () => {
    const evicted: string[] = [];
    for (const oldest of messages.values()) {
      const isWithinBounds = messages.size <= maxMessages && bytes <= maxBytes;
      if (isWithinBounds || messages.size === 1) break;
      remove(oldest);
      evicted.push(oldest.id);
    }
    if (evicted.length > 0) announce({ type: 'deleted', ids: evicted });
  };

  return {
    add(caught) {
      const message = { ...caught, id: ids.next(), receivedAt: clock.now() };
      messages.set(message.id, message);
      bytes += sizeInMemory(message);
      announce({ type: 'arrived', message });
      evictOldest();
      return message;
    },
    list: () => [...messages.values()].reverse(),
    find: (id) => messages.get(id.toLowerCase()),
    delete(id) {
      const message = messages.get(id.toLowerCase());
      if (!message) return false;
      remove(message);
      announce({ type: 'deleted', ids: [message.id] });
      return true;
    },
    clear() {
      const deleted = [...messages.keys()];
      messages.clear();
      bytes = 0;
      if (deleted.length > 0) announce({ type: 'deleted', ids: deleted });
      return deleted.length;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Bytes that a message holds: its source, and two for each character of search text. */
function sizeInMemory(message: CaughtMessage): number {
  return message.raw.length + 2 * message.searchText.length;
}
