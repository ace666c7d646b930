// The forms of steps that wait: for a time, and for an event.
import type { WAIT_SINCE } from '../../../../../shared/contract/automations/values.ts';
import { DURATION_MAX_DAYS } from '../../../../../shared/contract/limits.ts';
import { Checkbox } from '../../../../design/fields/checkbox.tsx';
import { Select } from '../../../../design/fields/select.tsx';
import { readTree, writeTree } from '../../../../rules/rules.ts';
import { OwnEvent } from '../../new/own-event.tsx';
import { DurationField } from './duration-field.tsx';
import { RulesField } from './rules-field.tsx';
import { type ConfigProps, textOf, withPart } from './step-props.ts';

/** The field of a step that waits for a time. */
export function DelayForm({ config, onChange, errorOf }: ConfigProps) {
  return (
    <DurationField
      label="How long to wait"
      value={textOf(config, 'duration')}
      onChange={(text) => onChange({ ...config, duration: text }, 'duration')}
      placeholder="3 days"
      error={errorOf('duration')}
    />
  );
}

const SINCE: readonly { id: (typeof WAIT_SINCE)[number]; label: string }[] = [
  { id: 'last_pause', label: 'Since the run last waited' },
  { id: 'run_start', label: 'Since the run began' },
];

/** The fields of a step that waits for an event. */
export function WaitForm(props: ConfigProps) {
  const { config, onChange, errorOf, faults, fields } = props;
  const name = textOf(config, 'event_name');
  const filter = config['filter_rule'] ?? undefined;
  return (
    <>
      <OwnEvent
        value={name === '' ? undefined : { id: undefined, label: name }}
        onChange={(next) => onChange({ ...config, event_name: next?.label ?? '' }, 'event')}
        error={errorOf('event_name')}
      />
      <DurationField
        label="At most"
        value={textOf(config, 'timeout')}
        onChange={(text) => onChange(withPart(config, 'timeout', text === '' ? undefined : text), 'timeout')}
        hint={`Leave empty to wait up to ${DURATION_MAX_DAYS} days.`}
        placeholder={`${DURATION_MAX_DAYS} days`}
        error={errorOf('timeout')}
      />
      <Select
        label="Which events count"
        value={textOf(config, 'since') || 'last_pause'}
        options={SINCE}
        onChange={(since) =>
          onChange(withPart(config, 'since', since === 'last_pause' ? undefined : since), 'moment')
        }
        error={errorOf('since')}
      />
      <Checkbox
        label="Only events that match rules"
        hint="In these rules, “event” is the event that arrives."
        isSelected={filter !== undefined}
        onChange={(isOn) =>
          onChange(
            withPart(config, 'filter_rule', isOn ? writeTree(readTree(undefined)) : undefined),
            'rules',
          )
        }
      />
      {filter !== undefined && (
        <RulesField
          label="Event rules"
          value={filter}
          onChange={(rules) => onChange({ ...config, filter_rule: rules }, 'rules')}
          faults={faults}
          fields={fields}
          path="config.filter_rule"
        />
      )}
    </>
  );
}
