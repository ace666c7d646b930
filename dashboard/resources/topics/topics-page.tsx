// Topics: what people may choose, each with who gets it without a choice, and next to them the page on which they choose.
import ListChecks from 'lucide-react/icons/list-checks';
import Plus from 'lucide-react/icons/plus';
import { useParams } from 'wouter';
import { API_URL } from '../../api/base.ts';
import { copiedCurl } from '../../api/copy-as.ts';
import type { TopicItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { Column } from '../../lists/rows.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { TOPICS, TOPICS_PATH } from './list.ts';
import { DEFAULTS, VISIBILITIES } from './words.ts';

const TopicRecord = loadedLater(() => import('./topic-record.tsx').then((it) => it.TopicRecord));
const PreferencePage = loadedLater(() => import('./preference-page.tsx').then((it) => it.PreferencePage));
const CreateTopic = loadedDialog(() => import('./topic-dialogs.tsx').then((it) => it.CreateTopic));

const COLUMNS: readonly Column<TopicItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  {
    id: 'default',
    header: 'Who gets it',
    width: '240px',
    render: ({ default_subscription }) => DEFAULTS[default_subscription],
  },
  {
    id: 'visibility',
    header: 'Who can choose it',
    width: '206px',
    kind: 'extra',
    render: ({ visibility }) => VISIBILITIES[visibility],
  },
];

/** The page. */
export function TopicsPage() {
  const { id } = useParams<{ id?: string }>();
  useLoadWhenIdle(TopicRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const refusal = useRefusal('createTopic');
  const open = () => setCreate('yes');
  return (
    <>
      <ListPage
        title="Topics"
        description="Kinds of mail that people can choose. Mail with a topic reaches only people who want it."
        list={TOPICS}
        path={TOPICS_PATH}
        columns={COLUMNS}
        hrefOf={(topic) => `${TOPICS_PATH}/${topic.id}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={open}>
            New topic
          </Button>
        }
        empty={<NoTopics onCreate={open} />}
        record={id === undefined ? undefined : <TopicRecord.Component key={id} id={id} />}
        aside={<PreferencePage.Component />}
      />
      <CreateTopic isOpen={create !== undefined} onClose={() => setCreate(undefined)} />
    </>
  );
}

function NoTopics({ onCreate }: { onCreate(): void }) {
  const body = { name: 'Product news', default_subscription: 'opt_in', visibility: 'public' } as const;
  const curl = copiedCurl(API_URL, 'createTopic', { body });
  return (
    <EmptyState
      icon={ListChecks}
      title="No topics yet"
      level={2}
      action={
        <Button refusal={useRefusal('createTopic')} onPress={onCreate}>
          New topic
        </Button>
      }
      snippet={{ code: curl, label: 'Create a topic with curl' }}
    >
      Without topics, a person who is tired of one kind of mail unsubscribes from everything. With topics,
      people choose what they still want to get.
    </EmptyState>
  );
}
