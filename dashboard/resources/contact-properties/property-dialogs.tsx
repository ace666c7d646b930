// The dialogs that make a contact property and change what fills an absent value. Its key and its type never change.
import {
  PROPERTY_KEY_MAX_LENGTH,
  PROPERTY_KEY_WORDS,
} from '../../../shared/contract/contact-properties/keys.ts';
import { CONTACT_PROPERTY_TYPES } from '../../../shared/contract/contact-properties/values.ts';
import type { ContactProperty, ContactPropertyItem } from '../../api/generated/types.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { changeDialog, type DraftForm } from '../../records/change-dialog.tsx';
import { INTO_RECORD } from '../../records/into-record.ts';
import { PROPERTIES_PATH } from './list.ts';
import { type PropertyValue, readPropertyValue, typedText } from './property-value.ts';
import { PropertyValueField } from './property-value-field.tsx';
import { PROPERTY_TYPE_WORDS } from './type-words.ts';

interface PropertyDraft extends Pick<ContactPropertyItem, 'key' | 'type'> {
  fallback: string;
}

const NEW_PROPERTY: PropertyDraft = { key: '', type: 'string', fallback: '' };
const TYPE_OPTIONS = CONTACT_PROPERTY_TYPES.map((id) => ({ id, label: PROPERTY_TYPE_WORDS[id] }));

/** Leads to the record of the property. */
export const CreateProperty = changeDialog({
  operation: 'createContactProperty',
  title: 'New property',
  fields: ['key', 'type', 'fallback_value'],
  begin: () => NEW_PROPERTY,
  input: ({ key, type, fallback }) =>
    withFallback(type, fallback, (value) => ({ body: { key: key.trim(), type, fallback_value: value } })),
  submitLabel: 'Create property',
  hasLegend: true,
  Fields: CreateFields,
  onDone: ({ id, key }, { navigate }) => {
    notify(`Property ${key} created.`);
    navigate(`${PROPERTIES_PATH}/${id}`, INTO_RECORD);
  },
});

/** Unchanged fields do not overwrite what another person has saved in the meantime. */
export const EditFallback = changeDialog({
  operation: 'updateContactProperty',
  title: ({ key }: ContactProperty) => `Fallback of ${key}`,
  fields: ['fallback_value'],
  begin: ({ fallback_value }: ContactProperty) => ({ fallback: typedText(fallback_value) }),
  input: ({ fallback }, { id, type, fallback_value }: ContactProperty) =>
    fallback === typedText(fallback_value)
      ? undefined
      : withFallback(type, fallback, (value) => ({ id, body: { fallback_value: value } })),
  submitLabel: 'Save fallback',
  Fields: ({ field, of: { type } }) => (
    <PropertyValueField
      {...field('fallback', 'fallback_value')}
      label="Fallback"
      type={type}
      hint="Used in emails for contacts without a value. Leave empty for no fallback."
      autoFocus
    />
  ),
  onDone: (_property, { close }) => {
    notify('Fallback saved. New emails use it.');
    close();
  },
});

function withFallback<Input>(
  type: ContactPropertyItem['type'],
  typed: string,
  inputOf: (value: PropertyValue) => Input,
) {
  const read = readPropertyValue(type, typed);
  return 'value' in read ? inputOf(read.value) : { faults: new Map([['fallback_value', read.fault]]) };
}

function CreateFields({ draft, field, set }: DraftForm<PropertyDraft>) {
  return (
    <>
      <TextField
        {...field('key')}
        label="Key"
        placeholder="plan"
        hint={`Its name in templates, rules and imports: ${PROPERTY_KEY_WORDS}. You cannot change it later.`}
        maxLength={PROPERTY_KEY_MAX_LENGTH}
        isRequired
        isMono
        autoFocus
      />
      <Select
        {...field('type')}
        label="Type"
        onChange={(type) => set({ type: type as PropertyDraft['type'], fallback: '' })}
        options={TYPE_OPTIONS}
        hint="The type of its values. You cannot change it later."
      />
      <PropertyValueField
        {...field('fallback', 'fallback_value')}
        label="Fallback"
        type={draft.type}
        hint="Used in emails for contacts without a value. Rules ignore it."
      />
    </>
  );
}
