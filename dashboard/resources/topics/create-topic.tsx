// The dialog that makes a topic, with the preference page as it would be then.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { TOPICS_MAX } from '../../../shared/contract/limits.ts';
import type { Topic } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { useTopics } from '../../audience/use-topics.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { ChangeForm } from '../../records/change-form.tsx';
import { NEW_RECORD } from '../../records/record-pane.tsx';
import { TOPICS_PATH } from './list.ts';
import { NEW_TOPIC } from './topic-draft.ts';
import { TOPIC_FIELDS, TopicFields } from './topic-fields.tsx';
import { TopicPreview } from './topic-preview.tsx';

interface CreateTopicProps {
  isOpen: boolean;
  onClose(): void;
}

/** The dialog; it leads to the record. */
export function CreateTopic({ isOpen, onClose }: CreateTopicProps) {
  const [, navigate] = useLocation();
  const show = ({ id, name }: Topic) => {
    notify(`${name} is a topic now.`);
    navigate(`${TOPICS_PATH}/${id}`, NEW_RECORD);
  };
  return (
    <Dialog title="New topic" isOpen={isOpen} onClose={onClose} width="wide">
      <CreateForm onCreated={show} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function CreateForm({ onCreated, onClose }: { onCreated(topic: Topic): void; onClose(): void }) {
  const [draft, setDraft] = useState(NEW_TOPIC);
  const create = useChange('createTopic', { onSuccess: onCreated });
  const refused = useRefusal('createTopic');
  const { data: topics = [] } = useTopics();
  const isFull = topics.length >= TOPICS_MAX;
  return (
    <Stack gap={5}>
      <ChangeForm
        change={create}
        refusal={
          refused ?? (isFull ? `An account has up to ${TOPICS_MAX} topics. Delete one first.` : undefined)
        }
        fields={TOPIC_FIELDS}
        onSubmit={() => create.mutate({ body: draft })}
        submitLabel="Create the topic"
        onCancel={onClose}
      >
        <TopicFields draft={draft} onChange={setDraft} failure={create.error} />
      </ChangeForm>
      <TopicPreview draft={draft} />
    </Stack>
  );
}
