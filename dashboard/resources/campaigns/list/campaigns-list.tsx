// The list of campaigns, with the open one next to it.
import Plus from 'lucide-react/icons/plus';
import { useLocation } from 'wouter';
import type { CampaignItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { useLoadWhenIdle } from '../../../design/lazy/idle.ts';
import { loadedDialog } from '../../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../../design/lazy/loaded-later.tsx';
import { Amount } from '../../../design/text/amount.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ListPage } from '../../../lists/list-page.tsx';
import type { FilterControl } from '../../../lists/parts/filters.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { useDialogParameter } from '../../../records/use-dialog-parameter.ts';
import { CampaignsTabs } from '../campaigns-tabs.tsx';
import { CAMPAIGNS, CAMPAIGNS_PATH, editPath } from '../list.ts';
import { CAMPAIGN_STATES, campaignRowBadge, rateText, rowTime } from '../words.ts';
import { NoCampaigns } from './no-campaigns.tsx';
import { useCampaignActs } from './use-campaign-acts.tsx';

const CampaignRecord = loadedLater(() =>
  import('../record/campaign-record.tsx').then((it) => it.CampaignRecord),
);
const CreateCampaign = loadedDialog(() =>
  import('../new/create-campaign.tsx').then((it) => it.CreateCampaign),
);

const COLUMNS: readonly Column<CampaignItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  {
    id: 'state',
    header: 'State',
    width: '142px',
    render: (campaign) => <Status {...campaignRowBadge(campaign)} />,
  },
  {
    id: 'recipients',
    header: 'Recipients',
    kind: 'extra',
    width: '104px',
    render: ({ counts }) => counts && <Amount value={counts.recipients} />,
  },
  {
    id: 'opened',
    header: 'Opened',
    kind: 'extra',
    width: '132px',
    render: ({ counts, measured }) =>
      counts && rateText(counts.unique_opened, counts.delivered, measured.opens),
  },
  {
    id: 'clicked',
    header: 'Clicked',
    kind: 'extra',
    width: '132px',
    render: ({ counts, measured }) =>
      counts && rateText(counts.unique_clicked, counts.delivered, measured.clicks),
  },
  {
    id: 'time',
    header: 'When',
    width: '112px',
    render: (campaign) => <Time at={rowTime(campaign)} isInRow />,
  },
];

const FILTERS: readonly FilterControl[] = [
  { kind: 'text', name: 'q', label: 'Find a campaign', placeholder: 'Part of the name' },
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    options: Object.entries(CAMPAIGN_STATES).map(([id, label]) => ({ id, label })),
  },
];

interface CampaignsListProps {
  /** The id of the open campaign. */
  id: string | undefined;
  /** The part of the open campaign that is shown. */
  part: string | undefined;
}

/** The list. */
export function CampaignsList({ id, part }: CampaignsListProps) {
  useLoadWhenIdle(CampaignRecord.load);
  const [, navigate] = useLocation();
  const [create, setCreate] = useDialogParameter('create');
  const [segmentId, setSegment] = useDialogParameter('segment');
  const refusal = useRefusal('createCampaign');
  const acts = useCampaignActs();
  const open = () => setCreate('yes');
  return (
    <>
      <ListPage
        title="Campaigns"
        description="Send one message to many contacts, once each. You can pause or cancel a campaign at any time."
        list={CAMPAIGNS}
        path={CAMPAIGNS_PATH}
        columns={COLUMNS}
        filters={FILTERS}
        tabs={<CampaignsTabs selected={CAMPAIGNS_PATH} />}
        hrefOf={hrefOf}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={open}>
            New campaign
          </Button>
        }
        empty={<NoCampaigns onCreate={open} />}
        acts={acts}
        record={id === undefined ? undefined : <CampaignRecord.Component key={id} id={id} part={part} />}
      />
      <CreateCampaign
        isOpen={create !== undefined || segmentId !== undefined}
        audienceId={create === 'yes' ? undefined : create}
        segmentId={segmentId}
        onClose={() => (segmentId === undefined ? setCreate(undefined) : setSegment(undefined))}
        onDone={(campaign) => navigate(editPath(campaign.id), { replace: true })}
      />
    </>
  );
}

/** A draft only has its editor. */
function hrefOf({ id, status }: CampaignItem): string {
  return status === 'draft' ? editPath(id) : `${CAMPAIGNS_PATH}/${id}`;
}
