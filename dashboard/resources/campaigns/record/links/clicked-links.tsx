// The links of a campaign that people have followed, those of most people first.
import type { CampaignLinkItem } from '../../../../api/generated/types.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { EmptyState } from '../../../../design/feedback/empty-state.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { amountText } from '../../../../format/amount-text.ts';
import { ListParts, ListTop } from '../../../../lists/list-parts.tsx';
import type { Column } from '../../../../lists/rows.tsx';
import { usePlacedList } from '../../../../lists/state/use-placed-list.ts';
import { peopleText } from '../../edit/audience/audience-words.ts';
import { CAMPAIGN_LINKS } from '../lists.ts';

const COLUMNS: readonly Column<CampaignLinkItem>[] = [
  { id: 'url', header: 'Link', render: ({ url }) => url || 'A link that only an erased person clicked' },
  {
    id: 'people',
    header: 'Clicked by',
    width: '130px',
    render: ({ unique_clicks }) => peopleText(unique_clicks),
  },
  {
    id: 'clicks',
    header: 'Clicks',
    width: '110px',
    render: ({ clicks }) => (clicks === 1 ? '1 click' : `${amountText(clicks)} clicks`),
  },
];

/** The section. @param isMeasured whether clicks are */
export function ClickedLinks({ id, isMeasured }: { id: string; isMeasured: boolean }) {
  const { list, top } = usePlacedList(CAMPAIGN_LINKS, { id });
  return (
    <Section
      title="Links"
      level={3}
      description="Clicks by people. Clicks by machines are not counted."
      actions={<CopyAs operation="listCampaignClickedLinks" input={list.input} label="Copy links as" />}
    >
      <div>
        <ListTop place={top} />
        <ListParts
          label="Links that people clicked"
          columns={COLUMNS}
          filters={[]}
          list={list}
          empty={
            <EmptyState title="No clicks yet" level={3}>
              {isMeasured
                ? 'Clicks are counted after 10 seconds.'
                : 'Click tracking is off for this campaign.'}
            </EmptyState>
          }
        />
      </div>
    </Section>
  );
}
