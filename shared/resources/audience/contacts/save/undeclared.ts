// Values of a request whose keys have no contact property: they are refused, or their properties are made in the
// transaction that saves the contacts (docs/reference/contacts.md#properties-that-are-made). A property has the type of
// its first value. Only a contact that is not refused makes any.
import {
  isPropertyKey,
  PROPERTY_KEY_WORDS,
  RESERVED_PROPERTY_KEYS,
} from '../../../../contract/contact-properties/keys.ts';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { ContactProperty } from '../../contact-properties/contact-property.ts';
import {
  insertMissingProperties,
  type MissingProperty,
  propertyLimitReached,
  roomForProperties,
} from '../../contact-properties/insert.ts';
import { isValueOfType, PROPERTY_VALUE_WORDS } from '../../contact-properties/value.ts';
import {
  type CheckedContact,
  type ContactInput,
  checkContact,
  type Definitions,
  SHOWN_KEY_LENGTH,
} from './input.ts';

/** Properties are to be made, which the transaction has not locked the account for. */
export class UndeclaredPropertyError extends Error {
  override readonly name = 'UndeclaredPropertyError';
}

/** Whether any value has a key without a property. */
export function hasUndeclared(inputs: readonly ContactInput[], { properties }: Definitions): boolean {
  return inputs.some((input) => undeclaredOf(input, properties).length > 0);
}

function undeclaredOf({ properties: given }: ContactInput, declared: Definitions['properties']) {
  return given.filter(([key, value]) => value !== null && !declared.has(key));
}

/** Checks the contacts of a request one after the other, and makes the properties that they need. */
export class MakingCheck {
  readonly #client: Transaction;
  readonly #deps: { ids: Ids; accountId: string; now: Date };
  readonly #definitions: Definitions;
  readonly #properties: Map<string, ContactProperty>;

  /** @param definitions were read after the account was locked */
  constructor(
    client: Transaction,
    deps: { ids: Ids; accountId: string; now: Date },
    definitions: Definitions,
  ) {
    this.#client = client;
    this.#deps = deps;
    this.#properties = new Map(definitions.properties);
    this.#definitions = { ...definitions, properties: this.#properties };
  }

  /** @throws DomainError as `checkContact`; `validation_error` for a key or a value that no property can have */
  async check(input: ContactInput): Promise<CheckedContact> {
    const undeclared = undeclaredOf(input, this.#properties);
    if (undeclared.length > 0) {
      const declared = input.properties.filter(([key]) => this.#properties.has(key));
      checkContact({ ...input, properties: declared }, this.#definitions);
      await this.#make(undeclared.map(([key, value]) => missingProperty(key, value)));
    }
    return checkContact(input, this.#definitions);
  }

  async #make(missing: readonly MissingProperty[]): Promise<void> {
    if (missing.length > roomForProperties(this.#properties.size)) throw propertyLimitReached();
    const { ids, ...owner } = this.#deps;
    const made = await insertMissingProperties(this.#client, ids, owner, missing);
    for (const property of made) this.#properties.set(property.key, property);
  }
}

function missingProperty(key: string, value: unknown): MissingProperty {
  if (!isPropertyKey(key)) {
    const shown = JSON.stringify(key.slice(0, SHOWN_KEY_LENGTH));
    throw new DomainError(
      'validation_error',
      `\`properties\` has the key ${shown}, which is not a valid property key. A key must be ${PROPERTY_KEY_WORDS}, and must not be ${RESERVED_PROPERTY_KEYS.join(', ')}.`,
    );
  }
  const type = typeof value;
  if (type !== 'string' && type !== 'number' && type !== 'boolean') {
    throw new DomainError(
      'validation_error',
      `\`properties.${key}\` must be a string, a number, true or false.`,
    );
  }
  if (!isValueOfType(type, value)) {
    throw new DomainError('validation_error', `\`properties.${key}\` must be ${PROPERTY_VALUE_WORDS[type]}.`);
  }
  return { key, type };
}
