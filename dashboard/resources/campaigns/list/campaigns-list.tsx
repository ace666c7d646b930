// The list of campaigns, with the open one next to it.
import type { CampaignItem } from '../../../api/generated/types.ts';
import { loadedLater } from '../../../design/later/loaded-later.tsx';
import { ListPage } from '../../../lists/list-page.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { CAMPAIGNS, CAMPAIGNS_PATH } from '../list.ts';

const CampaignRecord = loadedLater(() =>
  import('../record/campaign-record.tsx').then((it) => it.CampaignRecord),
);

const COLUMNS: readonly Column<CampaignItem>[] = [{ id: 'name', header: 'Name', render: ({ name }) => name }];

interface CampaignsListProps {
  /** Of the open campaign. */
  id: string | undefined;
  /** Of the open campaign: what of it is shown. */
  part: string | undefined;
}

/** The list. */
export function CampaignsList({ id, part }: CampaignsListProps) {
  return (
    <ListPage
      title="Campaigns"
      list={CAMPAIGNS}
      path={CAMPAIGNS_PATH}
      columns={COLUMNS}
      empty={null}
      hrefOf={(campaign) => `${CAMPAIGNS_PATH}/${campaign.id}`}
      record={id === undefined ? undefined : <CampaignRecord.Component key={id} id={id} part={part} />}
    />
  );
}
