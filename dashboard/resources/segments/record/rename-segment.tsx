// The dialog that gives a segment another name. One by rules is renamed where they are edited as well.
import { useState } from 'react';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';

interface RenameSegmentProps {
  id: string;
  name: string;
  /** As it was read when the dialog was opened. */
  updatedAt: string;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function RenameSegment({ isOpen, ...props }: RenameSegmentProps) {
  return (
    <Dialog title="Rename the segment" isOpen={isOpen} onClose={props.onClose}>
      <RenameForm {...props} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function RenameForm({ id, name: before, updatedAt, onClose }: Omit<RenameSegmentProps, 'isOpen'>) {
  const [name, setName] = useState(before);
  const [readAt] = useState(updatedAt);
  const change = useChange('updateSegment', { onSuccess: onClose });
  return (
    <ChangeForm
      change={change}
      refusal={useRefusal('updateSegment')}
      fields={['name']}
      onSubmit={() => change.mutate({ id, body: { name, if_updated_at: readAt } })}
      submitLabel="Rename"
      onCancel={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        error={fieldError(change.error, 'name')}
        maxLength={LIST_NAME_MAX_LENGTH}
        autoFocus
      />
    </ChangeForm>
  );
}
