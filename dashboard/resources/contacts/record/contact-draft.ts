// A contact as one types it: what its fields begin with, what a new one sends, and what a change sends. Pure.
import { type FieldsByColumn, fieldsByColumn } from '../../../../shared/contract/contacts/fields.ts';
import type {
  Contact,
  ContactPropertyItem,
  CreateContactBody,
  UpdateContactBody,
} from '../../../api/generated/types.ts';
import { type PropertyValue, readPropertyValue, typedText } from '../../contact-properties/property-value.ts';

type Property = Pick<ContactPropertyItem, 'key' | 'type'>;

/** The values of the fields. */
export interface ContactDraft {
  email: string;
  texts: FieldsByColumn<string>;
  /** Key of a property → typed text. A map, because a key may be `__proto__`. */
  values: ReadonlyMap<string, string>;
}

/** A body, or what cannot be sent: the fault of each property by its key. */
export type ReadDraft<Body> = { body: Body } | { faults: ReadonlyMap<string, string> };

/** A new contact. */
export const NEW_CONTACT: ContactDraft = { email: '', texts: fieldsByColumn(() => ''), values: new Map() };

/** The values of an existing contact's fields. */
export function draftOfContact(contact: Contact): ContactDraft {
  const values = Object.entries(contact.properties).map(
    ([key, { value }]) => [key, typedText(value)] as const,
  );
  return {
    email: contact.email,
    texts: fieldsByColumn(({ column }) => contact[column] ?? ''),
    values: new Map(values),
  };
}

/** The body of `POST /contacts`. Empty fields are left out: the address may be a contact already. */
export function newContactBody(
  draft: ContactDraft,
  properties: readonly Property[],
  audienceId: string | undefined,
): ReadDraft<CreateContactBody> {
  const { values, faults } = readValues(draft, properties);
  if (faults.size > 0) return { faults };
  const given = [...values].filter(([, value]) => value !== null);
  const texts = Object.entries(draft.texts).filter(([, text]) => text.trim() !== '');
  return {
    body: {
      email: draft.email.trim(),
      ...Object.fromEntries(texts),
      ...(given.length > 0 && { properties: Object.fromEntries(given) }),
      ...(audienceId !== undefined && { audience_id: audienceId }),
    },
  };
}

/**
 * The body of `PATCH /contacts/:id`: only what one has changed, so that what another person or an import has changed since
 * stays. @param before as it was when the fields were filled
 */
export function contactChanges(
  before: ContactDraft,
  draft: ContactDraft,
  properties: readonly Property[],
): ReadDraft<UpdateContactBody> {
  const changed = properties.filter(({ key }) => textOf(draft, key) !== textOf(before, key));
  const { values, faults } = readValues(draft, changed);
  if (faults.size > 0) return { faults };
  const email = draft.email.trim();
  const texts = Object.entries(draft.texts)
    .filter(([column, text]) => text.trim() !== before.texts[column as keyof ContactDraft['texts']].trim())
    .map(([column, text]) => [column, text.trim() || null] as const);
  return {
    body: {
      ...(email !== before.email && { email }),
      ...Object.fromEntries(texts),
      ...(values.size > 0 && { properties: Object.fromEntries(values) }),
    },
  };
}

const textOf = ({ values }: ContactDraft, key: string) => values.get(key) ?? '';

function readValues(draft: ContactDraft, properties: readonly Property[]) {
  const values = new Map<string, PropertyValue>();
  const faults = new Map<string, string>();
  for (const { key, type } of properties) {
    const read = readPropertyValue(type, textOf(draft, key));
    if ('fault' in read) faults.set(key, read.fault);
    else values.set(key, read.value);
  }
  return { values, faults };
}
