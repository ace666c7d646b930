// Keeps the messages that the inbox caught, in memory and limited by number and bytes: a development machine that sends
// for a week must not run out of memory. The oldest are removed first. Subscribers are notified of every change.
import type { Clock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';

/** The envelope: what the SMTP client sent before DATA. */
export interface Envelope {
  /** Return path; empty for the null sender of bounces. */
  from: string;
  to: readonly string[];
}

/** A message in a list: its decoded header fields. */
export interface Summary {
  from: string | null;
  to: readonly string[];
  subject: string | null;
  /** The Message-ID of the header, with angle brackets. */
  messageId: string | null;
  attachmentCount: number;
}

/** A message from the SMTP server. */
export interface CaughtMessage {
  envelope: Envelope;
  /** The bytes of DATA, with dot-stuffing undone. */
  raw: Buffer;
  summary: Summary;
  /** All text that `q` searches, folded by `foldText`. */
  searchText: string;
}

/** A stored message. */
export interface StoredMessage extends CaughtMessage {
  /** UUID v7: the order of ids is the order of arrival. */
  id: string;
  receivedAt: Date;
}

/** A change of the store. */
export type StoreChange = { type: 'arrived'; message: StoredMessage } | { type: 'deleted'; ids: string[] };

/** A store with limits. */
export interface MessageStore {
  /** Keeps a message and removes the oldest ones until number and bytes are within the limits. */
  add(message: CaughtMessage): StoredMessage;
  /** Every message, newest first. */
  list(): StoredMessage[];
  find(id: string): StoredMessage | undefined;
  /** Deletes one message; false when there is no such message. */
  delete(id: string): boolean;
  /** Deletes all messages and returns their number. */
  clear(): number;
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe(listener: (change: StoreChange) => void): () => void;
}

/** Limits and dependencies of a store. */
export interface MessageStoreOptions {
  maxMessages: number;
  /** The limit on the sum of stored bytes: raw messages and their search text. */
  maxBytes: number;
  clock: Clock;
}

/** Creates an empty store. */
export function createMessageStore({ maxMessages, maxBytes, clock }: MessageStoreOptions): MessageStore {
  const ids = createIds(clock);
  // A Map keeps the order of insertion, so the first key is the oldest message.
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
  // The newest message stays even when it alone exceeds the limit, because its sender gets a 250 for it.
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

/** Bytes of a message in memory: its source, and two bytes per character of search text. */
function sizeInMemory(message: CaughtMessage): number {
  return message.raw.length + 2 * message.searchText.length;
}
