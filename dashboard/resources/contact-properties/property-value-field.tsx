// A field for a value of a contact property, as its type wants it: a choice for yes or no, a text for all else.
import { PROPERTY_TEXT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { ContactPropertyItem } from '../../api/generated/types.ts';
import type { FieldProps } from '../../design/fields/field.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';

interface PropertyValueFieldProps extends FieldProps {
  type: ContactPropertyItem['type'];
  /** The value as `typedText` writes it, and `readPropertyValue` reads it. */
  value: string;
  onChange(value: string): void;
  autoFocus?: boolean | undefined;
}

const FLAGS = [
  { id: '', label: 'None' },
  { id: 'true', label: 'Yes' },
  { id: 'false', label: 'No' },
];

const PLACEHOLDERS: Readonly<Partial<Record<ContactPropertyItem['type'], string>>> = {
  number: '12.5',
  date: '2026-11-20',
};

/** The field. */
export function PropertyValueField({ type, autoFocus, ...field }: PropertyValueFieldProps) {
  if (type === 'boolean') return <Select {...field} options={FLAGS} />;
  return (
    <TextField
      {...field}
      placeholder={PLACEHOLDERS[type]}
      maxLength={PROPERTY_TEXT_MAX_LENGTH}
      autoFocus={autoFocus}
    />
  );
}
