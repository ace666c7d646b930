// The definitions of events: the name of each and the fields of its payload.
import Braces from 'lucide-react/icons/braces';
import Plus from 'lucide-react/icons/plus';
import { API_URL } from '../../../api/base.ts';
import { copiedCurl } from '../../../api/copy-as.ts';
import type { EventItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../../design/lazy/idle.ts';
import { loadedDialog } from '../../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../../design/lazy/loaded-later.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ListPage } from '../../../lists/list-page.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { useDialogParameter } from '../../../records/use-dialog-parameter.ts';
import { EventsTabs } from '../events-tabs.tsx';
import { DEFINITIONS_PATH, EVENT_DEFINITIONS } from '../list.ts';
import { schemaInShort } from './schema-words.ts';

const DefinitionRecord = loadedLater(() =>
  import('./definition-record.tsx').then((it) => it.DefinitionRecord),
);
const DefineEvent = loadedDialog(() => import('./definition-dialogs.tsx').then((it) => it.DefineEvent));

const COLUMNS: readonly Column<EventItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  { id: 'fields', header: 'Fields', width: '52%', render: ({ schema }) => schemaInShort(schema) },
  {
    id: 'time',
    header: 'Defined',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

interface DefinitionsListProps {
  /** The id of the open definition. */
  id: string | undefined;
  /** @param name of the event that is to be sent */
  onSend(name: string): void;
}

/** The list, with the open definition next to it. */
export function DefinitionsList({ id, onSend }: DefinitionsListProps) {
  useLoadWhenIdle(DefinitionRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const refusal = useRefusal('createEvent');
  return (
    <>
      <ListPage
        title="Events"
        description="Definitions set the fields that an event payload can have, and their types. They are optional."
        list={EVENT_DEFINITIONS}
        path={DEFINITIONS_PATH}
        columns={COLUMNS}
        tabs={<EventsTabs selected={DEFINITIONS_PATH} />}
        hrefOf={(event) => `${DEFINITIONS_PATH}/${event.id}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={() => setCreate('yes')}>
            Define event
          </Button>
        }
        empty={<NoDefinitions onDefine={() => setCreate('yes')} />}
        record={
          id === undefined ? undefined : <DefinitionRecord.Component key={id} id={id} onSend={onSend} />
        }
      />
      <DefineEvent isOpen={create !== undefined} onClose={() => setCreate(undefined)} />
    </>
  );
}

function NoDefinitions({ onDefine }: { onDefine(): void }) {
  const body = { name: 'order.paid', schema: { order: 'number', total: 'number' } };
  const curl = copiedCurl(API_URL, 'createEvent', { body });
  return (
    <EmptyState
      icon={Braces}
      title="No definitions yet"
      level={2}
      action={
        <Button refusal={useRefusal('createEvent')} onPress={onDefine}>
          Define an event
        </Button>
      }
      snippet={{ code: curl, label: 'Define an event with curl' }}
    >
      Events work without a definition. With one, Posthorn checks every payload when it arrives, so that you
      find a misspelled or empty field at once, not later in an email.
    </EmptyState>
  );
}
