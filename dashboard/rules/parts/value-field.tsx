// The value of a rule, by the type of its field: a text, a number, a day or a moment in UTC, a segment by its name, or,
// where the field has no type, one of these.
import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import { useState } from 'react';
import { RULE_TEXT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { comparableOf } from '../../../shared/resources/audience/rules/comparable.ts';
import { SegmentField } from '../../audience/segment-field.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import type { RuleField, RuleFields } from '../rule-fields.ts';
import styles from '../rule-tree.module.css';
import type { RuleNode } from '../rules.ts';

type Value = RuleNode['value'];

interface ValueProps {
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
}

interface ValueFieldProps extends ValueProps {
  field: RuleField;
  fields: RuleFields;
}

export function ValueField({ field, fields, ...props }: ValueFieldProps) {
  switch (field.type) {
    case 'number':
    case 'days':
      return <NumberValue {...props} />;
    case 'date':
      return <DateValue {...props} />;
    case 'member':
      return (
        <SegmentField
          label="Segment"
          isLabelHidden
          value={typeof props.value === 'string' ? props.value : undefined}
          onChange={props.onChange}
          audienceId={fields.audienceId}
          error={props.error}
        />
      );
    case 'any':
      return <AnyValue {...props} />;
    default:
      return <TextValue {...props} />;
  }
}

function TextValue({ value, onChange, error }: ValueProps) {
  return (
    <TextField
      label="Value"
      isLabelHidden
      value={value === undefined ? '' : String(value)}
      // An empty text is none yet; one that was stored stays until it is changed.
      onChange={(text) => onChange(text === '' ? undefined : text)}
      maxLength={RULE_TEXT_MAX_LENGTH}
      placeholder={value === '' ? 'An empty text' : undefined}
      error={error}
    />
  );
}

/** While one types "1." or "-", the value is what was typed, and no number. */
function NumberValue({ value, onChange, error }: ValueProps) {
  const [typed, setTyped] = useState<string>();
  const shown = typed !== undefined && numberOrText(typed) === value ? typed : String(value ?? '');
  return (
    <TextField
      label="Number"
      isLabelHidden
      inputMode="decimal"
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(numberOrText(text));
      }}
      error={error}
    />
  );
}

function numberOrText(text: string): Value {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return /^[-+.\d]/.test(trimmed) && Number.isFinite(number) ? number : trimmed;
}

const DAY_LENGTH = '2026-11-20'.length;
const MINUTE_LENGTH = '2026-11-20T12:00'.length;

/** What the fields of a day, and of a day with its time, write. */
const FIELD_TEXT = /^\d{4}-\d\d-\d\d(T\d\d:\d\dZ)?$/;

/** A day is its first moment in UTC; with a time, that moment. What is stored stays as it is written until it is changed. */
function DateValue({ value, onChange, error }: ValueProps) {
  const milliseconds = comparableOf('date', value);
  const [isMoment, setMoment] = useState(milliseconds !== undefined && String(value).length > DAY_LENGTH);
  const moment = milliseconds === undefined ? '' : new Date(Number(milliseconds)).toISOString();
  const length = isMoment ? MINUTE_LENGTH : DAY_LENGTH;
  // A year that one types begins as 0002: what was typed stays as it is.
  const isAsTyped =
    typeof value === 'string' && FIELD_TEXT.test(value) && value.replace('Z', '').length === length;
  const shown = isAsTyped ? value : moment;
  const write = (text: string) => onChange(text === '' ? undefined : isMoment ? `${text}Z` : text);
  const change = () => {
    setMoment(!isMoment);
    if (moment !== '')
      onChange(isMoment ? moment.slice(0, DAY_LENGTH) : `${moment.slice(0, MINUTE_LENGTH)}Z`);
  };
  return (
    <div className={styles.date}>
      <TextField
        label={isMoment ? 'Day and time, in UTC' : 'Day'}
        isLabelHidden
        type={isMoment ? 'datetime-local' : 'date'}
        value={shown.slice(0, length)}
        onChange={write}
        error={error}
      />
      <IconButton
        label={isMoment ? 'Choose only the day' : 'Add a time'}
        icon={isMoment ? CalendarDays : Clock}
        onPress={change}
      />
      <span className={styles.unit}>{isMoment ? 'UTC' : '00:00 UTC'}</span>
    </div>
  );
}

const KINDS = [
  { id: 'string', label: 'Text' },
  { id: 'number', label: 'Number' },
  { id: 'boolean', label: 'Yes or no' },
] as const;
const YES_OR_NO = [
  { id: 'true', label: 'Yes' },
  { id: 'false', label: 'No' },
];

/** A field without a type is compared as what one writes. */
function AnyValue(props: ValueProps) {
  const { value, onChange, error } = props;
  const [kind, setKind] = useState<string>(value === undefined ? 'string' : typeof value);
  return (
    <div className={styles.date}>
      <Select
        label="Value type"
        isLabelHidden
        value={kind}
        options={KINDS}
        onChange={(next) => {
          setKind(next);
          onChange(next === 'boolean' ? true : undefined);
        }}
      />
      {kind === 'number' && <NumberValue {...props} />}
      {kind === 'string' && <TextValue {...props} />}
      {kind === 'boolean' && (
        <Select
          label="Value"
          isLabelHidden
          value={String(value)}
          options={YES_OR_NO}
          onChange={(next) => onChange(next === 'true')}
          error={error}
        />
      )}
    </div>
  );
}
