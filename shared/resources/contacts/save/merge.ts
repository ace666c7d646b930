// Merges the contacts of one request that have the same address: one statement cannot write a row twice. The result is
// that of one request after the other. A request may repeat an address a thousand times, so each of them only adds to
// what is merged already.
import type { TopicSubscription } from '../../topics/topic.ts';
import type { ContactConflictMode } from '../contact.ts';
import type { CheckedContact } from './input.ts';

/** The contact of an address, as all contacts of the request together give it. */
export interface MergedContact extends Omit<CheckedContact, 'segmentIds' | 'topics'> {
  values: Map<number, unknown>;
  segmentIds: Set<string>;
  /** Id of the topic → its subscription. */
  topics: Map<string, TopicSubscription>;
}

/** @returns one contact for each address, in the order of their first place in the request */
export function mergeContacts(
  contacts: readonly CheckedContact[],
  mode: ContactConflictMode,
): MergedContact[] {
  const merged = new Map<string, MergedContact>();
  for (const contact of contacts) {
    const { email, emailKey } = contact;
    const earlier = merged.get(emailKey);
    if (earlier && mode === 'skip') continue;
    const own = earlier ?? emptyContact(email, emailKey);
    if (!earlier) merged.set(emailKey, own);
    add(own, contact);
  }
  return [...merged.values()];
}

function emptyContact(email: string, emailKey: string): MergedContact {
  const unsubscribed = false;
  return { email, emailKey, unsubscribed, values: new Map(), segmentIds: new Set(), topics: new Map() };
}

/** What is given later replaces; an unsubscribe and an opt-out are never taken back. */
function add(own: MergedContact, later: CheckedContact): void {
  own.firstName = later.firstName ?? own.firstName;
  own.lastName = later.lastName ?? own.lastName;
  own.unsubscribed ||= later.unsubscribed;
  for (const [number, value] of later.values) own.values.set(number, value);
  for (const id of later.segmentIds) own.segmentIds.add(id);
  for (const { id, subscription } of later.topics) {
    if (subscription === 'opt_out' || !own.topics.has(id)) own.topics.set(id, subscription);
  }
}
