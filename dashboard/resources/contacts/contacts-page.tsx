// Contacts: people, the imports that bring them in, and the properties that are known of them. Each is a list under a tab
// with a path of its own.
import { useParams } from 'wouter';
import { PropertiesList } from '../contact-properties/properties-list.tsx';
import { ImportsList } from '../imports/imports-list.tsx';

/** The page. */
export function ContactsPage() {
  const { tab, id } = useParams();
  return tab === 'properties' ? <PropertiesList id={id} /> : <ImportsList id={id} />;
}
