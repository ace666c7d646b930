// The dialog that changes a topic, with the preference page as it would be then.
import { useState } from 'react';
import type { Topic } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { ChangeForm } from '../../records/change-form.tsx';
import { draftOfTopic, topicChanges } from './topic-draft.ts';
import { TOPIC_FIELDS, TopicFields } from './topic-fields.tsx';
import { TopicPreview } from './topic-preview.tsx';
import { DEFAULTS } from './words.ts';

interface EditTopicProps {
  /** As it was when the dialog was opened; undefined: it is closed. */
  topic: Topic | undefined;
  onClose(): void;
}

/** The dialog. */
export function EditTopic({ topic, onClose }: EditTopicProps) {
  return (
    <Dialog title="Edit the topic" isOpen={topic !== undefined} onClose={onClose} width="wide">
      {topic && <EditForm before={topic} onClose={onClose} />}
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function EditForm({ before, onClose }: { before: Topic; onClose(): void }) {
  const [draft, setDraft] = useState(() => draftOfTopic(before));
  const change = useChange('updateTopic', {
    onSuccess: () => {
      notify('The topic was changed.');
      onClose();
    },
  });
  const submit = () => {
    const body = topicChanges(before, draft);
    if (body === undefined) onClose();
    else change.mutate({ id: before.id, body });
  };
  return (
    <Stack gap={5}>
      <ChangeForm
        change={change}
        refusal={useRefusal('updateTopic')}
        fields={TOPIC_FIELDS}
        onSubmit={submit}
        submitLabel="Save"
        onCancel={onClose}
      >
        <TopicFields draft={draft} onChange={setDraft} failure={change.error} isSaved />
        <p>{DEFAULTS[before.default_subscription]}. That never changes.</p>
      </ChangeForm>
      <TopicPreview draft={draft} id={before.id} />
    </Stack>
  );
}
