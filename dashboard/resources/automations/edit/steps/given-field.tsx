// A field for a value that is typed, or that is read of the run when the step comes.
import { useState } from 'react';
import { ComboBox } from '../../../../design/fields/combo/combo-box.tsx';
import type { FieldProps } from '../../../../design/fields/field.tsx';
import type { RuleFields, RuleOption } from '../../../../rules/rule-fields.ts';
import { givenValue, type ReadText, referenceIn } from './given-value.ts';

interface GivenFieldProps extends FieldProps {
  /** Undefined: none is given. */
  value: unknown;
  onChange(value: unknown): void;
  /** The reader; by default the text unchanged. */
  read?: ReadText;
  fields: RuleFields;
  placeholder?: string | undefined;
}

const asTyped: ReadText = (text) => ({ value: text });

/** The field. */
export function GivenField(props: GivenFieldProps) {
  const {
    value,
    onChange,
    read = asTyped,
    fields,
    hint,
    error,
    placeholder = 'A value, or event.plan',
    ...others
  } = props;
  /** A text that is not a value of its type: it stays to be corrected. */
  const [wrong, setWrong] = useState<{ text: string; fault: string }>();
  const reference = referenceIn(value);
  const typed = value === undefined || value === null ? '' : wordsOf(value);
  const label = wrong?.text ?? reference ?? typed;
  const choose = (text: string) => {
    const given = givenValue(text, fields, read);
    if ('fault' in given) return setWrong({ text, fault: given.fault });
    setWrong(undefined);
    onChange(given.value);
  };
  return (
    <ComboBox
      {...others}
      placeholder={placeholder}
      value={label === '' ? undefined : { id: wrong ? undefined : reference, label }}
      onChange={(next) => {
        if (next) return choose(next.id ?? next.label);
        setWrong(undefined);
        onChange(undefined);
      }}
      read={async (text) => fields.list.filter(isLike(text.toLowerCase()))}
      isFreeText
      newLabel="Use this text"
      hint={reference === undefined || wrong ? hint : 'Read when the run reaches this step.'}
      error={wrong?.fault ?? error}
    />
  );
}

/** Authors of templates know both its name and its words. */
function isLike(text: string) {
  return ({ id, label }: RuleOption) => `${id} ${label}`.toLowerCase().includes(text);
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
