// A contact property: how a template says it, its fallback, and what can be done: change that, delete the property.
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ContactProperty } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../design/layout/confirm-dialog.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Code } from '../../design/text/code.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Time } from '../../design/text/time.tsx';
import { RecordPane, RecordState } from '../../records/record-pane.tsx';
import { EditFallback } from './edit-fallback.tsx';
import { PROPERTIES_PATH } from './list.ts';
import { inTemplate, valueWords } from './property-value.ts';
import { PROPERTY_TYPE_WORDS } from './type-words.ts';

/** The record. */
export function PropertyRecord({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const remove = useChange('deleteContactProperty', {
    onSuccess: () => {
      notify('The property was deleted.');
      navigate(PROPERTIES_PATH);
    },
  });
  // What is deleted must not be asked for once more.
  const isGoing = remove.isPending || remove.isSuccess;
  const read = useCall('getContactProperty', { id }, { isLive: true, isEnabled: !isGoing });
  return (
    <RecordState read={read} listPath={PROPERTIES_PATH} what="property">
      {(property) => (
        <RecordPane
          title={<Code>{property.key}</Code>}
          listPath={PROPERTIES_PATH}
          actions={<CopyAs operation="getContactProperty" input={{ id }} />}
        >
          <Acts property={property} remove={remove} />
          <Facts
            facts={[
              [
                'In a template',
                <Copyable
                  key="template"
                  text={inTemplate(property.key)}
                  label="how a template says it"
                  isMono
                />,
              ],
              ['Type', PROPERTY_TYPE_WORDS[property.type]],
              ['Fallback', valueWords(property.fallback_value)],
              ['Made', <Time key="created" at={property.created_at} />],
              ['Id', <Copyable key="id" text={property.id} label="the id" isMono />],
            ]}
          />
        </RecordPane>
      )}
    </RecordState>
  );
}

interface ActsProps {
  property: ContactProperty;
  remove: ReturnType<typeof useChange<'deleteContactProperty'>>;
}

function Acts({ property, remove }: ActsProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const refusal = { edit: useRefusal('updateContactProperty'), remove: useRefusal('deleteContactProperty') };
  const close = () => {
    remove.reset();
    setOpen(undefined);
  };
  return (
    <>
      <Stack direction="row" gap={2} wrap>
        <Button icon={Pencil} refusal={refusal.edit} onPress={() => setOpen('edit')}>
          Change the fallback
        </Button>
        <Button icon={Trash} variant="danger" refusal={refusal.remove} onPress={() => setOpen('delete')}>
          Delete
        </Button>
      </Stack>
      <EditFallback property={property} isOpen={open === 'edit'} onClose={close} />
      <ConfirmDialog
        title="Delete this property?"
        isOpen={open === 'delete'}
        onClose={close}
        lost={
          <p>
            The values of <Code>{property.key}</Code> of all contacts are lost, and no new property of this
            name brings them back. Templates that say it print nothing in its place.
          </p>
        }
        confirmLabel="Delete the property"
        onConfirm={() => remove.mutate({ id: property.id })}
        isBusy={remove.isPending}
        refusal={refusal.remove}
        failure={remove.error && <FailureNote failure={remove.error} />}
      />
    </>
  );
}
