// The step contact_update: reads the values, which its references may have read from an event, as a contact can have them.
import { DomainError } from '../../../contract/domain-error.ts';
import { CONTACT_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import type { ContactProperty } from '../../contact-properties/contact-property.ts';
import type { ContactUpdate } from '../../contacts/many/update.ts';
import { checkProperties } from '../../contacts/save/input.ts';
import type { Effect } from '../engine/effect.ts';

/** What the step changes of a contact. */
export type ContactStepUpdate = Omit<ContactUpdate, 'contact'>;

/** @returns or why the step fails: a sentence */
export function readUpdate(
  { firstName, lastName, unsubscribed, properties }: Extract<Effect, { type: 'contact_update' }>,
  declared: ReadonlyMap<string, ContactProperty>,
): ContactStepUpdate | string {
  const fault =
    findNameFault('first_name', firstName) ??
    findNameFault('last_name', lastName) ??
    (unsubscribed === undefined || typeof unsubscribed === 'boolean'
      ? undefined
      : '`unsubscribed` is neither true nor false.');
  if (fault) return fault;
  try {
    const values = checkProperties(Object.entries(properties), declared);
    return {
      firstName: nameOf(firstName),
      lastName: nameOf(lastName),
      unsubscribed: unsubscribed as boolean | undefined,
      values,
    };
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

function findNameFault(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return `\`${field}\` is no text.`;
  return value.length > CONTACT_NAME_MAX_LENGTH
    ? `\`${field}\` has more than ${CONTACT_NAME_MAX_LENGTH} characters.`
    : undefined;
}

/** An empty name is none. */
function nameOf(value: unknown): string | null | undefined {
  return value === '' ? null : (value as string | null | undefined);
}
