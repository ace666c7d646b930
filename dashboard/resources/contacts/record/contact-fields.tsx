// The fields of a contact, for a new one and for a change: its address, its names, and a field of its type for each property
// of the account.
import { CONTACT_FIELDS } from '../../../../shared/contract/contacts/fields.ts';
import type { ApiFailure } from '../../../api/failure.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { ContactPropertyItem } from '../../../api/generated/types.ts';
import { TextField } from '../../../design/fields/text-field.tsx';
import { PropertyValueField } from '../../contact-properties/property-value-field.tsx';
import type { ContactDraft } from './contact-draft.ts';

/** The fields that show their own errors, as the API names them. */
export const CONTACT_FORM_FIELDS = ['email', ...CONTACT_FIELDS.map(({ column }) => column), 'properties'];

interface ContactFieldsProps {
  draft: ContactDraft;
  onChange(draft: ContactDraft): void;
  properties: readonly ContactPropertyItem[];
  failure: ApiFailure | null;
  /** Key of a property → why its value is none. */
  faults: ReadonlyMap<string, string>;
  hasFocus?: boolean;
}

/** The fields. */
export function ContactFields(props: ContactFieldsProps) {
  const { draft, onChange, properties, failure, faults, hasFocus } = props;
  const setValue = (key: string, text: string) =>
    onChange({ ...draft, values: new Map(draft.values).set(key, text) });
  return (
    <>
      <TextField
        label="Address"
        type="email"
        value={draft.email}
        onChange={(email) => onChange({ ...draft, email })}
        placeholder="bo@customer.dev"
        error={fieldError(failure, 'email')}
        isRequired
        autoFocus={hasFocus}
      />
      {CONTACT_FIELDS.map(({ column, title, max }) => (
        <TextField
          key={column}
          label={title}
          value={draft.texts[column]}
          onChange={(text) => onChange({ ...draft, texts: { ...draft.texts, [column]: text } })}
          error={fieldError(failure, column)}
          maxLength={max}
        />
      ))}
      {properties.map(({ key, type }) => (
        <PropertyValueField
          key={key}
          label={key}
          type={type}
          value={draft.values.get(key) ?? ''}
          onChange={(text) => setValue(key, text)}
          error={faults.get(key) ?? fieldError(failure, `properties.${key}`)}
        />
      ))}
    </>
  );
}
