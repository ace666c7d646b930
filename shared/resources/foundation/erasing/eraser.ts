// Takes the address of one person out of texts, and says whether what a text of JSON is about is this person alone.
import { JSON_DEPTH_MAX } from '../../../contract/limits.ts';
import { addressKey, parseStoredMailbox } from '../../../mail/addresses.ts';
import { addressPattern, storedForms } from './addresses.ts';
import { base64Pattern, replaceInBase64 } from './base64.ts';
import { ADDRESS_BEGIN, ADDRESS_END } from './boundaries.ts';

/** Replaces the address. The name ends in a domain that no one can have (RFC 6761 §6.4). */
export const ERASED_ADDRESS = 'erased@erased.invalid';

/** Fields of requests, answers and events that name the person that they are about. */
const NAMING_FIELDS = new Set(['to', 'cc', 'bcc', 'email', 'emails', 'recipient', 'address']);

/** The person, as an erasure knows them. */
export interface ErasedPerson {
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey: string;
  /** Requests and events may name a contact by its id alone. */
  contactIds: readonly string[];
}

/** Erases one person. */
export class Eraser {
  /** Finds the address in texts, for Postgres: the first ignores letter case (`~*`), the second, in base64, does not. */
  readonly patterns: readonly [string, string];
  /** The possible values of `lower(email_recipients.address)` for the person. */
  readonly storedForms: string[];
  readonly person: ErasedPerson;
  readonly #everyAddress: RegExp;
  readonly #inBase64: RegExp;
  readonly #decoded: RegExp;
  readonly #contactIds: ReadonlySet<string>;

  constructor(person: ErasedPerson) {
    const { emailKey, contactIds } = person;
    this.person = person;
    this.patterns = [addressPattern(emailKey), base64Pattern(emailKey)];
    this.storedForms = storedForms(emailKey);
    const plain = emailKey.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    this.#everyAddress = new RegExp(`${ADDRESS_BEGIN}${this.patterns[0]}${ADDRESS_END}`, 'giu');
    this.#inBase64 = new RegExp(this.patterns[1], 'g');
    this.#decoded = new RegExp(`${ADDRESS_BEGIN}${plain}${ADDRESS_END}`, 'iuy');
    this.#contactIds = new Set(contactIds);
  }

  /** Whether a stored address belongs to the person. */
  isAddress(address: string): boolean {
    return addressKey(address) === this.person.emailKey;
  }

  /** Replaces a mailbox of the person with its name. */
  eraseMailbox(text: string): string {
    const mailbox = parseStoredMailbox(text);
    return mailbox && this.isAddress(mailbox.address) ? ERASED_ADDRESS : this.erase(text);
  }

  /** Takes the address out of a text. */
  readonly erase = (text: string): string => {
    const erased = text.replace(this.#everyAddress, ERASED_ADDRESS);
    return replaceInBase64(erased, this.#inBase64, this.#decoded, ERASED_ADDRESS);
  };

  /** Whether a text has the address. */
  isIn(text: string): boolean {
    return this.erase(text) !== text;
  }

  /** Whether a path and texts of JSON name the person, and no other, as the one they are about. */
  areAboutAlone(path: string, texts: readonly (string | null)[]): boolean {
    const named = texts.flatMap((text) => [...this.#namedIn(parseJson(text))]);
    const isNamed = this.isIn(path) || path.split('/').some((part) => this.#isContactId(part));
    return (isNamed || named.length > 0) && named.every(Boolean);
  }

  #isContactId(text: string): boolean {
    return this.#contactIds.has(text.toLowerCase());
  }

  /** Yields for each person that a value names whether it is this one. Requests are nested less deeply than that. */
  *#namedIn(value: unknown, field = '', levels = JSON_DEPTH_MAX): Generator<boolean> {
    if (typeof value === 'string') yield* this.#namedBy(value, field);
    if (typeof value !== 'object' || value === null || levels === 0) return;
    for (const [name, inner] of Object.entries(value))
      yield* this.#namedIn(inner, Array.isArray(value) ? field : name, levels - 1);
  }

  *#namedBy(text: string, field: string): Generator<boolean> {
    if (this.#isContactId(text)) yield true;
    const address = NAMING_FIELDS.has(field) ? parseStoredMailbox(text)?.address : undefined;
    if (address !== undefined) yield this.isAddress(address) || address === ERASED_ADDRESS;
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
