// The lists of the page of contacts, as tabs above each.
import { LinkTabs } from '../design/controls/link-tabs.tsx';

const TABS = [
  { href: '/contacts', label: 'Contacts' },
  { href: '/contacts/imports', label: 'Import' },
  { href: '/contacts/properties', label: 'Properties' },
];

/** The tabs. @param selected path of a list */
export function ContactsTabs({ selected }: { selected: string }) {
  return <LinkTabs label="Contacts" tabs={TABS} selected={selected} />;
}
