// Merges the contacts of one request, or of one chunk of an import, that have the same address: one statement cannot
// write a row twice. The result is the same as of one contact after the other. A request may repeat an address a
// thousand times, so each repetition only adds to the merged contact; a contact with a unique address is taken
// unchanged.
import { type FieldsByKey, fieldsByKey } from '../../../../contract/contacts/fields.ts';
import type { ContactConflictMode } from '../../contact-fields/contact.ts';
import type { CheckedContact, GivenTopicChoice } from './input.ts';

/** The contact of an address, as all contacts of the request together give it: each topic once. */
export type MergedContact = CheckedContact;

/** @returns one contact for each address, in the order of their first place in the request */
export function mergeContacts(
  contacts: readonly CheckedContact[],
  mode: ContactConflictMode,
): MergedContact[] {
  const merged = new Map<string, CheckedContact | Merging>();
  for (const contact of contacts) {
    const { emailKey } = contact;
    const earlier = merged.get(emailKey);
    if (!earlier) merged.set(emailKey, contact.topics.length > 1 ? new Merging(contact) : contact);
    else if (mode !== 'skip') {
      const merging = earlier instanceof Merging ? earlier : new Merging(earlier);
      merging.add(contact);
      merged.set(emailKey, merging);
    }
  }
  return Array.from(merged.values(), (each) => (each instanceof Merging ? each.merged() : each));
}

/** Merges choices: the first one about a topic counts, unless a later one is an opt-out. @returns each topic once */
export function mergeTopicChoices(given: readonly GivenTopicChoice[]): GivenTopicChoice[] {
  const merged = new Map<string, GivenTopicChoice>();
  for (const choice of given) {
    if (choice.subscription === 'opt_out' || !merged.has(choice.id)) merged.set(choice.id, choice);
  }
  return [...merged.values()];
}

/** A contact to which later ones are added. */
class Merging {
  readonly #first: CheckedContact;
  #fields: Partial<FieldsByKey<string | undefined>> = {};
  #unsubscribed = false;
  #refusesTracking = false;
  readonly #values = new Map<number, unknown>();
  readonly #segmentIds = new Set<string>();
  readonly #topics: GivenTopicChoice[] = [];

  constructor(first: CheckedContact) {
    this.#first = first;
    this.add(first);
  }

  /** Later values replace earlier ones; an unsubscribe or a refusal is never undone. */
  add(later: CheckedContact): void {
    this.#fields = fieldsByKey(({ key }) => later[key] ?? this.#fields[key]);
    this.#unsubscribed ||= later.unsubscribed;
    this.#refusesTracking ||= later.refusesTracking;
    for (const [number, value] of later.values) this.#values.set(number, value);
    for (const id of later.segmentIds) this.#segmentIds.add(id);
    this.#topics.push(...later.topics);
  }

  merged(): MergedContact {
    const { email, emailKey } = this.#first;
    return {
      email,
      emailKey,
      ...this.#fields,
      unsubscribed: this.#unsubscribed,
      refusesTracking: this.#refusesTracking,
      values: this.#values,
      segmentIds: [...this.#segmentIds],
      topics: mergeTopicChoices(this.#topics),
    };
  }
}
