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
    label: 'Everybody, until they say no',
    hint: 'Mail of the topic reaches each address that has not left it.',
  },
  { id: 'opt_out', label: 'Only those who ask for it', hint: 'It reaches an address once it has chosen it.' },
] as const;

const WHO_CHOOSES = [
  { id: 'public', label: 'Everybody', hint: 'The preference page offers it to each person.' },
  {
    id: 'private',
    label: 'Those who get it',
    hint: 'The page shows it to people who get it, and to those who have left it there.',
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
  submitLabel: 'Create the topic',
  Fields,
  Preview: TopicPreview,
  useMore: () => {
    const { data: topics = [] } = useTopics();
    const isFull = topics.length >= TOPICS_MAX;
    return { refusal: isFull ? `An account has up to ${TOPICS_MAX} topics. Delete one first.` : undefined };
  },
  onDone: ({ id, name }, { navigate }) => {
    notify(`${name} is a topic now.`);
    navigate(`${TOPICS_PATH}/${id}`, INTO_RECORD);
  },
});

/** The dialog; the recipients of a topic never change. */
export const EditTopic = changeDialog({
  operation: 'updateTopic',
  title: 'Edit the topic',
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
    notify('The topic was changed.');
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
        hint="People read it on the preference page."
        maxLength={TOPIC_NAME_MAX_LENGTH}
        isRequired
        autoFocus
      />
      <TextField
        {...field('description')}
        label="Description"
        placeholder="What is new, once a month"
        maxLength={TOPIC_DESCRIPTION_MAX_LENGTH}
      />
      {!before && (
        <RadioCards
          {...field('default_subscription')}
          label="Who gets it (this never changes)"
          options={WHO_GETS_IT}
        />
      )}
      <RadioCards {...field('visibility')} label="Who can choose it" options={WHO_CHOOSES} />
      {before && <p>{DEFAULTS[before.default_subscription]}. That never changes.</p>}
    </>
  );
}
