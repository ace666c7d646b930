// A button that asks before its change: what is lost, or what people see at once. The notice afterwards is `done`.
import { useState } from 'react';
import type { AnswerOf, InputOf, OperationId } from '../api/request.ts';
import { useRefusal } from '../api/session.ts';
import { useChange } from '../api/use-call.ts';
import { Button, type ButtonProps } from '../design/controls/button.tsx';
import { notify } from '../design/feedback/toaster.tsx';
import { ConfirmChange, type ConfirmWords } from './confirm-change.tsx';

interface AskedButtonProps<Id extends OperationId>
  extends Pick<ButtonProps, 'icon' | 'size' | 'variant'>,
    Pick<ConfirmWords, 'title' | 'lost' | 'confirmLabel' | 'isHarmless'> {
  operation: Id;
  input: InputOf<Id>;
  label: string;
  /** Why its state does not allow it. */
  refusal?: string | undefined;
  done: string;
  onDone?(answer: AnswerOf<Id>): void;
}

/** The button, with its question. */
export function AskedButton<Id extends OperationId>(props: AskedButtonProps<Id>) {
  const { operation, input, label, refusal, done, onDone, icon, size, variant, ...words } = props;
  const [isOpen, setOpen] = useState(false);
  const refused = useRefusal(operation);
  const change = useChange(operation, {
    onSuccess: (answer) => {
      setOpen(false);
      notify(done);
      onDone?.(answer);
    },
  });
  return (
    <>
      <Button
        icon={icon}
        size={size}
        variant={variant}
        refusal={refused ?? refusal}
        onPress={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmChange
        {...words}
        operation={operation}
        input={input}
        change={change}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
