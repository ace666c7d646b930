// The lists of the page of campaigns, as tabs above each.
import { LinkTabs } from '../../design/controls/link-tabs.tsx';

const TABS = [
  { href: '/campaigns', label: 'Campaigns' },
  { href: '/campaigns/polls', label: 'Polls' },
];

/** The tabs. @param selected path of a list */
export function CampaignsTabs({ selected }: { selected: string }) {
  return <LinkTabs label="Campaigns" tabs={TABS} selected={selected} />;
}
