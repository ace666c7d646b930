// The dialog that makes a contact property: its key and its type, which never change, and what fills an absent value.
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  PROPERTY_KEY_MAX_LENGTH,
  PROPERTY_KEY_WORDS,
} from '../../../shared/contract/contact-properties/keys.ts';
import { CONTACT_PROPERTY_TYPES } from '../../../shared/contract/contact-properties/values.ts';
import { fieldError } from '../../api/form-failure.ts';
import type { ContactProperty, ContactPropertyItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { ChangeForm } from '../../records/change-form.tsx';
import { NEW_RECORD } from '../../records/record-pane.tsx';
import { PROPERTIES_PATH } from './list.ts';
import { readPropertyValue } from './property-value.ts';
import { PropertyValueField } from './property-value-field.tsx';
import { PROPERTY_TYPE_WORDS } from './type-words.ts';

interface CreatePropertyProps {
  isOpen: boolean;
  onClose(): void;
}

const TYPE_OPTIONS = CONTACT_PROPERTY_TYPES.map((id) => ({ id, label: PROPERTY_TYPE_WORDS[id] }));

/** The dialog; it leads to the record of the property. */
export function CreateProperty({ isOpen, onClose }: CreatePropertyProps) {
  const [, navigate] = useLocation();
  const show = ({ id, key }: ContactProperty) => {
    notify(`The property ${key} was made.`);
    navigate(`${PROPERTIES_PATH}/${id}`, NEW_RECORD);
  };
  return (
    <Dialog title="New property" isOpen={isOpen} onClose={onClose}>
      <CreateForm onCreated={show} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function CreateForm({ onCreated, onClose }: { onCreated(made: ContactProperty): void; onClose(): void }) {
  const [key, setKey] = useState('');
  const [type, setType] = useState<ContactPropertyItem['type']>('string');
  const [fallback, setFallback] = useState('');
  const [fault, setFault] = useState<string>();
  const create = useChange('createContactProperty', { onSuccess: onCreated });
  const submit = () => {
    const read = readPropertyValue(type, fallback);
    setFault('fault' in read ? read.fault : undefined);
    if ('value' in read) create.mutate({ body: { key: key.trim(), type, fallback_value: read.value } });
    // What the API has refused before is not judged again.
    else create.reset();
  };
  return (
    <ChangeForm
      change={create}
      refusal={useRefusal('createContactProperty')}
      fields={['key', 'type', 'fallback_value']}
      onSubmit={submit}
      submitLabel="Make the property"
      onCancel={onClose}
      hasLegend
    >
      <TextField
        label="Key"
        value={key}
        onChange={setKey}
        placeholder="plan"
        hint={`Its name in templates, rules and imports: ${PROPERTY_KEY_WORDS}. It never changes.`}
        error={fieldError(create.error, 'key')}
        maxLength={PROPERTY_KEY_MAX_LENGTH}
        isRequired
        isMono
        autoFocus
      />
      <Select
        label="Type"
        value={type}
        onChange={(id) => {
          setType(id as ContactPropertyItem['type']);
          setFallback('');
          setFault(undefined);
        }}
        options={TYPE_OPTIONS}
        hint="What its values are. It never changes."
        error={fieldError(create.error, 'type')}
      />
      <PropertyValueField
        label="Fallback"
        type={type}
        text={fallback}
        onChange={setFallback}
        hint="What a mail says for contacts without a value. Rules do not see it."
        error={fault ?? fieldError(create.error, 'fallback_value')}
      />
    </ChangeForm>
  );
}
