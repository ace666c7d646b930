// A record that is a list of facts, with a dialog that changes it and one that deletes it. A page gives it the operations and
// the words; reading, refusals, the way back to the list and what is asked before a deletion are the same for all.
import type { LucideIcon } from 'lucide-react';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AnswerOf, InputOf, OperationId } from '../api/request.ts';
import { useRefusal } from '../api/session.ts';
import { useCall, useChange } from '../api/use-call.ts';
import { CopyAs } from '../copy-as/copy-as.tsx';
import { Button } from '../design/controls/button.tsx';
import { notify } from '../design/feedback/toaster.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { ConfirmChange } from './confirm-change.tsx';
import { RecordPane, RecordState } from './record-pane.tsx';

interface SimpleRecordProps<Read extends OperationId, Remove extends OperationId> {
  id: string;
  /** Reads the record by its id. */
  read: Read;
  /** `topic`: what it is. */
  what: string;
  listPath: string;
  title(record: AnswerOf<Read>): ReactNode;
  /** Next to the title, as the status. */
  mark?(record: AnswerOf<Read>): ReactNode;
  /** `CopyAs` of what one does with it; by default of the call that reads it. */
  copied?(record: AnswerOf<Read>): ReactNode;
  /** Further acts on it. */
  acts?(record: AnswerOf<Read>): ReactNode;
  edit?: Edit<AnswerOf<Read>>;
  removal: Removal<AnswerOf<Read>, Remove>;
  /** The facts, and what follows them. */
  children(record: AnswerOf<Read>): ReactNode;
}

interface Edit<Record> {
  operation: OperationId;
  label: string;
  /** The result of `changeDialog`. */
  Dialog: ComponentType<{ of: Record; isOpen: boolean; onClose(): void }>;
}

interface Removal<Record, Id extends OperationId> {
  operation: Id;
  label: string;
  icon?: LucideIcon;
  /** Why its state does not allow it now. */
  refusal?(record: Record): string | undefined;
  title(record: Record): string;
  lost(record: Record): ReactNode;
  confirmLabel: string;
  /** The notice after the deletion. */
  done(record: Record): string;
}

/** The record. */
export function SimpleRecord<Read extends OperationId, Remove extends OperationId>(
  props: SimpleRecordProps<Read, Remove>,
) {
  const { id, read: operation, what, listPath, title, mark, copied, edit, removal, children } = props;
  const input = { id } as unknown as InputOf<Read> & InputOf<Remove>;
  const [asked, ask] = useState<'edit' | 'removal'>();
  // This is outside of the record: typed text stays when a colleague deletes it.
  const [edited, setEdited] = useState<AnswerOf<Read>>();
  const close = () => ask(undefined);
  const back = useWayBack(listPath);
  const remove = useChange(removal.operation, {
    onSuccess: () => {
      if (read.data) notify(removal.done(read.data));
      back();
    },
  });
  // A deleted record must not be read again.
  const isGoing = remove.isPending || remove.isSuccess;
  const read = useCall(operation, input, { isLive: true, isEnabled: !isGoing });
  const beginEdit = (record: AnswerOf<Read>) => {
    setEdited(record);
    ask('edit');
  };
  return (
    <>
      <RecordState read={read} listPath={listPath} what={what}>
        {(record) => (
          <RecordPane
            title={title(record)}
            mark={mark?.(record)}
            listPath={listPath}
            actions={copied?.(record) ?? <CopyAs operation={operation} input={input} />}
          >
            <Acts
              {...props}
              record={record}
              onEdit={() => beginEdit(record)}
              onRemove={() => ask('removal')}
            />
            {children(record)}
            <ConfirmChange
              operation={removal.operation}
              input={input}
              change={remove}
              title={removal.title(record)}
              lost={removal.lost(record)}
              confirmLabel={removal.confirmLabel}
              isOpen={asked === 'removal'}
              onClose={close}
            />
          </RecordPane>
        )}
      </RecordState>
      {edit && edited && <edit.Dialog of={edited} isOpen={asked === 'edit'} onClose={close} />}
    </>
  );
}

interface ActsProps<Read extends OperationId>
  extends Pick<SimpleRecordProps<Read, OperationId>, 'read' | 'acts' | 'edit'> {
  record: AnswerOf<Read>;
  removal: Pick<Removal<AnswerOf<Read>, OperationId>, 'operation' | 'label' | 'icon' | 'refusal'>;
  onEdit(): void;
  onRemove(): void;
}

function Acts<Read extends OperationId>(props: ActsProps<Read>) {
  const { record, read, acts, edit, removal, onEdit, onRemove } = props;
  const refusal = { edit: useRefusal(edit?.operation ?? read), removal: useRefusal(removal.operation) };
  const refusedRemoval = refusal.removal ?? removal.refusal?.(record);
  return (
    <Stack direction="row" gap={2} wrap>
      {acts?.(record)}
      {edit && (
        <Button icon={Pencil} refusal={refusal.edit} onPress={onEdit}>
          {edit.label}
        </Button>
      )}
      <Button icon={removal.icon ?? Trash2} variant="danger" refusal={refusedRemoval} onPress={onRemove}>
        {removal.label}
      </Button>
    </Stack>
  );
}

/** Returns to the list, with its filters. */
function useWayBack(listPath: string): () => void {
  const [, navigate] = useLocation();
  const search = useSearch();
  return () => navigate(search ? `${listPath}?${search}` : listPath);
}
