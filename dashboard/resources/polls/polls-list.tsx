// The polls that mail asks, with the open one next to them.
import Vote from 'lucide-react/icons/vote';
import type { PollItem } from '../../api/generated/types.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { Column } from '../../lists/rows.tsx';
import { CampaignsTabs } from '../campaigns/campaigns-tabs.tsx';
import { POLLS, POLLS_PATH } from './list.ts';
import { pollBadge, questionOf, votesText } from './words.ts';

const PollRecord = loadedLater(() => import('./record/poll-record.tsx').then((it) => it.PollRecord));

const COLUMNS: readonly Column<PollItem>[] = [
  { id: 'question', header: 'Question', render: questionOf },
  {
    id: 'votes',
    header: 'Votes',
    width: '104px',
    render: votesText,
  },
  { id: 'state', header: 'State', width: '120px', render: (poll) => <Status {...pollBadge(poll)} /> },
  {
    id: 'time',
    header: 'Asked',
    width: '112px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

/** The list. @param id of the open poll */
export function PollsList({ id }: { id: string | undefined }) {
  useLoadWhenIdle(PollRecord.load);
  return (
    <ListPage
      title="Campaigns"
      description="Questions in your emails that people answer with one click."
      list={POLLS}
      path={POLLS_PATH}
      columns={COLUMNS}
      tabs={<CampaignsTabs selected={POLLS_PATH} />}
      hrefOf={(poll) => `${POLLS_PATH}/${poll.id}`}
      empty={<NoPolls />}
      record={id === undefined ? undefined : <PollRecord.Component key={id} id={id} />}
    />
  );
}

function NoPolls() {
  return (
    <EmptyState icon={Vote} title="Create your first poll" level={2}>
      You can add a poll to a campaign, a template or an email. To start, create a campaign and add a poll in
      its content.
    </EmptyState>
  );
}
