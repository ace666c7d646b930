// The dialog that changes what fills an absent value of a contact property.
import { useState } from 'react';
import { fieldError } from '../../api/form-failure.ts';
import type { ContactProperty } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { ChangeForm } from '../../records/change-form.tsx';
import { readPropertyValue, typedText } from './property-value.ts';
import { PropertyValueField } from './property-value-field.tsx';

interface EditFallbackProps {
  property: ContactProperty;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function EditFallback({ property, isOpen, onClose }: EditFallbackProps) {
  return (
    <Dialog title={`Fallback of ${property.key}`} isOpen={isOpen} onClose={onClose}>
      <EditForm property={property} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function EditForm({ property, onClose }: Omit<EditFallbackProps, 'isOpen'>) {
  const { id, type, fallback_value } = property;
  const [text, setText] = useState(() => typedText(fallback_value));
  const [fault, setFault] = useState<string>();
  const change = useChange('updateContactProperty', {
    onSuccess: () => {
      notify('The fallback was saved. Mail that is made from now on has it.');
      onClose();
    },
  });
  const submit = () => {
    // What another person has saved since is not overwritten by what was left as it was.
    if (text === typedText(fallback_value)) return onClose();
    const read = readPropertyValue(type, text);
    setFault('fault' in read ? read.fault : undefined);
    if ('value' in read) change.mutate({ id, body: { fallback_value: read.value } });
    else change.reset();
  };
  return (
    <ChangeForm
      change={change}
      refusal={useRefusal('updateContactProperty')}
      fields={['fallback_value']}
      onSubmit={submit}
      submitLabel="Save the fallback"
      onCancel={onClose}
    >
      <PropertyValueField
        label="Fallback"
        type={type}
        text={text}
        onChange={setText}
        hint="What a mail says for contacts without a value. Leave it empty for none."
        error={fault ?? fieldError(change.error, 'fallback_value')}
        autoFocus
      />
    </ChangeForm>
  );
}
