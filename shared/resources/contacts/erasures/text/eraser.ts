// Takes the address and the names of one person out of texts, mailboxes and JSON. Names are taken out only of what is
// about the person: the caller decides it for a row, and within JSON the items of a list are decided one by one, so that
// a logged list of contacts keeps everybody else's name.
import { addressKey, parseMailbox } from '../../../../mail/addresses.ts';
import { addressPattern, storedForms } from './addresses.ts';
import { ADDRESS_BEGIN, ADDRESS_END } from './boundaries.ts';
import { namePatterns } from './names.ts';

/** Replaces the address. The name ends in a domain that no one can have (RFC 6761 §6.4). */
export const ERASED_ADDRESS = 'erased@erased.invalid';
/** Replaces a name. It is allowed wherever a name is: in a tag, a file name, a path. */
const ERASED_NAME = 'erased';

/** Names that are looked for. Nobody has more; a list with every spelling of a name would slow each search down. */
const NAMES_MAX = 50;

/** The person, as an erasure knows them. */
export interface Person {
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
  readonly person: Person;
  readonly #emailKey: string;
  readonly #address: RegExp;
  readonly #everyAddress: RegExp;
  readonly #names: readonly RegExp[];
  readonly #contactIds: readonly string[];

  constructor(person: Person) {
    const { emailKey, names, contactIds } = person;
    this.person = person;
    this.pattern = addressPattern(emailKey);
    this.storedForms = storedForms(emailKey);
    const bounded = `${ADDRESS_BEGIN}${this.pattern}${ADDRESS_END}`;
    this.#emailKey = emailKey;
    this.#address = new RegExp(bounded, 'iu');
    this.#everyAddress = new RegExp(bounded, 'giu');
    this.#names = namePatterns(names);
    this.#contactIds = contactIds;
  }

  /** The same eraser with the names that mailboxes of the person have. */
  learnFrom(mailboxes: readonly string[]): Eraser {
    const known = new Set(this.person.names);
    for (const { name, address } of mailboxes.flatMap((text) => parseMailbox(text) ?? [])) {
      if (name !== undefined && known.size < NAMES_MAX && this.isAddress(address)) known.add(name);
    }
    if (known.size === this.person.names.length) return this;
    return new Eraser({ ...this.person, names: [...known] });
  }

  /** Whether a stored address is that of the person. */
  isAddress(address: string): boolean {
    return addressKey(address) === this.#emailKey;
  }

  /** Whether a text is about the person: it has the address or the id of a contact. */
  concerns(text: string | null): boolean {
    if (text === null) return false;
    return this.#address.test(text) || this.#contactIds.some((id) => text.includes(id));
  }

  /** Takes address and names out of a text about the person. */
  eraseText(text: string): string {
    return this.eraseNames(this.eraseAddress(text));
  }

  /** Takes the address out of a text in which a name would mean something else, such as a path. */
  eraseAddress(text: string): string {
    return text.replace(this.#everyAddress, ERASED_ADDRESS);
  }

  /** Takes the names out of a text that holds no address. */
  eraseNames(text: string): string {
    return this.#names.reduce((erased, name) => erased.replace(name, ERASED_NAME), text);
  }

  /** A mailbox of the person becomes the placeholder, without a name; the mailbox of another person stays. */
  eraseMailbox(text: string): string {
    const mailbox = parseMailbox(text);
    if (!mailbox) return this.eraseText(text);
    return this.isAddress(mailbox.address) ? ERASED_ADDRESS : text;
  }

  /** Takes address and names out of a JSON value about the person; it is copied where it changes. */
  eraseValue(value: unknown, field = ''): unknown {
    if (typeof value === 'string') return OWN_WORDS_IN.has(field) ? value : this.eraseText(value);
    if (Array.isArray(value)) return value.map((item) => this.#eraseItem(item, value.length, field));
    if (typeof value !== 'object' || value === null) return value;
    // `fromEntries` also keeps a field named `__proto__`.
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [this.eraseAddress(name), this.eraseValue(inner, name)]),
    );
  }

  /** Takes address and names out of JSON about the person; out of its text when it is no JSON. */
  eraseJson(json: string): string {
    const value = parseJson(json);
    return value === undefined ? this.eraseText(json) : JSON.stringify(this.eraseValue(value));
  }

  /** One of several objects or texts may be about somebody else; what is alone is about the person. */
  #eraseItem(item: unknown, length: number, field: string): unknown {
    const isOther = length > 1 && !this.concerns(typeof item === 'string' ? item : JSON.stringify(item));
    return isOther ? item : this.eraseValue(item, field);
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
