// What the mail of a campaign asks: a question with two to ten options. It is saved once all of it is written.
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
import { Switch } from '../../../../design/fields/switch.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { Facts } from '../../../../design/layout/facts.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Time } from '../../../../design/text/time.tsx';
import { textWithOffset } from '../../../../format/zoned-time.ts';
import { type EditedPoll, isPollFinished, NEW_POLL } from '../campaign-draft.ts';
import type { SectionProps } from '../section.ts';
import css from './content.module.css';

const RESULTS = [
  { id: 'private', label: 'Only you' },
  { id: 'public', label: 'Who has voted' },
] as const;

/** The question, its options, its end, and who sees the result. */
export function PollFields({ values: { poll }, change, failure, refusal }: SectionProps) {
  const changePoll = (next: EditedPoll | null, isEndKnown = true) =>
    change({ poll: next }, isPollFinished(next) && isEndKnown ? [] : ['poll']);
  return (
    <Section title="Poll" level={3}>
      <Switch
        label="Ask something"
        hint="Above the footer, or where the body has {{{POLL}}}."
        isSelected={poll !== null}
        refusal={refusal}
        onChange={(isOn) => changePoll(isOn ? NEW_POLL : null)}
      />
      {poll && refusal === undefined && <Fields poll={poll} onChange={changePoll} failure={failure} />}
      {poll && refusal !== undefined && <Shown poll={poll} />}
    </Section>
  );
}

interface FieldsProps {
  poll: EditedPoll;
  /** @param isEndKnown the end that was typed is a time, or none */
  onChange(poll: EditedPoll, isEndKnown?: boolean): void;
  failure: ApiFailure | undefined;
}

function Fields({ poll, onChange, failure }: FieldsProps) {
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
          label="Who sees the result"
          value={results}
          options={RESULTS}
          onChange={(id) => onChange({ ...poll, results: id as EditedPoll['results'] })}
          error={fieldError(failure, 'poll.results')}
        />
      </div>
    </div>
  );
}

/** What is about the poll and none of its fields. */
function pollError(failure: ApiFailure | undefined): string | undefined {
  return failure?.faults.find(({ field }) => field === 'poll')?.message;
}

function Options({ poll, onChange, failure }: FieldsProps) {
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

function End({ poll, onChange, failure }: FieldsProps) {
  const [typed, setTyped] = useState<TypedMoment>();
  const { closes_at: end } = poll;
  const stored = end === null ? { text: '', at: undefined } : momentOf(end);
  // An end that comes from elsewhere is shown.
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
      hint="Empty: it takes votes for as long as it is kept."
      error={fieldError(failure, 'poll.closes_at')}
    />
  );
}

function momentOf(end: string): TypedMoment {
  const at = new Date(end);
  return { text: textWithOffset(at, zoneOfBrowser()), at };
}

function Shown({ poll: { question, options, closes_at, results } }: Pick<FieldsProps, 'poll'>) {
  return (
    <Facts
      facts={[
        ['Question', question],
        ['Options', options.join(', ')],
        ['Ends', <Time key="ends" at={closes_at} empty="Never" />],
        ['Who sees the result', RESULTS.find(({ id }) => id === results)?.label ?? results],
      ]}
    />
  );
}
