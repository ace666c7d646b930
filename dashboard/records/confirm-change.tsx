// Asks before a change that loses something or that people see at once, makes it, and stays with what the API says when it refuses.
import type { ComponentProps } from 'react';
import type { ApiFailure } from '../api/failure.ts';
import type { InputOf, OperationId } from '../api/request.ts';
import { useRefusal } from '../api/session.ts';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { ConfirmDialog } from '../design/layout/confirm-dialog.tsx';

export type ConfirmWords = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'isOpen' | 'onClose' | 'lost' | 'confirmLabel' | 'typed' | 'isHarmless' | 'width'
>;

interface ConfirmChangeProps<Id extends OperationId> extends ConfirmWords {
  operation: Id;
  input: InputOf<Id>;
  /** The result of `useChange` with the operation. */
  change: { isPending: boolean; error: ApiFailure | null; reset(): void; mutate(input: InputOf<Id>): void };
}

/** The dialog. */
export function ConfirmChange<Id extends OperationId>(props: ConfirmChangeProps<Id>) {
  const { operation, input, change, onClose, ...words } = props;
  return (
    <ConfirmDialog
      {...words}
      onClose={() => {
        change.reset();
        onClose();
      }}
      onConfirm={() => change.mutate(input)}
      isBusy={change.isPending}
      refusal={useRefusal(operation)}
      failure={change.error && <FailureNote failure={change.error} />}
    />
  );
}
