// What is said of an automation as a whole: how often a contact may enter, and which of their mails count.
import type { Automation } from '../../../api/generated/types.ts';
import { Select } from '../../../design/fields/select.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import type { EditedAutomation } from './automation-draft.ts';

const REENTRIES: Readonly<Record<Automation['reentry'], string>> = {
  always: 'Each time',
  when_done: 'Only when no other run of the contact is in progress',
  once: 'Once',
};
const ANSWERS: Readonly<Record<Automation['answers'], string>> = {
  hourly: 'One email per hour',
  each: 'Every email',
};
/** Only what this starts may be the answer of another program. */
const MAIL_TRIGGER = 'email.received';

const ENTERS = 'How often a contact may enter';
const COUNTS = 'Which emails from a contact start a run, if the automation sends mail';

interface SettingsProps {
  values: EditedAutomation;
  onChange(changes: Partial<EditedAutomation>): void;
  refusal: string | undefined;
}

/** The fields. */
export function Settings({ values, onChange, refusal }: SettingsProps) {
  const countsMail = values.graph.trigger.config.event_name === MAIL_TRIGGER;
  if (refusal !== undefined)
    return (
      <>
        <p>{refusal}</p>
        <Facts
          facts={[
            [ENTERS, REENTRIES[values.reentry]],
            ...(countsMail ? [[COUNTS, ANSWERS[values.answers]] as const] : []),
          ]}
        />
      </>
    );
  return (
    <Stack gap={4}>
      <Select
        label={ENTERS}
        hint="“Once” applies per address, from the moment that you choose it."
        value={values.reentry}
        options={optionsOf(REENTRIES)}
        onChange={(reentry) => onChange({ reentry: reentry as Automation['reentry'] })}
      />
      {countsMail && (
        <Select
          label={COUNTS}
          hint="At most one run per hour and sender. This stops two autoresponders from answering each other."
          value={values.answers}
          options={optionsOf(ANSWERS)}
          onChange={(answers) => onChange({ answers: answers as Automation['answers'] })}
        />
      )}
    </Stack>
  );
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([id, label]) => ({ id, label }));
}
