// The dialogs that define an event and replace its schema. Its name never changes.
import { useDeferredValue } from 'react';
import { EVENT_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Event as EventDefinition } from '../../../api/generated/types.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { useSettled } from '../../../design/fields/use-settled.ts';
import { changeDialog, type DraftForm } from '../../../records/change-dialog.tsx';
import { INTO_RECORD } from '../../../records/into-record.ts';
import { DEFINITIONS_PATH } from '../list.ts';
import { BreakingEvents, useBreaking } from './breaking-events.tsx';
import { type FieldRow, rowFaults, rowsOf, schemaOf } from './schema-draft.ts';
import { SchemaFields } from './schema-fields.tsx';

interface Definition {
  name: string;
  rows: readonly FieldRow[];
}

/** The wait after typing: events are not read for each letter of a name. */
const TYPED_AFTER_MS = 300;
const FIRST: Definition = { name: '', rows: [{ id: 'field-0', name: '', type: 'string' }] };

/** Leads to the record of the definition. */
export const DefineEvent = changeDialog({
  operation: 'createEvent',
  title: 'Define an event',
  width: 'wide',
  fields: ['name', 'schema'],
  begin: () => FIRST,
  input: ({ name, rows }) => {
    // A row that was never used is not a field.
    const used = rows.length === 1 && rows[0]?.name === '' ? [] : rows;
    return inputWith(used, (schema) => ({ body: { name: name.trim(), schema } }));
  },
  submitLabel: 'Define event',
  Fields,
  useMore: (draft) => (useBreakingOf(draft).breaking.length > 0 ? { submitLabel: 'Define anyway' } : {}),
  onDone: ({ id, name }, { navigate }) => {
    notify(`Event ${name} defined.`);
    navigate(`${DEFINITIONS_PATH}/${id}`, INTO_RECORD);
  },
});

/** The dialog that replaces the schema. */
export const EditSchema = changeDialog({
  operation: 'updateEvent',
  title: ({ name }: EventDefinition) => `Fields of ${name}`,
  width: 'wide',
  fields: ['schema'],
  begin: ({ name, schema }: EventDefinition): Definition => ({ name, rows: rowsOf(schema) }),
  input: ({ rows }, { id }: EventDefinition) => inputWith(rows, (schema) => ({ id, body: { schema } })),
  submitLabel: 'Save fields',
  Fields,
  useMore: (draft) => (useBreakingOf(draft).breaking.length > 0 ? { submitLabel: 'Save anyway' } : {}),
  onDone: (_definition, { close }) => {
    notify('Fields saved. Posthorn checks new events against them.');
    close();
  },
});

function inputWith<Input>(
  rows: readonly FieldRow[],
  inputOf: (schema: ReturnType<typeof schemaOf>) => Input,
) {
  const faults = rowFaults(rows);
  return faults.size > 0 ? { faults } : inputOf(schemaOf(rows));
}

function useBreakingOf({ name, rows }: Definition) {
  return useBreaking(useSettled(name.trim(), TYPED_AFTER_MS), useDeferredValue(rows));
}

function Fields(form: DraftForm<Definition, EventDefinition | undefined>) {
  const { draft, of, field, set, faultsOf, failure } = form;
  return (
    <>
      {!of && (
        <TextField
          {...field('name')}
          label="Name"
          placeholder="order.paid"
          hint="Use the name that your program sends. You cannot change it later."
          maxLength={EVENT_NAME_MAX_LENGTH}
          isRequired
          isMono
          autoFocus
        />
      )}
      <SchemaFields
        rows={draft.rows}
        onChange={(rows) => set({ rows })}
        faults={faultsOf('rows')}
        error={fieldError(failure, 'schema')}
      />
      <BreakingEvents {...useBreakingOf(draft)} />
    </>
  );
}
