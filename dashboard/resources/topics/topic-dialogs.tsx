// The dialogs that make a topic and change it, with the preference page as it would be then.
import {
  TOPIC_DESCRIPTION_MAX_LENGTH,
  TOPIC_NAME_MAX_LENGTH,
  TOPICS_MAX,
} from '../../../shared/contract/limits.ts';
import type { Topic } from '../../api/generated/types.ts';
import { useTopics } from '../../audience/use-topics.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { RadioCards } from '../../design/fields/radio-cards.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { changeDialog, type DraftForm } from '../../records/change-dialog.tsx';
import { INTO_RECORD } from '../../records/into-record.ts';
import { TOPICS_PATH } from './list.ts';
import { draftOfTopic, NEW_TOPIC, type TopicDraft, topicChanges } from './topic-draft.ts';
import { TopicPreview } from './topic-preview.tsx';
import { DEFAULTS } from './words.ts';

const WHO_GETS_IT = [
  {
    id: 'opt_in',
    label: 'Everyone, until they opt out',
    hint: 'Mail with this topic reaches every address that has not opted out.',
  },
  {
    id: 'opt_out',
    label: 'Only people who opt in',
    hint: 'Mail with this topic reaches an address after it opts in.',
  },
] as const;

const WHO_CHOOSES = [
  { id: 'public', label: 'Everyone', hint: 'The preference page offers this topic to every person.' },
  {
    id: 'private',
    label: 'Only people who get it',
    hint: 'The preference page shows this topic only to people who get it, or who opted out there.',
  },
] as const;

/** The fields that show their own errors, by their names in the API. */
const FIELDS = ['name', 'description'];

/** Leads to the record. */
export const CreateTopic = changeDialog({
  operation: 'createTopic',
  title: 'New topic',
  width: 'wide',
  fields: FIELDS,
  begin: () => NEW_TOPIC,
  input: (draft) => ({ body: draft }),
  submitLabel: 'Create topic',
  Fields,
  Preview: TopicPreview,
  useMore: () => {
    const { data: topics = [] } = useTopics();
    const isFull = topics.length >= TOPICS_MAX;
    return { refusal: isFull ? `An account has up to ${TOPICS_MAX} topics. Delete one first.` : undefined };
  },
  onDone: ({ id, name }, { navigate }) => {
    notify(`Topic ${name} created.`);
    navigate(`${TOPICS_PATH}/${id}`, INTO_RECORD);
  },
});

/** The dialog; the recipients of a topic never change. */
export const EditTopic = changeDialog({
  operation: 'updateTopic',
  title: 'Edit topic',
  width: 'wide',
  fields: FIELDS,
  begin: draftOfTopic,
  input: (draft: TopicDraft, before: Topic) => {
    const body = topicChanges(before, draft);
    return body && { id: before.id, body };
  },
  submitLabel: 'Save',
  Fields,
  Preview: ({ draft, of }) => <TopicPreview draft={draft} id={of.id} />,
  onDone: (_topic, { close }) => {
    notify('Topic updated.');
    close();
  },
});

function Fields({ field, of: before }: DraftForm<TopicDraft, Topic | undefined>) {
  return (
    <>
      <TextField
        {...field('name')}
        label="Name"
        placeholder="Product news"
        hint="Shown on the preference page."
        maxLength={TOPIC_NAME_MAX_LENGTH}
        isRequired
        autoFocus
      />
      <TextField
        {...field('description')}
        label="Description"
        placeholder="What’s new, once a month"
        maxLength={TOPIC_DESCRIPTION_MAX_LENGTH}
      />
      {!before && (
        <RadioCards
          {...field('default_subscription')}
          label="Who gets it (you cannot change this later)"
          options={WHO_GETS_IT}
        />
      )}
      <RadioCards {...field('visibility')} label="Who can choose it" options={WHO_CHOOSES} />
      {before && <p>{DEFAULTS[before.default_subscription]}. You cannot change this.</p>}
    </>
  );
}
