// Campaigns, and the polls that mail asks. Each is a list under a tab with a path of its own; a draft is written on a page of its own.
import { useParams } from 'wouter';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { PollsList } from '../polls/polls-list.tsx';
import { CampaignsList } from './list/campaigns-list.tsx';

const CampaignEditor = loadedLater(() =>
  import('./edit/campaign-editor.tsx').then((it) => it.CampaignEditor),
);

/** The page. The first part of its path is a tab, or the id of a campaign; the second one an id in the tab, or a part of the campaign. */
export function CampaignsPage() {
  const { tab, id } = useParams();
  if (tab === 'polls') return <PollsList id={id} />;
  if (tab !== undefined && id === 'edit') return <CampaignEditor.Component key={tab} id={tab} />;
  return <CampaignsList id={tab} part={id} />;
}
