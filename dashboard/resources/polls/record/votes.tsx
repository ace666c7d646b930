// The votes of a poll, each of an address with the option that it chose last.
import type { Poll, PollVote } from '../../../api/generated/types.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ListParts, ListTop } from '../../../lists/list-parts.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { usePlacedList } from '../../../lists/state/use-placed-list.ts';
import { VOTES } from '../list.ts';
import { voterOf, voterPath } from '../words.ts';

/** The section. */
export function Votes({ poll: { id, options } }: { poll: Poll }) {
  const { list, top } = usePlacedList(VOTES, { id });
  const labels = new Map(options.map((option) => [option.id, option.label]));
  const columns: readonly Column<PollVote>[] = [
    { id: 'email', header: 'Address', render: voterOf },
    { id: 'option', header: 'Chose', width: '34%', render: ({ option_id }) => labels.get(option_id) },
    {
      id: 'time',
      header: 'When',
      width: '112px',
      render: ({ updated_at }) => <Time at={updated_at} isInRow />,
    },
  ];
  return (
    <Section title="Votes">
      <ListTop place={top} />
      <ListParts
        label="Votes of the poll"
        columns={columns}
        filters={[]}
        list={list}
        hrefOf={voterPath}
        empty={
          <EmptyState title="No votes yet" level={3}>
            A vote counts when a person clicks its link in the email and presses Vote.
          </EmptyState>
        }
      />
    </Section>
  );
}
