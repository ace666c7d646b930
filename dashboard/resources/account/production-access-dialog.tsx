// The request to leave the sandbox: who sends what, to whom, and how much.
import { useState } from 'react';
import type { ApiFailure } from '../../api/failure.ts';
import { fieldError } from '../../api/form-failure.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { TextArea } from '../../design/fields/text-area.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { ChangeForm } from '../../records/change-form.tsx';

const EMPTY = { website: '', use_case: '', monthly_volume: '' };

/** The dialog. */
export function ProductionAccessDialog({ onClose }: { onClose(): void }) {
  const [draft, setDraft] = useState(EMPTY);
  const ask = useChange('requestProductionAccess', {
    onSuccess: () => {
      notify('Request sent to the operator.');
      onClose();
    },
  });
  const refusal = useRefusal('requestProductionAccess');
  const submit = () => {
    ask.mutate({ body: { ...draft, monthly_volume: Number(draft.monthly_volume) } });
  };
  return (
    <Dialog title="Request production access" isOpen onClose={onClose}>
      <ChangeForm
        change={ask}
        refusal={refusal}
        fields={['website', 'use_case', 'monthly_volume']}
        onSubmit={submit}
        submitLabel="Send request"
        onCancel={onClose}
        hasLegend
      >
        <Fields draft={draft} onChange={setDraft} failure={ask.error} />
      </ChangeForm>
    </Dialog>
  );
}

interface FieldsProps {
  draft: typeof EMPTY;
  onChange(draft: typeof EMPTY): void;
  failure: ApiFailure | null;
}

function Fields({ draft, onChange, failure }: FieldsProps) {
  return (
    <>
      <TextField
        label="Website"
        type="url"
        name="website"
        autoComplete="url"
        placeholder="https://acme.dev"
        isRequired
        value={draft.website}
        onChange={(website) => onChange({ ...draft, website })}
        error={fieldError(failure, 'website')}
        autoFocus
      />
      <TextArea
        label="Use case"
        hint="Describe what you send and who receives it, in 20 to 2,000 characters."
        name="use_case"
        isRequired
        value={draft.use_case}
        onChange={(use_case) => onChange({ ...draft, use_case })}
        error={fieldError(failure, 'use_case')}
      />
      <TextField
        label="Emails per month"
        hint="An estimate is enough."
        type="number"
        name="monthly_volume"
        isRequired
        value={draft.monthly_volume}
        onChange={(monthly_volume) => onChange({ ...draft, monthly_volume })}
        error={fieldError(failure, 'monthly_volume')}
      />
    </>
  );
}
