// Contact imports: the data of their webhook event.
import type { Payloads } from '../payload.ts';
import { CONTACT_IMPORT_OBJECTS } from './objects.ts';

const { id, audience_id, status, counts, error, created_at, completed_at } =
  CONTACT_IMPORT_OBJECTS.ContactImport;

/** Type of an event → its data. */
export const CONTACT_IMPORT_PAYLOADS: Pick<Payloads<'contact'>, 'contact.import.completed'> = {
  'contact.import.completed': {
    summary: 'An import of contacts ended, with any status',
    data: { id, audience_id, status, counts, error, created_at, completed_at },
  },
};
