// With what the mail is shown, checked and tested: a contact, a value for each variable, the event of an automation.
import { callUntil } from '../../../../api/call.ts';
import type { ContactItem } from '../../../../api/generated/types.ts';
import { ComboBox } from '../../../../design/fields/combo/combo-box.tsx';
import { TextArea } from '../../../../design/fields/text-area.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Said } from '../../../../design/text/said.tsx';
import { WHOLE_ADDRESS } from '../../../../format/whole-address.ts';
import css from './preview.module.css';
import type { TemplateSample } from './sample.ts';
import type { Samples } from './use-samples.ts';

const OFFERED = 20;

interface SampleFieldsProps {
  sample: TemplateSample;
  samples: Samples;
  onChange(sample: TemplateSample): void;
}

/** The fields. */
export function SampleFields({ sample, samples, onChange }: SampleFieldsProps) {
  const { shown, eventFault, isContactGone } = samples;
  return (
    <Section title="Sample" description="This browser keeps it for this template.">
      <ComboBox
        label="Contact"
        value={sample.contact}
        onChange={(value) =>
          onChange({ ...sample, contact: value?.id ? { id: value.id, label: value.label } : undefined })
        }
        read={findContacts}
        placeholder="Address or name"
        hint="Without one, values of the contact are empty."
        error={isContactGone ? 'This contact is gone. Choose another.' : undefined}
      />
      <div className={css['values']}>
        {shown.map(({ variable: { key, type, fallback }, text, fault }, index) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: a name is typed, and two may be the same for a moment.
            key={index}
            label={key}
            value={text}
            onChange={(next) => onChange({ ...sample, values: { ...sample.values, [key]: next } })}
            placeholder={fallback === null ? undefined : `${fallback} (fallback)`}
            error={fault}
            isMono={type !== 'string'}
          />
        ))}
      </div>
      <TextArea
        label="Event"
        value={sample.event}
        onChange={(event) => onChange({ ...sample, event })}
        rows={3}
        placeholder='{"plan": "pro"}'
        hint={<Said text="An object as JSON, for `event.plan` and others, as an automation has them." />}
        error={eventFault}
        isMono
      />
    </Section>
  );
}

/** A whole address is found among all contacts, a text among those that are near. */
async function findContacts(text: string, signal: AbortSignal) {
  const query = { limit: OFFERED, ...(WHOLE_ADDRESS.test(text) ? { email: text } : text && { q: text }) };
  const { data } = await callUntil(signal, 'listContacts', { query });
  return data.map(optionOf);
}

function optionOf({ id, email, first_name, last_name }: ContactItem) {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return { id, label: email, ...(name !== '' && { hint: name }) };
}
