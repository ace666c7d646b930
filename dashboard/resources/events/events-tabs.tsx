// The two lists of events, as tabs above each.
import { LinkTabs } from '../../design/controls/link-tabs.tsx';
import { DEFINITIONS_PATH, RECEIVED_PATH } from './list.ts';

const TABS = [
  { href: RECEIVED_PATH, label: 'Received' },
  { href: DEFINITIONS_PATH, label: 'Definitions' },
];

/** The tabs. @param selected path of a list */
export function EventsTabs({ selected }: { selected: string }) {
  return <LinkTabs label="Events" tabs={TABS} selected={selected} />;
}
