// The name of a contact, from the parts that are known.
import { CONTACT_FIELDS } from '../../../../shared/contract/contacts/fields.ts';
import type { ContactItem } from '../../../api/generated/types.ts';

/** Empty: none is known. */
export function contactName(contact: ContactItem): string {
  return CONTACT_FIELDS.flatMap(({ column }) => contact[column] ?? []).join(' ');
}
