// A form for one name. Until one types it shows the name as the server has it, also when it changes there.
import { useState } from 'react';
import type { ApiFailure } from '../../api/failure.ts';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';

interface NameFormProps {
  label: string;
  hint: string;
  name: string;
  autoComplete?: string;
  refusal?: string | undefined;
  failure: ApiFailure | null;
  isBusy: boolean;
  /** @param onSaved the server has it */
  onSave(name: string, onSaved: () => void): void;
}

/** The form. */
export function NameForm(props: NameFormProps) {
  const { label, hint, name, autoComplete, refusal, failure, isBusy, onSave } = props;
  const [typed, setTyped] = useState<string>();
  const top = formFailure(failure, ['name']);
  return (
    <Form
      onSubmit={() => onSave(typed ?? name, () => setTyped(undefined))}
      isBusy={isBusy}
      refusal={refusal}
      error={top && <FailureNote failure={top} />}
    >
      <TextField
        label={label}
        hint={hint}
        name="name"
        autoComplete={autoComplete}
        value={typed ?? name}
        onChange={setTyped}
        isReadOnly={refusal !== undefined}
        error={fieldError(failure, 'name')}
      />
      <FormActions>
        <Button type="submit" isBusy={isBusy} refusal={refusal}>
          Save
        </Button>
      </FormActions>
    </Form>
  );
}
