// The forms of steps that change the contact: its fields, its segments, or whether it is there at all.

import X from 'lucide-react/icons/x';
import { CONTACT_FIELDS } from '../../../../../shared/contract/contacts/fields.ts';
import type { ContactPropertyItem } from '../../../../api/generated/types.ts';
import { SegmentFieldLater } from '../../../../audience/segment-field-later.ts';
import { useProperties } from '../../../../audience/use-properties.ts';
import { IconButton } from '../../../../design/controls/icon-button.tsx';
import { Select } from '../../../../design/fields/select.tsx';
import { readPropertyValue } from '../../../contact-properties/property-value.ts';
import { GivenField } from './given-field.tsx';
import { type ConfigProps, textOf, withPart } from './step-props.ts';
import css from './steps.module.css';

/** A field of a contact that a step can change. */
interface ChangedField {
  /** Its path in the config. */
  id: string;
  label: string;
  type: ContactPropertyItem['type'];
  /** Whether it can be without a value. */
  isOptional: boolean;
}

const UNSUBSCRIBED: ChangedField = {
  id: 'unsubscribed',
  label: 'Unsubscribed from everything',
  type: 'boolean',
  isOptional: false,
};
const OWN_FIELDS: readonly ChangedField[] = [
  ...CONTACT_FIELDS.map(({ column, title }) => ({
    id: column,
    label: title,
    isOptional: true,
    type: 'string' as const,
  })),
  UNSUBSCRIBED,
];
const PROPERTIES = 'properties';
const propertyId = (key: string) => `${PROPERTIES}.${key}`;
/** The new value of a field. */
const BECOMES = [
  { id: 'value', label: 'is set to' },
  { id: 'nothing', label: 'is cleared' },
];

/** The fields that it changes, and one to change another. */
export function ContactUpdateForm(props: ConfigProps) {
  const { config, onChange, errorOf } = props;
  const { data: properties = [] } = useProperties();
  const known = [
    ...OWN_FIELDS,
    ...properties.map(({ key, type }) => ({ id: propertyId(key), label: key, type, isOptional: true })),
  ];
  const given = valuesIn(config);
  const shown = [...given.keys()].map(
    (id) => known.find((each) => each.id === id) ?? goneField(id, properties),
  );
  const left = known.filter(({ id }) => !given.has(id));
  const change = (id: string, value: unknown) => onChange(withValue(config, id, value), id);
  return (
    <>
      {shown.map((field) => (
        <ChangeRow
          key={field.id}
          field={field}
          value={given.get(field.id)}
          onChange={(value) => change(field.id, value)}
          fields={props.fields}
          error={errorOf(field.id)}
        />
      ))}
      <Select
        label="Add a field"
        value=""
        placeholder={left.length === 0 ? 'No other fields' : 'Choose a field…'}
        options={left}
        onChange={(id) => change(id, id === UNSUBSCRIBED.id ? true : '')}
        error={shown.length === 0 ? errorOf('') : undefined}
      />
    </>
  );
}

interface ChangeRowProps extends Pick<ConfigProps, 'fields'> {
  field: ChangedField;
  /** Null: it is emptied. */
  value: unknown;
  onChange(value: unknown): void;
  error: string | undefined;
}

function ChangeRow({ field, value, onChange, fields, error }: ChangeRowProps) {
  const { label, type, isOptional } = field;
  return (
    <fieldset aria-label={label} className={css['change']}>
      <span className={css['name']}>{label}</span>
      {isOptional && (
        <Select
          label="Action"
          isLabelHidden
          value={value === null ? 'nothing' : 'value'}
          options={BECOMES}
          onChange={(id) => onChange(id === 'nothing' ? null : '')}
        />
      )}
      <IconButton label={`Do not change ${label}`} icon={X} onPress={() => onChange(undefined)} />
      {value !== null && (
        <div className={css['value']}>
          <GivenField
            label={`Value of ${label}`}
            isLabelHidden
            value={value === '' ? undefined : value}
            onChange={(next) => onChange(next ?? '')}
            read={(text) => readPropertyValue(type, text)}
            fields={fields}
            placeholder={PLACEHOLDERS[type]}
            error={error}
          />
        </div>
      )}
    </fieldset>
  );
}

const PLACEHOLDERS: Readonly<Record<ChangedField['type'], string>> = {
  string: 'Text, or event.plan',
  number: 'A number, or event.total',
  boolean: 'true, false, or event.is_paid',
  date: '2026-11-20, or event.paid_at',
};

/** The field of a step that adds to a segment. */
export function AddToSegmentForm({ config, onChange, errorOf, automation }: ConfigProps) {
  return (
    <SegmentFieldLater.Component
      label="Segment"
      hint="Only segments without rules. Segments with rules find their contacts automatically."
      value={textOf(config, 'segment_id') || undefined}
      onChange={(id) => onChange({ ...config, segment_id: id ?? '' }, 'segment')}
      audienceId={automation.audience_id}
      isStatic
      error={errorOf('segment_id')}
    />
  );
}

/** The text for a step that deletes: there is nothing to choose. */
export function ContactDeleteForm() {
  return <p>This step deletes the contact with all of its data and ends the run.</p>;
}

/** Path → value; a property name with dots is one name. */
function valuesIn(config: ConfigProps['config']): ReadonlyMap<string, unknown> {
  const { [PROPERTIES]: properties, ...own } = config;
  const ofProperties = Object.entries((properties ?? {}) as object).map(([key, value]): [string, unknown] => [
    propertyId(key),
    value,
  ]);
  return new Map([...Object.entries(own), ...ofProperties]);
}

function withValue(config: ConfigProps['config'], id: string, value: unknown): object {
  if (!id.startsWith(`${PROPERTIES}.`)) return withPart(config, id, value);
  const next = withPart((config[PROPERTIES] ?? {}) as object, id.slice(PROPERTIES.length + 1), value);
  return withPart(config, PROPERTIES, Object.keys(next).length === 0 ? undefined : next);
}

function goneField(id: string, properties: readonly unknown[]): ChangedField {
  const name = id.startsWith(`${PROPERTIES}.`) ? id.slice(PROPERTIES.length + 1) : id;
  const label = properties.length === 0 ? name : `Deleted property ${name}`;
  return { id, label, type: 'string', isOptional: true };
}
