// Headers of pages, forms and dialogs.
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Button } from '../design/controls/button.tsx';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { Select } from '../design/fields/select.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { Card } from '../design/layout/card.tsx';
import { ConfirmDialog } from '../design/layout/confirm-dialog.tsx';
import { Dialog } from '../design/layout/dialog.tsx';
import { Form, FormActions } from '../design/layout/form.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';

const FAILURE = {
  message: 'The name is taken.',
  name: 'validation_error',
  requestId: '6f1b3a50-3c1f-4b8e-9d27',
};

export function Layout() {
  const [open, setOpen] = useState('');
  const close = () => setOpen('');
  return (
    <Section
      title="Layout"
      description="Forms and dialogs."
      actions={
        <Button size="small" icon={Plus} onPress={() => setOpen('form')}>
          Open a dialog
        </Button>
      }
    >
      <Stack direction="row" gap={2} wrap>
        <Button onPress={() => setOpen('wide')}>Wide dialog</Button>
        <Button onPress={() => setOpen('confirm')}>Confirm</Button>
        <Button onPress={() => setOpen('typed')}>Confirm by typing</Button>
      </Stack>
      <Card>
        <KeyForm onDone={close} />
      </Card>
      <Dialog title="Create an API key" isOpen={open === 'form'} onClose={close}>
        <KeyForm onDone={close} />
      </Dialog>
      <Dialog
        title="A mail that is long"
        isOpen={open === 'wide'}
        onClose={close}
        width="wide"
        actions={<Button onPress={close}>Close</Button>}
      >
        <Stack gap={3}>
          {Array.from({ length: 24 }, (_, line) => `Line ${line + 1} of a text that scrolls inside.`).map(
            (text) => (
              <p key={text}>{text}</p>
            ),
          )}
        </Stack>
      </Dialog>
      <Confirmations open={open} onClose={close} />
    </Section>
  );
}

function Confirmations({ open, onClose }: { open: string; onClose: () => void }) {
  return (
    <>
      <ConfirmDialog
        title="Delete the key?"
        isOpen={open === 'confirm'}
        onClose={onClose}
        lost={
          <p>
            Programs that use <strong>Production</strong> stop sending at once. A key cannot be restored.
          </p>
        }
        confirmLabel="Delete the key"
        onConfirm={onClose}
      />
      <ConfirmDialog
        title="Delete domain?"
        isOpen={open === 'typed'}
        onClose={onClose}
        lost="Its keys for signing are lost, and mail from it is refused."
        confirmLabel="Delete domain"
        onConfirm={onClose}
        typed="example.com"
        failure={<FailureNote failure={FAILURE} />}
      />
    </>
  );
}

function KeyForm({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [permission, setPermission] = useState('full');
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = () => {
    setError(name === '' ? 'Give the key a name.' : undefined);
    if (name !== '') onDone();
  };
  return (
    <Form onSubmit={submit} hasLegend>
      <TextField label="Name" value={name} onChange={setName} error={error} isRequired />
      <Select
        label="Permission"
        value={permission}
        onChange={setPermission}
        options={[
          { id: 'full', label: 'Full access', hint: 'Everything of the API.' },
          { id: 'sending', label: 'Sending', hint: 'Only POST /emails.' },
        ]}
      />
      <FormActions>
        <Button type="submit" variant="filled">
          Create key
        </Button>
        <Button variant="quiet" onPress={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}
