// Takes the address and the names of one person out of texts, mailboxes and JSON. Names are taken out only of what is
// about the person: the caller decides it for a row, and within JSON the items of a list are decided one by one, so that
// a logged list of contacts keeps everybody else's name.
import { JSON_DEPTH_MAX } from '../../../../contract/limits.ts';
import { addressKey, parseMailbox } from '../../../../mail/addresses.ts';
import type { Turns } from '../../../../platform/sharing/turns.ts';
import { addressPattern, storedForms } from './addresses.ts';
import { ADDRESS_BEGIN, ADDRESS_END } from './boundaries.ts';
import { limitNames, Names } from './names.ts';

/** Replaces the address. The name ends in a domain that no one can have (RFC 6761 §6.4). */
export const ERASED_ADDRESS = 'erased@erased.invalid';
/** Replaces a name. It is allowed wherever a name is: in a tag, a file name, a path. */
const ERASED_NAME = 'erased';

/** One search for all ids: a person may have a contact in each of hundreds of audiences. */
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** The person, as an erasure knows them. */
export interface ErasedPerson {
  emailKey: string;
  names: readonly string[];
  contactIds: readonly string[];
}

/** Fields whose value is one of our own words, which a name may equal: `"object": "contact"`. */
const OWN_WORDS_IN = new Set(['object', 'type', 'status', 'last_event', 'source', 'reason', 'event', 'kind']);

/** Erases one person. */
export class Eraser {
  /** The address as the source of a regular expression for Postgres (`~*`): rows that it does not match are left out. */
  readonly pattern: string;
  /** What `lower(email_recipients.address)` of the person can be. */
  readonly storedForms: string[];
  readonly person: ErasedPerson;
  readonly #emailKey: string;
  readonly #address: RegExp;
  readonly #everyAddress: RegExp;
  readonly #names: Names;
  readonly #contactIds: ReadonlySet<string>;

  /** Names beyond the fifty that are looked for, or too long to be one, are left out. */
  constructor(person: ErasedPerson) {
    const { emailKey, contactIds } = person;
    const names = limitNames(person.names);
    this.person = { ...person, names };
    this.pattern = addressPattern(emailKey);
    this.storedForms = storedForms(emailKey);
    const bounded = `${ADDRESS_BEGIN}${this.pattern}${ADDRESS_END}`;
    this.#emailKey = emailKey;
    this.#address = new RegExp(bounded, 'iu');
    this.#everyAddress = new RegExp(bounded, 'giu');
    this.#names = new Names(names);
    this.#contactIds = new Set(contactIds);
  }

  /** The same eraser with the names that mailboxes of the person have. */
  learnFrom(mailboxes: readonly string[]): Eraser {
    const given = mailboxes.flatMap((text) => parseMailbox(text) ?? []);
    const own = given.flatMap(({ name, address }) => (name && this.isAddress(address) ? [name] : []));
    const names = limitNames([...this.person.names, ...own]);
    return names.length === this.person.names.length ? this : new Eraser({ ...this.person, names });
  }

  /** Whether a stored address is that of the person. */
  isAddress(address: string): boolean {
    return addressKey(address) === this.#emailKey;
  }

  /** Whether a text is about the person: it has the address or the id of a contact. */
  concerns(text: string | null): boolean {
    if (text === null) return false;
    return this.#address.test(text) || this.#hasContactId(text);
  }

  /** Takes address and names out of a text about the person. */
  eraseText(text: string): string {
    return this.eraseNames(this.eraseAddress(text));
  }

  /** Takes address and names out of a text about the person that may be as long as an email. */
  eraseLongText(text: string, turns: Turns): Promise<string> {
    return this.#names.replaceInTurns(this.eraseAddress(text), ERASED_NAME, turns);
  }

  /** Takes the address out of a text in which a name would mean something else, such as a path. */
  eraseAddress(text: string): string {
    return text.replace(this.#everyAddress, ERASED_ADDRESS);
  }

  /** Takes the names out of a text that holds no address. */
  eraseNames(text: string): string {
    return this.#names.replaceIn(text, ERASED_NAME);
  }

  /** A mailbox of the person becomes the placeholder, without a name; the mailbox of another person stays. */
  eraseMailbox(text: string): string {
    const mailbox = parseMailbox(text);
    if (!mailbox) return this.eraseText(text);
    return this.isAddress(mailbox.address) ? ERASED_ADDRESS : text;
  }

  /** Takes address and names out of a JSON value about the person; it is copied where it changes. */
  eraseValue(value: unknown): unknown {
    const concerned = new Set<unknown>();
    this.#findConcerned(value, concerned);
    return this.#eraseInner(value, '', concerned);
  }

  /** Takes address and names out of JSON about the person; out of its text when it is no JSON. */
  eraseJson(json: string): string {
    const value = parseJson(json);
    const isText = value === undefined || isDeeper(value, JSON_DEPTH_MAX);
    return isText ? this.eraseText(json) : JSON.stringify(this.eraseValue(value));
  }

  #hasContactId(text: string): boolean {
    if (this.#contactIds.size === 0) return false;
    for (const [id] of text.matchAll(UUID)) if (this.#contactIds.has(id.toLowerCase())) return true;
    return false;
  }

  /** Collects the objects and arrays about the person. Each text is looked at once, however deeply it is nested. */
  #findConcerned(value: unknown, concerned: Set<unknown>): boolean {
    if (typeof value === 'string') return this.concerns(value);
    if (typeof value !== 'object' || value === null) return false;
    let isConcerned = false;
    for (const [name, inner] of Object.entries(value)) {
      const isInner = this.#findConcerned(inner, concerned);
      isConcerned ||= isInner || (!Array.isArray(value) && this.concerns(name));
    }
    if (isConcerned) concerned.add(value);
    return isConcerned;
  }

  #eraseInner(value: unknown, field: string, concerned: ReadonlySet<unknown>): unknown {
    if (typeof value === 'string') return OWN_WORDS_IN.has(field) ? value : this.eraseText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      // One of several objects or texts may be about somebody else; what is alone is about the person.
      const isOther = (item: unknown) =>
        value.length > 1 && !(typeof item === 'string' ? this.concerns(item) : concerned.has(item));
      return value.map((item) => (isOther(item) ? item : this.#eraseInner(item, field, concerned)));
    }
    // `fromEntries` also keeps a field named `__proto__`.
    const erased = Object.entries(value).map(([name, inner]) => [
      this.eraseAddress(name),
      this.#eraseInner(inner, name, concerned),
    ]);
    return Object.fromEntries(erased);
  }
}

/** Whether a value has more levels. Deeper ones, which requests may not have, would overflow the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
