// What came: each event with its contact and what it has done. It is live, so that one sees the event of a program arrive.
import Send from 'lucide-react/icons/send';
import type { ReceivedEventItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { useLoadWhenIdle } from '../../../design/lazy/idle.ts';
import { loadedLater } from '../../../design/lazy/loaded-later.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ListPage } from '../../../lists/list-page.tsx';
import type { FilterControl } from '../../../lists/parts/filters.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { EventsTabs } from '../events-tabs.tsx';
import { RECEIVED_EVENTS, RECEIVED_PATH } from '../list.ts';
import { NoEvents } from './no-events.tsx';
import { outcomeBadge } from './outcome-words.ts';
import { RECEIVED_FILTERS } from './received-filters.ts';

const ReceivedRecord = loadedLater(() => import('./received-record.tsx').then((it) => it.ReceivedRecord));

const COLUMNS: readonly Column<ReceivedEventItem>[] = [
  { id: 'event', header: 'Event', render: ({ event }) => event },
  {
    id: 'contact',
    header: 'Contact',
    width: '26%',
    render: ({ contact }) => contact?.email ?? 'A deleted contact',
  },
  {
    id: 'domain',
    header: 'Domain',
    kind: 'extra',
    width: '16%',
    render: ({ domain }) => domain ?? 'Deleted',
  },
  { id: 'outcome', header: 'Runs', width: '28%', render: (event) => <Status {...outcomeBadge(event)} /> },
  {
    id: 'time',
    header: 'Time',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

const FILTERS: readonly FilterControl[] = [
  {
    kind: 'text',
    name: 'event',
    label: 'Name of the event',
    short: 'Event',
    placeholder: 'Event: full name',
  },
  ...RECEIVED_FILTERS,
];

interface ReceivedListProps {
  /** The id of the open event, and of the open run that it has started. */
  id: string | undefined;
  runId: string | undefined;
  onSend(): void;
}

/** The list, with the open event next to it. */
export function ReceivedList({ id, runId, onSend }: ReceivedListProps) {
  useLoadWhenIdle(ReceivedRecord.load);
  const refusal = useRefusal('sendEvent');
  return (
    <ListPage
      title="Events"
      description="Actions of contacts, sent by your programs. An event starts the automations that it triggers. Stored for 30 days, unless the operator chose another period."
      list={RECEIVED_EVENTS}
      path={RECEIVED_PATH}
      columns={COLUMNS}
      filters={FILTERS}
      tabs={<EventsTabs selected={RECEIVED_PATH} />}
      hrefOf={(event) => `${RECEIVED_PATH}/${event.id}`}
      actions={
        <Button variant="filled" icon={Send} refusal={refusal} onPress={onSend}>
          Send event
        </Button>
      }
      empty={<NoEvents onSend={onSend} />}
      record={
        id === undefined ? undefined : (
          <ReceivedRecord.Component key={`${id} ${runId}`} id={id} runId={runId} />
        )
      }
      closesTo={id === undefined || runId === undefined ? undefined : `${RECEIVED_PATH}/${id}`}
    />
  );
}
