// A topic: who gets it, to whom it is offered, how it looks to people, and its change and deletion.
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Topic } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../design/layout/confirm-dialog.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Time } from '../../design/text/time.tsx';
import { RecordPane, RecordState } from '../../records/record-pane.tsx';
import { EditTopic } from './edit-topic.tsx';
import { TOPICS_PATH } from './list.ts';
import { draftOfTopic } from './topic-draft.ts';
import { TopicPreview } from './topic-preview.tsx';
import { DEFAULTS, VISIBILITIES } from './words.ts';

/** The record. */
export function TopicRecord({ id }: { id: string }) {
  const [, navigate] = useLocation();
  // Outside of the record: what is typed stays when a colleague deletes the topic.
  const [edited, setEdited] = useState<Topic>();
  const remove = useChange('deleteTopic', {
    onSuccess: () => {
      notify('The topic was deleted.');
      navigate(TOPICS_PATH);
    },
  });
  // What is deleted must not be asked for once more.
  const isGoing = remove.isPending || remove.isSuccess;
  const read = useCall('getTopic', { id }, { isLive: true, isEnabled: !isGoing });
  return (
    <>
      <RecordState read={read} listPath={TOPICS_PATH} what="topic">
        {(topic) => (
          <RecordPane
            title={topic.name}
            listPath={TOPICS_PATH}
            actions={<CopyAs operation="getTopic" input={{ id }} />}
          >
            <Acts topic={topic} onEdit={() => setEdited(topic)} remove={remove} />
            <Facts facts={factsOf(topic)} />
            <TopicPreview draft={draftOfTopic(topic)} id={id} />
          </RecordPane>
        )}
      </RecordState>
      <EditTopic topic={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}

function factsOf(topic: Topic) {
  const { id, description, default_subscription, visibility, created_at, updated_at } = topic;
  return [
    ...(description === null ? [] : [['Description', description] as const]),
    ['Who gets it', `${DEFAULTS[default_subscription]}. This never changes.`],
    ['Who can choose it', VISIBILITIES[visibility]],
    [
      'People',
      <Link key="people" href={`/contacts?topic_id=${id}`}>
        Contacts who get it
      </Link>,
    ],
    ['Created', <Time key="created" at={created_at} />],
    ['Changed', <Time key="changed" at={updated_at} />],
    ['Id', <Copyable key="id" text={id} label="the id" isMono />],
  ] as const;
}

interface ActsProps {
  topic: Topic;
  onEdit(): void;
  remove: ReturnType<typeof useChange<'deleteTopic'>>;
}

function Acts({ topic, onEdit, remove }: ActsProps) {
  const [isAsked, setAsked] = useState(false);
  const refusal = { edit: useRefusal('updateTopic'), remove: useRefusal('deleteTopic') };
  const close = () => {
    remove.reset();
    setAsked(false);
  };
  return (
    <>
      <Stack direction="row" gap={2} wrap>
        <Button icon={Pencil} refusal={refusal.edit} onPress={onEdit}>
          Edit
        </Button>
        <Button icon={Trash2} variant="danger" refusal={refusal.remove} onPress={() => setAsked(true)}>
          Delete
        </Button>
      </Stack>
      <ConfirmDialog
        title="Delete this topic?"
        isOpen={isAsked}
        onClose={close}
        lost={
          <p>
            What people have chosen for <strong>{topic.name}</strong> is lost, and a topic of the same name
            does not bring it back. Who follows the link of an email about it unsubscribes from everything.
          </p>
        }
        confirmLabel="Delete the topic"
        onConfirm={() => remove.mutate({ id: topic.id })}
        isBusy={remove.isPending}
        refusal={refusal.remove}
        failure={remove.error && <FailureNote failure={remove.error} />}
      />
    </>
  );
}
