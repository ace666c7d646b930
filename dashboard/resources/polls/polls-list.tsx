// The polls that mail asks.
import type { PollItem } from '../../api/generated/types.ts';
import { ListPage } from '../../lists/list-page.tsx';
import type { Column } from '../../lists/rows.tsx';
import { POLLS, POLLS_PATH } from './list.ts';

const COLUMNS: readonly Column<PollItem>[] = [
  { id: 'question', header: 'Question', render: ({ question }) => question },
];

/** The list, with the open poll next to it. */
export function PollsList({ id }: { id: string | undefined }) {
  return (
    <ListPage
      title="Campaigns"
      list={POLLS}
      path={POLLS_PATH}
      columns={COLUMNS}
      empty={null}
      hrefOf={(poll) => `${POLLS_PATH}/${poll.id}`}
      record={id === undefined ? undefined : <p>{id}</p>}
    />
  );
}
