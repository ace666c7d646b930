// Passes events of contacts that change no contact to the listeners that choose them: mail from a contact has arrived,
// or a contact has opened one.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { AnnouncedChange, ContactEvent, ContactListener } from './contact-listener.ts';

/**
 * Gives events of any accounts to the listeners. Issue no statement after it that waits for a lock, but for the counters of
 * quota (docs/architecture/guarantees.md#lock-order).
 */
export async function notifyListeners(
  client: Transaction,
  events: readonly ContactEvent[],
  listeners: readonly ContactListener[],
  now: Date,
): Promise<void> {
  for (const listener of listeners) {
    const chosen = await choose(client, listener, events);
    if (chosen.length > 0) await listener.onChange(client, chosen, now);
  }
}

/** Each listener is called account by account. */
async function choose(
  client: Transaction,
  listener: ContactListener,
  events: readonly ContactEvent[],
): Promise<ContactEvent[]> {
  const chosen = new Set<string>();
  for (const accountId of new Set(events.map((event) => event.accountId))) {
    const happened = events
      .filter((event) => event.accountId === accountId)
      .map(({ name, contactId }): AnnouncedChange => ({ name, contactId }));
    for (const { name, contactId } of await listener.choose(client, accountId, happened))
      chosen.add(`${name} ${contactId}`);
  }
  return events.filter(({ name, contactId }) => chosen.has(`${name} ${contactId}`));
}
