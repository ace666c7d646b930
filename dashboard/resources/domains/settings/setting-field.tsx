// A setting of a domain that is typed: until one types it shows the value as the server has it, and a refusal is at the field.
import { useState } from 'react';
import { fieldError, formFailure } from '../../../api/form-failure.ts';
import type { Domain, UpdateDomainBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Form, FormActions } from '../../../design/layout/form.tsx';
import { useDomainChange } from './use-domain-change.ts';

interface SettingFieldProps {
  domain: Domain;
  /** The setting, as the API names it. */
  field: 'default_from' | 'tracking_subdomain';
  label: string;
  /** @param typed the text in the field */
  hint(typed: string): string;
  placeholder: string;
  isMono?: boolean;
  /** The meaning of the typed text; by default the text itself. */
  meantBy?(typed: string): string;
  doneWords(value: string | null): string;
}

/** The form. */
export function SettingField(props: SettingFieldProps) {
  const { domain, field, label, hint, placeholder, isMono, doneWords, meantBy = (text) => text } = props;
  const [typed, setTyped] = useState<string>();
  const refusal = useRefusal('updateDomain');
  const change = useDomainChange((changed) => {
    setTyped(undefined);
    notify(doneWords(changed[field]));
  });
  const before = domain[field] ?? '';
  const value = typed ?? before;
  const top = formFailure(change.error, [field]);
  const save = () => {
    const body: UpdateDomainBody = { [field]: meantBy(value.trim()) || null };
    change.mutate({ id: domain.id, body });
  };
  return (
    <Form
      label={label}
      onSubmit={save}
      isBusy={change.isPending}
      refusal={refusal}
      error={top && <FailureNote failure={top} />}
    >
      <TextField
        label={label}
        hint={hint(value.trim())}
        name={field}
        value={value}
        onChange={setTyped}
        placeholder={placeholder}
        isMono={isMono}
        isReadOnly={refusal !== undefined}
        error={fieldError(change.error, field)}
      />
      <FormActions>
        <Button type="submit" isBusy={change.isPending} refusal={refusal}>
          Save
        </Button>
      </FormActions>
    </Form>
  );
}
