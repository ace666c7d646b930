// The fields of what one chooses for all rows of a file: who is in already, the audience, segments, topics.

import type { ApiFailure } from '../../../api/failure.ts';
import { fieldError } from '../../../api/form-failure.ts';
import { AudienceSelect } from '../../../audience/audience-select.tsx';
import { useAudiences } from '../../../audience/use-audiences.ts';
import { useTopics } from '../../../audience/use-topics.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Checkbox } from '../../../design/fields/checkbox.tsx';
import { MultiSelect } from '../../../design/fields/multi-select.tsx';
import { RadioCards } from '../../../design/fields/radio-cards.tsx';
import type { ImportOptions } from './import-options.ts';
import { SegmentsField } from './segments-field.tsx';

interface OptionFieldsProps {
  options: ImportOptions;
  onChange(options: ImportOptions): void;
  failure: ApiFailure | undefined;
  /** The fault of the chosen topics. */
  topicsError: string | undefined;
}

/** Fields of the API that these show the refusals of. */
export const OPTION_FIELDS = ['audience_id', 'segments', 'topics'];

const CONFLICTS = [
  { id: 'skip', label: 'Do not change them', hint: 'Only new addresses are added.' },
  {
    id: 'update',
    label: 'Update them',
    hint: 'Values in the file replace existing values. Empty cells change nothing. People who unsubscribed stay unsubscribed.',
  },
];

/** The fields. */
export function OptionFields({ options, onChange, failure, topicsError }: OptionFieldsProps) {
  const change = (changed: Partial<ImportOptions>) => onChange({ ...options, ...changed });
  const { data, error, refetch } = useAudiences();
  const audiences = data?.data ?? [];
  const audienceId = options.audienceId ?? audiences.find((audience) => audience.default)?.id;
  return (
    <>
      <RadioCards
        label="Existing contacts"
        value={options.onConflict}
        onChange={(id) => change({ onConflict: id === 'update' ? 'update' : 'skip' })}
        options={CONFLICTS}
      />
      {error && (
        <FailureNote
          title="The audiences could not be loaded"
          failure={error}
          onRetry={() => void refetch()}
        />
      )}
      <AudienceSelect
        audiences={audiences}
        value={audienceId}
        // A segment belongs to one audience.
        onChange={(id) => change({ audienceId: id, segmentIds: [] })}
        error={fieldError(failure, 'audience_id')}
      />
      <SegmentsField
        ids={options.segmentIds}
        onChange={(segmentIds) => change({ segmentIds })}
        // With a single audience, all segments belong to it, even if it is not read yet.
        audienceId={audiences.length > 1 ? audienceId : undefined}
        error={fieldError(failure, 'segments')}
      />
      <TopicsField options={options} change={change} error={topicsError ?? fieldError(failure, 'topics')} />
    </>
  );
}

interface TopicsFieldProps {
  options: ImportOptions;
  change(changed: Partial<ImportOptions>): void;
  error: string | undefined;
}

/** An account without topics has nothing to choose. */
function TopicsField({ options, change, error }: TopicsFieldProps) {
  const { data: topics, error: failure, refetch } = useTopics();
  if (failure)
    return <FailureNote title="The topics could not be loaded" failure={failure} onRetry={refetch} />;
  if (!topics || topics.length === 0) return null;
  return (
    <>
      <MultiSelect
        label="Subscribe them to topics"
        hint="Choose only topics that they agreed to get. People who opted out of a topic are not subscribed again."
        values={options.topicIds}
        // The consent was for the previous choice.
        onChange={(topicIds) => change({ topicIds, haveAgreed: false })}
        options={topics.map(({ id, name }) => ({ id, label: name }))}
        placeholder="None"
        error={error}
      />
      {options.topicIds.length > 0 && (
        <Checkbox
          label="Everyone in this file agreed to get these topics"
          isSelected={options.haveAgreed}
          onChange={(haveAgreed) => change({ haveAgreed })}
        />
      )}
    </>
  );
}
