// Merges the contacts of one request that have the same address: one statement cannot write a row twice. The result is
// that of one request after the other.
import type { ContactConflictMode } from '../contact.ts';
import type { CheckedContact } from './input.ts';

/** @returns one contact for each address, in the order of their first place in the request */
export function mergeContacts(
  contacts: readonly CheckedContact[],
  mode: ContactConflictMode,
): CheckedContact[] {
  const merged = new Map<string, CheckedContact>();
  for (const contact of contacts) {
    const earlier = merged.get(contact.emailKey);
    if (!earlier) merged.set(contact.emailKey, contact);
    else if (mode !== 'skip') merged.set(contact.emailKey, mergeTwo(earlier, contact));
  }
  return [...merged.values()];
}

function mergeTwo(earlier: CheckedContact, later: CheckedContact): CheckedContact {
  return {
    email: earlier.email,
    emailKey: earlier.emailKey,
    firstName: later.firstName ?? earlier.firstName,
    lastName: later.lastName ?? earlier.lastName,
    unsubscribed: earlier.unsubscribed || later.unsubscribed,
    values: new Map([...earlier.values, ...later.values]),
    segmentIds: [...earlier.segmentIds, ...later.segmentIds],
    topics: [...earlier.topics, ...later.topics],
  };
}
