// The list of segments, with the open one next to it.

import ChartPie from 'lucide-react/icons/chart-pie';
import Plus from 'lucide-react/icons/plus';
import { useLocation } from 'wouter';
import type { SegmentItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { withInstall } from '../../copy-as/with-install.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Amount } from '../../design/text/amount.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { FilterControl } from '../../lists/parts/filters.tsx';
import type { Column } from '../../lists/rows.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { NEW_SEGMENT, SEGMENTS, SEGMENTS_PATH } from './list.ts';

const SegmentRecord = loadedLater(() => import('./record/segment-record.tsx').then((it) => it.SegmentRecord));
const CreateSegment = loadedDialog(() => import('./new/create-segment.tsx').then((it) => it.CreateSegment));

const COLUMNS: readonly Column<SegmentItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  {
    id: 'kind',
    header: 'Contacts join',
    width: '150px',
    render: ({ filter }) => (filter === null ? 'By hand' : 'By rules'),
  },
  {
    id: 'count',
    header: 'Contacts',
    width: '120px',
    render: ({ contacts_count: count }) => (count === null ? 'Counting' : <Amount value={count} />),
  },
  {
    id: 'time',
    header: 'Counted',
    width: '112px',
    render: ({ counted_at }) => <Time at={counted_at} empty="" isInRow />,
  },
];

const FILTERS: readonly FilterControl[] = [
  { kind: 'text', name: 'q', label: 'Find a segment', placeholder: 'Part of the name' },
];

/** The list. @param id of the open segment */
export function SegmentsList({ id }: { id: string | undefined }) {
  useLoadWhenIdle(SegmentRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const refusal = useRefusal('createSegment');
  const open = () => setCreate('yes');
  return (
    <>
      <ListPage
        title="Segments"
        description="Groups of contacts within an audience: people you add by hand, or everyone who currently matches your rules."
        list={SEGMENTS}
        path={SEGMENTS_PATH}
        columns={COLUMNS}
        filters={FILTERS}
        hrefOf={(segment) => `${SEGMENTS_PATH}/${segment.id}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={open}>
            New segment
          </Button>
        }
        empty={<NoSegments refusal={refusal} onCreate={open} />}
        record={id === undefined ? undefined : <SegmentRecord.Component key={id} id={id} />}
      />
      <CreateSegment isOpen={create !== undefined} onClose={() => setCreate(undefined)} />
    </>
  );
}

interface NoSegmentsProps {
  refusal: string | undefined;
  onCreate(): void;
}

function NoSegments({ refusal, onCreate }: NoSegmentsProps) {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={ChartPie}
      title="Create your first segment"
      level={2}
      action={
        <Stack direction="row" gap={2} justify="center" wrap>
          <Button refusal={refusal} onPress={() => navigate(`${SEGMENTS_PATH}/${NEW_SEGMENT}?ready=plan`)}>
            Start with “Everyone on plan pro”
          </Button>
          <Button variant="quiet" refusal={refusal} onPress={onCreate}>
            Start from scratch
          </Button>
        </Stack>
      }
      snippet={{ code: SNIPPET, label: 'Create a segment from a shell' }}
    >
      A segment with rules always contains the contacts that match. Start with the example rule and change it,
      or create a segment and add contacts by hand.
    </EmptyState>
  );
}

const SNIPPET = withInstall(
  `posthorn segments create --name Pro --filter '{"field": "contact.properties.plan", "operator": "eq", "value": "pro"}'`,
);
