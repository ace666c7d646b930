// Makes the dialog of one change from a description of it: what its fields begin with, what is sent, what comes then. What was
// typed is compared with the record as it was when the dialog opened, however often that is read again, and its
// state begins again each time it opens.
import { type ComponentType, useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiFailure } from '../api/failure.ts';
import { fieldError } from '../api/form-failure.ts';
import type { AnswerOf, InputOf, OperationId } from '../api/request.ts';
import { useRefusal } from '../api/session.ts';
import { useChange } from '../api/use-call.ts';
import { Dialog } from '../design/layout/dialog.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { ChangeForm } from './change-form.tsx';

/** The faults of the typed text, by field. */
type Faults = ReadonlyMap<string, string>;

/** The props of the fields. */
export interface DraftForm<Draft, Of = undefined> {
  draft: Draft;
  /** The record to change, as it was at first. */
  of: Of;
  set(changed: Partial<Draft>): void;
  failure: ApiFailure | null;
  /** The faults of the last submit, except of fields that were edited since. */
  faultsOf(name: keyof Draft): Faults;
  /** The properties of a field. @param called by the API, if it has another name for it */
  field<Name extends keyof Draft & string>(
    name: Name,
    called?: string,
  ): { value: Draft[Name]; onChange(value: Draft[Name]): void; error: string | undefined };
}

interface ChangeDialogSpec<Id extends OperationId, Draft, Of> {
  operation: Id;
  title: string | ((of: Of) => string);
  width?: 'wide';
  /** Fields of the API that show their own error. */
  fields: readonly string[];
  /** The initial values. */
  begin(of: Of): Draft;
  /** The input; undefined: nothing has changed, and the dialog closes. */
  input(draft: Draft, of: Of): (InputOf<Id> & object) | { faults: Faults } | undefined;
  submitLabel: string;
  hasCancel?: boolean;
  hasLegend?: boolean;
  Fields: ComponentType<DraftForm<Draft, Of>>;
  /** Below the form. */
  Preview?: ComponentType<{ draft: Draft; of: Of }>;
  /** The results of other reads. */
  useMore?(draft: Draft, of: Of): { refusal?: string | undefined; submitLabel?: string };
  onDone(
    answer: AnswerOf<Id>,
    then: { of: Of; close(): void; navigate: ReturnType<typeof useLocation>[1] },
  ): void;
}

type ChangeDialogProps<Of> = { isOpen: boolean; onClose(): void } & (undefined extends Of
  ? { of?: Of }
  : { of: Of });

/** The dialog of a change; `of` is the record that it changes, absent for a new one. */
export function changeDialog<Id extends OperationId, Draft extends object, Of = undefined>(
  spec: ChangeDialogSpec<Id, Draft, Of>,
): ComponentType<ChangeDialogProps<Of>> {
  const { title, width } = spec;
  return ({ isOpen, onClose, of }) => (
    <Dialog
      title={typeof title === 'string' ? title : title(of as Of)}
      isOpen={isOpen}
      onClose={onClose}
      width={width}
    >
      <DraftOfChange spec={spec} of={of as Of} close={onClose} />
    </Dialog>
  );
}

interface DraftOfChangeProps<Id extends OperationId, Draft, Of> {
  spec: ChangeDialogSpec<Id, Draft, Of>;
  of: Of;
  close(): void;
}

function DraftOfChange<Id extends OperationId, Draft extends object, Of>(
  props: DraftOfChangeProps<Id, Draft, Of>,
) {
  const { spec, close } = props;
  const { Fields, Preview, useMore = useNothing } = spec;
  const [, navigate] = useLocation();
  const [of] = useState(props.of);
  const [draft, setDraft] = useState(() => spec.begin(of));
  const [checked, setChecked] = useState({ draft, faults: NO_FAULTS });
  const change = useChange(spec.operation, {
    onSuccess: (answer) => spec.onDone(answer, { of, close, navigate }),
  });
  const refused = useRefusal(spec.operation);
  const { refusal, submitLabel = spec.submitLabel } = useMore(draft, of);
  const submit = () => {
    const input = spec.input(draft, of);
    if (input === undefined) return close();
    setChecked({ draft, faults: 'faults' in input ? input.faults : NO_FAULTS });
    // What the API has refused before is not judged again.
    if ('faults' in input) change.reset();
    else change.mutate(input);
  };
  const set = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const faultsOf = (name: keyof Draft) => (draft[name] === checked.draft[name] ? checked.faults : NO_FAULTS);
  const form: DraftForm<Draft, Of> = {
    draft,
    of,
    set,
    failure: change.error,
    faultsOf,
    field: (name, called = name) => ({
      value: draft[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Draft>),
      error: faultsOf(name).get(called) ?? fieldError(change.error, called),
    }),
  };
  return (
    <Stack gap={5}>
      <ChangeForm
        change={change}
        refusal={refused ?? refusal}
        fields={spec.fields}
        onSubmit={submit}
        submitLabel={submitLabel}
        hasLegend={spec.hasLegend ?? false}
        {...(spec.hasCancel !== false && { onCancel: close })}
      >
        <Fields {...form} />
      </ChangeForm>
      {Preview && <Preview draft={draft} of={of} />}
    </Stack>
  );
}

const NO_FAULTS: Faults = new Map();
const useNothing = () => ({ refusal: undefined, submitLabel: undefined });
