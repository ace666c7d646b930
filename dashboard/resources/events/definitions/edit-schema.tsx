// The dialog that replaces the schema of a defined event.
import { useState } from 'react';
import { fieldError } from '../../../api/form-failure.ts';
import type { Event as EventDefinition } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { BreakingEvents, useBreaking } from './breaking-events.tsx';
import { rowFaults, rowsOf, schemaOf } from './schema-draft.ts';
import { SchemaFields } from './schema-fields.tsx';

interface EditSchemaProps {
  definition: EventDefinition;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function EditSchema({ definition, isOpen, onClose }: EditSchemaProps) {
  return (
    <Dialog title={`Fields of ${definition.name}`} isOpen={isOpen} onClose={onClose} width="wide">
      <EditForm definition={definition} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function EditForm({ definition, onClose }: Pick<EditSchemaProps, 'definition' | 'onClose'>) {
  const [rows, setRows] = useState(() => rowsOf(definition.schema));
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const change = useChange('updateEvent', {
    onSuccess: () => {
      notify('The fields were saved. Events that come from now on are checked by them.');
      onClose();
    },
  });
  const breaking = useBreaking(definition.name, rows);
  const submit = () => {
    const found = rowFaults(rows);
    setFaults(found);
    if (found.size === 0) change.mutate({ id: definition.id, body: { schema: schemaOf(rows) } });
  };
  return (
    <ChangeForm
      change={change}
      refusal={useRefusal('updateEvent')}
      fields={['schema']}
      onSubmit={submit}
      submitLabel={breaking.breaking.length > 0 ? 'Save them anyway' : 'Save the fields'}
      onCancel={onClose}
    >
      <SchemaFields
        rows={rows}
        onChange={(next) => {
          setRows([...next]);
          setFaults(new Map());
        }}
        faults={faults}
        error={fieldError(change.error, 'schema')}
      />
      <BreakingEvents {...breaking} />
    </ChangeForm>
  );
}
