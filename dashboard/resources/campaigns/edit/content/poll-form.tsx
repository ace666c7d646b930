// The fields of what the mail of a campaign asks: the question, its options, its end, and who sees the result.
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import {
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  POLL_TEXT_MAX_LENGTH,
} from '../../../../../shared/contract/limits.ts';
import type { ApiFailure } from '../../../../api/failure.ts';
import { fieldError } from '../../../../api/form-failure.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { IconButton } from '../../../../design/controls/icon-button.tsx';
import { DateTimeField, type TypedMoment } from '../../../../design/fields/moment/date-time-field.tsx';
import { zoneOfBrowser } from '../../../../design/fields/moment/moment-words.ts';
import { Select } from '../../../../design/fields/select.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { textWithOffset } from '../../../../format/zoned-time.ts';
import type { EditedPoll } from '../campaign-draft.ts';
import css from './content.module.css';
import { POLL_RESULTS } from './poll-results.ts';

interface PollFormProps {
  poll: EditedPoll;
  /** @param isEndKnown the end that was typed is a time, or none */
  onChange(poll: EditedPoll, isEndKnown?: boolean): void;
  failure: ApiFailure | undefined;
}

/** The fields. */
export function PollForm({ poll, onChange, failure }: PollFormProps) {
  const { question, results } = poll;
  const ofWhole = fieldError(failure, 'poll.question') ?? pollError(failure);
  return (
    <div className={css['parts']}>
      <TextField
        label="Question"
        value={question}
        onChange={(text) => onChange({ ...poll, question: text })}
        maxLength={POLL_TEXT_MAX_LENGTH}
        placeholder="Was this helpful?"
        error={ofWhole}
      />
      <Options poll={poll} onChange={onChange} failure={failure} />
      <div className={css['fields']}>
        <End poll={poll} onChange={onChange} failure={failure} />
        <Select
          label="Who sees the results"
          value={results}
          options={POLL_RESULTS}
          onChange={(id) => onChange({ ...poll, results: id as EditedPoll['results'] })}
          error={fieldError(failure, 'poll.results')}
        />
      </div>
    </div>
  );
}

/** The error about the poll as a whole. */
function pollError(failure: ApiFailure | undefined): string | undefined {
  return failure?.faults.find(({ field }) => field === 'poll')?.message;
}

function Options({ poll, onChange, failure }: PollFormProps) {
  const { options } = poll;
  const change = (next: readonly string[]) => onChange({ ...poll, options: next });
  const isFull = options.length >= POLL_OPTIONS_MAX;
  return (
    <fieldset aria-label="Options" className={css['body']}>
      <ol className={css['options']}>
        {options.map((option, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has no name but its text, which is typed.
          <li key={place} className={css['option']}>
            <TextField
              label={`Option ${place + 1}`}
              isLabelHidden
              placeholder={`Option ${place + 1}`}
              value={option}
              onChange={(text) => change(options.with(place, text))}
              maxLength={POLL_TEXT_MAX_LENGTH}
              error={fieldError(failure, `poll.options.${place}`)}
            />
            {options.length > POLL_OPTIONS_MIN && (
              <IconButton
                label={`Remove option ${place + 1}`}
                icon={X}
                onPress={() => change(options.toSpliced(place, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      <div>
        <Button
          size="small"
          icon={Plus}
          refusal={isFull ? `A poll has up to ${POLL_OPTIONS_MAX} options.` : undefined}
          onPress={() => change([...options, ''])}
        >
          Add an option
        </Button>
      </div>
    </fieldset>
  );
}

function End({ poll, onChange, failure }: PollFormProps) {
  const [typed, setTyped] = useState<TypedMoment>();
  const { closes_at: end } = poll;
  const stored = end === null ? { text: '', at: undefined } : momentOf(end);
  // An end that was changed elsewhere is shown.
  const isOther = typed?.at !== undefined && typed.at.toISOString() !== end;
  return (
    <DateTimeField
      label="Ends"
      value={typed === undefined || isOther ? stored : typed}
      onChange={(moment) => {
        setTyped(moment);
        const isKnown = moment.text === '' || moment.at !== undefined;
        onChange({ ...poll, closes_at: isKnown ? (moment.at?.toISOString() ?? null) : end }, isKnown);
      }}
      hint="Leave empty to accept votes without an end date."
      error={fieldError(failure, 'poll.closes_at')}
    />
  );
}

function momentOf(end: string): TypedMoment {
  const at = new Date(end);
  return { text: textWithOffset(at, zoneOfBrowser()), at };
}
