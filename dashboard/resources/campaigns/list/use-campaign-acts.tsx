// What can be done with marked campaigns: they are deleted.
import Trash2 from 'lucide-react/icons/trash-2';
import { call } from '../../../api/call.ts';
import type { CampaignItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import type { RowActs } from '../../../lists/marks/row-act.ts';
import { canBeDeleted } from '../words.ts';

/** The acts of the list. */
export function useCampaignActs(): RowActs<CampaignItem> {
  const refusal = useRefusal('deleteCampaign');
  return {
    nameOf: ({ name }) => name,
    acts: [
      {
        id: 'delete',
        icon: Trash2,
        label: (count) => `Delete ${count}`,
        refusal,
        fits: canBeDeleted,
        noneFits: 'To delete a campaign that is sending or paused, cancel it first on its page.',
        ask: (rows, others) => ({
          title: `Delete ${campaigns(rows.length)}?`,
          lost: <Lost rows={rows} others={others} />,
          confirmLabel: `Delete ${campaigns(rows.length)}`,
        }),
        running: 'Deleting campaigns',
        done: (count) => `${campaigns(count)} ${count === 1 ? 'was' : 'were'} deleted.`,
        run: ({ id }) => call('deleteCampaign', { id }),
      },
    ],
  };
}

interface LostProps {
  rows: readonly CampaignItem[];
  /** How many marked ones stay. */
  others: number;
}

function Lost({ rows, others }: LostProps) {
  const scheduled = rows.filter(({ status }) => status === 'scheduled').length;
  return (
    <p>
      What {rows.length === 1 ? 'it says, its' : 'they say, their'} figures and the votes of{' '}
      {rows.length === 1 ? 'its poll' : 'their polls'} are lost.
      {scheduled > 0 &&
        ` ${scheduled} of them ${scheduled === 1 ? 'is' : 'are'} scheduled and will not be sent.`}
      {others > 0 &&
        ` ${others} selected ${others === 1 ? 'campaign is' : 'campaigns are'} sending or paused and will not be deleted.`}
    </p>
  );
}

function campaigns(count: number): string {
  return count === 1 ? '1 campaign' : `${count} campaigns`;
}
