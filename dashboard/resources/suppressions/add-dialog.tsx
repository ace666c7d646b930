// Adds addresses to the suppression list, one or up to a thousand, and reports each of them. All are added or none.
import { useState } from 'react';
import { Link } from 'wouter';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { TextArea } from '../../design/fields/text-area.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import css from './suppressions.module.css';
import { BATCH_MAX, readAddresses, type TypedAddresses } from './typed-addresses.ts';

interface AddDialogProps {
  isOpen: boolean;
  onClose(): void;
  listPath: string;
}

/** The dialog. */
export function AddDialog({ isOpen, onClose, listPath }: AddDialogProps) {
  return (
    <Dialog title="Suppress addresses" isOpen={isOpen} onClose={onClose}>
      <AddForm onClose={onClose} listPath={listPath} />
    </Dialog>
  );
}

function AddForm({ onClose, listPath }: Omit<AddDialogProps, 'isOpen'>) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<TypedAddresses>();
  const add = useChange('addSuppressions');
  const refusal = useRefusal('addSuppressions');
  const typed = readAddresses(text);
  if (add.data) {
    const emails = add.variables.body.emails;
    const entries = add.data.data.map(({ id }, index) => ({ id, email: emails[index] ?? '' }));
    return <Report entries={entries} listPath={listPath} onClose={onClose} />;
  }
  const submit = () => {
    const isRefused = problemOf(typed) !== undefined;
    setRefused(isRefused ? typed : undefined);
    if (!isRefused) add.mutate({ body: { emails: [...typed.addresses] } });
  };
  const leaveOut = () => {
    setText(typed.addresses.join('\n'));
    setRefused(undefined);
  };
  return (
    <Form
      onSubmit={submit}
      isBusy={add.isPending}
      refusal={refusal}
      error={<Failure failure={formFailure(add.error, ['emails'])} />}
    >
      <TextArea
        label="Addresses"
        value={text}
        onChange={setText}
        rows={8}
        isMono
        error={(refused && problemOf(refused)) ?? fieldError(add.error, 'emails')}
        hint={`Up to ${BATCH_MAX.toLocaleString('en')} addresses, separated by line breaks, commas or spaces. Posthorn stops sending to them from the next email.`}
        isRequired
        autoFocus
      />
      <FormActions>
        <Button type="submit" variant="filled" isBusy={add.isPending} refusal={refusal}>
          {typed.addresses.length > 1 ? `Suppress ${typed.addresses.length} addresses` : 'Suppress'}
        </Button>
        {refused && typed.odd.length > 0 && <Button onPress={leaveOut}>Remove invalid addresses</Button>}
        <Button variant="quiet" onPress={onClose}>
          Close
        </Button>
      </FormActions>
    </Form>
  );
}

function Failure({ failure }: { failure: ReturnType<typeof formFailure> }) {
  return failure ? <FailureNote failure={failure} /> : null;
}

/** Why this cannot be sent. */
function problemOf({ addresses, odd }: TypedAddresses): string | undefined {
  const SHOWN = 3;
  if (odd.length > 0) {
    const rest = odd.length > SHOWN ? ` and ${odd.length - SHOWN} more` : '';
    return `Not an address: ${odd.slice(0, SHOWN).join(', ')}${rest}.`;
  }
  if (addresses.length === 0) return 'Enter an address.';
  if (addresses.length > BATCH_MAX)
    return `Enter at most ${BATCH_MAX} addresses at once. You entered ${addresses.length}.`;
  return undefined;
}

interface ReportProps {
  entries: readonly { id: string; email: string }[];
  listPath: string;
  onClose(): void;
}

function Report({ entries, listPath, onClose }: ReportProps) {
  return (
    <Stack gap={4}>
      <p role="status">
        {entries.length === 1 ? 'The address is' : `The ${entries.length} addresses are`} now suppressed.
        Addresses that were already on the list keep their original reason.
      </p>
      <ul className={css['report']} aria-label="Suppressed addresses">
        {entries.map(({ id, email }) => (
          <li key={email}>
            <Link href={`${listPath}/${id}`}>{email}</Link>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="filled" onPress={onClose} autoFocus>
          Done
        </Button>
      </div>
    </Stack>
  );
}
