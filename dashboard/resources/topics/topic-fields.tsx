// The fields of a topic, for a new one and for a change.
import { TOPIC_DESCRIPTION_MAX_LENGTH, TOPIC_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { ApiFailure } from '../../api/failure.ts';
import { fieldError } from '../../api/form-failure.ts';
import type { Topic } from '../../api/generated/types.ts';
import { RadioCards } from '../../design/fields/radio-cards.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import type { TopicDraft } from './topic-draft.ts';

/** The fields that show their own errors, as the API names them. */
export const TOPIC_FIELDS = ['name', 'description'];

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

interface TopicFieldsProps {
  draft: TopicDraft;
  onChange(draft: TopicDraft): void;
  failure: ApiFailure | null;
  /** The topic is there: who gets it never changes. */
  isSaved?: boolean;
}

/** The fields. */
export function TopicFields({ draft, onChange, failure, isSaved = false }: TopicFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        placeholder="Product news"
        hint="People read it on the preference page."
        error={fieldError(failure, 'name')}
        maxLength={TOPIC_NAME_MAX_LENGTH}
        isRequired
        autoFocus
      />
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
        placeholder="What is new, once a month"
        error={fieldError(failure, 'description')}
        maxLength={TOPIC_DESCRIPTION_MAX_LENGTH}
      />
      {!isSaved && (
        <RadioCards
          label="Who gets it (this never changes)"
          value={draft.default_subscription}
          onChange={(id) => onChange({ ...draft, default_subscription: id as Topic['default_subscription'] })}
          options={WHO_GETS_IT}
        />
      )}
      <RadioCards
        label="Who can choose it"
        value={draft.visibility}
        onChange={(id) => onChange({ ...draft, visibility: id as Topic['visibility'] })}
        options={WHO_CHOOSES}
      />
    </>
  );
}
