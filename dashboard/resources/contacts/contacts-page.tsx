// Contacts: people, the imports that bring them in, and the properties that are known of them. Each is a list under a tab
// with a path of its own.
import { useParams } from 'wouter';
import { PropertiesList } from '../contact-properties/properties-list.tsx';
import { ImportsList } from '../imports/imports-list.tsx';
import { ContactsList } from './list/contacts-list.tsx';

/** The page. The first part of its path is a tab, or the id of a contact; the second one an id in the tab, or a tab of the contact. */
export function ContactsPage() {
  const { tab, id } = useParams();
  if (tab === 'imports') return <ImportsList id={id} />;
  if (tab === 'properties') return <PropertiesList id={id} />;
  return <ContactsList id={tab} tab={id} />;
}
