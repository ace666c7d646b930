// What the mail of a campaign asks: a question with two to ten options. It is saved once all of it is written.
import { Switch } from '../../../../design/fields/switch.tsx';
import { Facts } from '../../../../design/layout/facts.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { loadedLater } from '../../../../design/lazy/loaded-later.tsx';
import { Time } from '../../../../design/text/time.tsx';
import { type EditedPoll, isPollFinished, NEW_POLL } from '../campaign-draft.ts';
import type { SectionProps } from '../section.ts';
import { POLL_RESULTS } from './poll-results.ts';

const PollForm = loadedLater(() => import('./poll-form.tsx').then((it) => it.PollForm));

/** The question, its options, its end, and the visibility of the result. */
export function PollFields({ values: { poll }, change, failure, refusal }: SectionProps) {
  const changePoll = (next: EditedPoll | null, isEndKnown = true) =>
    change({ poll: next }, isPollFinished(next) && isEndKnown ? [] : ['poll']);
  return (
    <Section title="Poll" level={3}>
      <Switch
        label="Add a poll"
        hint="The poll appears above the footer, or where the body contains {{{POLL}}}."
        isSelected={poll !== null}
        refusal={refusal}
        onChange={(isOn) => changePoll(isOn ? NEW_POLL : null)}
      />
      {poll && refusal === undefined && (
        <PollForm.Component poll={poll} onChange={changePoll} failure={failure} />
      )}
      {poll && refusal !== undefined && <Shown poll={poll} />}
    </Section>
  );
}

function Shown({ poll: { question, options, closes_at, results } }: { poll: EditedPoll }) {
  return (
    <Facts
      facts={[
        ['Question', question],
        ['Options', options.join(', ')],
        ['Ends', <Time key="ends" at={closes_at} empty="Never" />],
        ['Who sees the results', POLL_RESULTS.find(({ id }) => id === results)?.label ?? results],
      ]}
    />
  );
}
