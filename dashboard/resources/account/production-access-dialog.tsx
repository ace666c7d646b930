// The request to leave the sandbox: who sends what, to whom, and how much.
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { TextArea } from '../../design/fields/text-area.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';

/** The dialog. */
export function ProductionAccessDialog({ onClose }: { onClose(): void }) {
  const [website, setWebsite] = useState('');
  const [useCase, setUseCase] = useState('');
  const [volume, setVolume] = useState('');
  const ask = useChange('requestProductionAccess', {
    onSuccess: () => {
      notify('The operator has your request.');
      onClose();
    },
  });
  const refusal = useRefusal('requestProductionAccess');
  const top = formFailure(ask.error, ['website', 'use_case', 'monthly_volume']);
  const submit = () => {
    ask.mutate({ body: { website, use_case: useCase, monthly_volume: Number(volume) } });
  };
  return (
    <Dialog title="Request production access" isOpen onClose={onClose}>
      <Form
        onSubmit={submit}
        isBusy={ask.isPending}
        refusal={refusal}
        hasLegend
        error={top && <FailureNote failure={top} />}
      >
        <TextField
          label="Website"
          type="url"
          name="website"
          autoComplete="url"
          placeholder="https://acme.dev"
          isRequired
          value={website}
          onChange={setWebsite}
          error={fieldError(ask.error, 'website')}
          autoFocus
        />
        <TextArea
          label="Use case"
          hint="What you send, and to whom: 20 to 2,000 characters."
          name="use_case"
          isRequired
          value={useCase}
          onChange={setUseCase}
          error={fieldError(ask.error, 'use_case')}
        />
        <TextField
          label="Emails per month"
          hint="About."
          type="number"
          name="monthly_volume"
          isRequired
          value={volume}
          onChange={setVolume}
          error={fieldError(ask.error, 'monthly_volume')}
        />
        <FormActions>
          <Button type="submit" variant="filled" isBusy={ask.isPending} refusal={refusal}>
            Send the request
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
