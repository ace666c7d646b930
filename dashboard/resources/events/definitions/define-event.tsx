// The dialog that defines an event: its name, which never changes, and the fields of its payload.
import { useDeferredValue, useState } from 'react';
import { useLocation } from 'wouter';
import { EVENT_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Event as EventDefinition } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { useSettled } from '../../../design/fields/use-settled.ts';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { DEFINITIONS_PATH } from '../list.ts';
import { BreakingEvents, useBreaking } from './breaking-events.tsx';
import { type FieldRow, rowFaults, schemaOf } from './schema-draft.ts';
import { SchemaFields } from './schema-fields.tsx';

interface DefineEventProps {
  isOpen: boolean;
  onClose(): void;
}

/** The events of each letter of a name are not asked for. */
const TYPED_AFTER_MS = 300;
const FIRST: readonly FieldRow[] = [{ id: 'field-0', name: '', type: 'string' }];

/** The dialog; it leads to the record of the definition. */
export function DefineEvent({ isOpen, onClose }: DefineEventProps) {
  const [, navigate] = useLocation();
  const show = ({ id, name }: EventDefinition) => {
    notify(`${name} is defined.`);
    navigate(`${DEFINITIONS_PATH}/${id}`);
  };
  return (
    <Dialog title="Define an event" isOpen={isOpen} onClose={onClose} width="wide">
      <DefineForm onDefined={show} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function DefineForm({ onDefined, onClose }: { onDefined(created: EventDefinition): void; onClose(): void }) {
  const [name, setName] = useState('');
  const [rows, setRows] = useState(FIRST);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const create = useChange('createEvent', { onSuccess: onDefined });
  const refusal = useRefusal('createEvent');
  const given = name.trim();
  const breaking = useBreaking(useSettled(given, TYPED_AFTER_MS), useDeferredValue(rows));
  const submit = () => {
    // A row that was never used is no field.
    const used = rows.length === 1 && rows[0]?.name === '' ? [] : rows;
    const found = rowFaults(used);
    setFaults(found);
    if (found.size === 0) create.mutate({ body: { name: given, schema: schemaOf(used) } });
  };
  return (
    <ChangeForm
      change={create}
      refusal={refusal}
      fields={['name', 'schema']}
      onSubmit={submit}
      submitLabel={breaking.breaking.length > 0 ? 'Define it anyway' : 'Define the event'}
      onCancel={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="order.paid"
        hint="As your program sends it. It never changes."
        error={fieldError(create.error, 'name')}
        maxLength={EVENT_NAME_MAX_LENGTH}
        isRequired
        isMono
        autoFocus
      />
      <SchemaFields
        rows={rows}
        onChange={(next) => {
          setRows(next);
          setFaults(new Map());
        }}
        faults={faults}
        error={fieldError(create.error, 'schema')}
      />
      <BreakingEvents {...breaking} />
    </ChangeForm>
  );
}
