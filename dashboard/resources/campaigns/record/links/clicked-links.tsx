// The links of a campaign that people have followed, those of most people first.
import type { CampaignLinkItem } from '../../../../api/generated/types.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { EmptyState } from '../../../../design/feedback/empty-state.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { amountText } from '../../../../format/amount-text.ts';
import { ListParts, ListTop } from '../../../../lists/list-parts.tsx';
import type { Column } from '../../../../lists/rows.tsx';
import { usePlacedList } from '../../../../lists/state/use-placed-list.ts';
import { peopleText } from '../../edit/who/audience-words.ts';
import { CAMPAIGN_LINKS } from '../lists.ts';

const COLUMNS: readonly Column<CampaignLinkItem>[] = [
  { id: 'url', header: 'Link', render: ({ url }) => url || 'A link that only an erased person has followed' },
  {
    id: 'people',
    header: 'Followed by',
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
      description="Clicks by people; what machines follow is left out."
      actions={<CopyAs operation="listCampaignClickedLinks" input={list.input} label="Copy links as" />}
    >
      <div>
        <ListTop place={top} />
        <ListParts
          label="Links that people have followed"
          columns={COLUMNS}
          filters={[]}
          list={list}
          empty={
            <EmptyState title="No link was followed" level={3}>
              {isMeasured
                ? 'A click is counted ten seconds later.'
                : 'Clicks of this campaign are not measured.'}
            </EmptyState>
          }
        />
      </div>
    </Section>
  );
}
