// Asks before data is lost: it says what is lost, names the act on its button, and for the gravest acts requires a word
// to type. The focus begins on the way out.
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { Stack } from './stack.tsx';

interface ConfirmDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** The consequence, in a sentence. */
  lost: ReactNode;
  confirmLabel: string;
  onConfirm: () => Promise<void> | void;
  isBusy?: boolean | undefined;
  /** Why this person may not, also when that changes while the dialog is open. */
  refusal?: string | undefined;
  /** A FailureNote: the act was refused, and the dialog stays. */
  failure?: ReactNode;
  /** The word to type first, such as the name of the thing. */
  typed?: string | undefined;
  /** Nothing is lost, so its button is not a warning. */
  isHarmless?: boolean | undefined;
  width?: 'wide' | undefined;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, isHarmless = false, width } = props;
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      role={isHarmless ? 'dialog' : 'alertdialog'}
      width={width}
    >
      <Confirmation {...props} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function Confirmation({
  lost,
  confirmLabel,
  onConfirm,
  onClose,
  isBusy,
  refusal,
  failure,
  typed,
  isHarmless = false,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const isTyped = typed === undefined || text.trim() === typed;
  const refused = refusal ?? (isTyped ? undefined : `Type ${typed} first.`);
  return (
    <Form onSubmit={() => void onConfirm()} isBusy={isBusy} refusal={refused}>
      <div>{lost}</div>
      {typed === undefined ? null : (
        <TextField label={`Type ${typed} to confirm`} value={text} onChange={setText} autoFocus isMono />
      )}
      {failure}
      <Stack direction="row" gap={2} justify="flex-end" wrap>
        <Button onPress={onClose} autoFocus={typed === undefined && !isHarmless}>
          Go back
        </Button>
        <Button type="submit" variant={isHarmless ? 'filled' : 'danger'} isBusy={isBusy} refusal={refused}>
          {confirmLabel}
        </Button>
      </Stack>
    </Form>
  );
}
