// With what the mail is shown, checked and tested: a contact, a value for each variable, the event of an automation.
import { ContactField } from '../../../../audience/contact-field.tsx';
import { TextArea } from '../../../../design/fields/text-area.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { TextWithCode } from '../../../../design/text/text-with-code.tsx';
import css from './preview.module.css';
import type { TemplateSample } from './sample.ts';
import type { Samples } from './use-samples.ts';

interface SampleFieldsProps {
  sample: TemplateSample;
  samples: Samples;
  onChange(sample: TemplateSample): void;
}

/** The fields. */
export function SampleFields({ sample, samples, onChange }: SampleFieldsProps) {
  const { shown, eventFault, isContactGone } = samples;
  return (
    <Section title="Sample" description="Sample values for this template, stored in this browser.">
      <ContactField
        value={sample.contact}
        onChange={(contact) => onChange({ ...sample, contact })}
        hint="Choose a contact to fill in its values."
        isGone={isContactGone}
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
        hint={
          <TextWithCode text="A JSON object for event values such as `event.plan`, as automations provide them." />
        }
        error={eventFault}
        isMono
      />
    </Section>
  );
}
