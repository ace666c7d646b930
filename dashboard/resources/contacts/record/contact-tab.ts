// What each tab of a contact shows.
import type { Contact, Person } from '../../../api/generated/types.ts';

/** The props of each tab. */
export interface ContactTabProps {
  contact: Contact;
  /** The decisions of its address. */
  person: Person;
}
