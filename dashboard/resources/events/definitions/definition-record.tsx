// A defined event: the fields of its payload, and what can be done: change them, send one, see what came, delete it.
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Event as EventDefinition } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall, useChange } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { DEFINITIONS_PATH, RECEIVED_PATH } from '../list.ts';
import { EditSchema } from './edit-schema.tsx';
import css from './schema.module.css';

interface DefinitionRecordProps {
  id: string;
  /** @param name of the event that is to be sent */
  onSend(name: string): void;
}

/** The record. */
export function DefinitionRecord({ id, onSend }: DefinitionRecordProps) {
  const [, navigate] = useLocation();
  const remove = useChange('deleteEvent', {
    onSuccess: () => {
      notify('The definition was deleted.');
      navigate(DEFINITIONS_PATH);
    },
  });
  // What is deleted must not be asked for once more.
  const isGoing = remove.isPending || remove.isSuccess;
  const read = useCall('getEvent', { id }, { isLive: true, isEnabled: !isGoing });
  return (
    <RecordState read={read} listPath={DEFINITIONS_PATH} what="definition">
      {(definition) => (
        <RecordPane
          title={<span className={css['name']}>{definition.name}</span>}
          listPath={DEFINITIONS_PATH}
          actions={<CopyAs operation="getEvent" input={{ id }} />}
        >
          <Acts definition={definition} remove={remove} onSend={onSend} />
          <Fields schema={definition.schema} />
          <Facts
            facts={[
              ['Events', <Came key="came" name={definition.name} />],
              ['Defined', <Time key="created" at={definition.created_at} />],
              ['Changed', <Time key="updated" at={definition.updated_at} empty="Never" />],
              ['Id', <Copyable key="id" text={definition.id} label="the id" isMono />],
            ]}
          />
        </RecordPane>
      )}
    </RecordState>
  );
}

function Came({ name }: { name: string }) {
  return <Link href={`${RECEIVED_PATH}?event=${encodeURIComponent(name)}`}>Those that came</Link>;
}

function Fields({ schema }: Pick<EventDefinition, 'schema'>) {
  const fields = Object.entries(schema ?? {});
  return (
    <Section
      title="Fields of the payload"
      level={3}
      description={fields.length === 0 ? 'Any payload fits: this definition has no fields.' : undefined}
    >
      {fields.length > 0 && (
        <Facts facts={fields.map(([name, type]) => [name, <Code key={name}>{type}</Code>] as const)} />
      )}
    </Section>
  );
}

interface ActsProps {
  definition: EventDefinition;
  remove: ReturnType<typeof useChange<'deleteEvent'>>;
  onSend(name: string): void;
}

function Acts({ definition, remove, onSend }: ActsProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const refusal = {
    send: useRefusal('sendEvent'),
    edit: useRefusal('updateEvent'),
    remove: useRefusal('deleteEvent'),
  };
  const close = () => {
    remove.reset();
    setOpen(undefined);
  };
  return (
    <>
      <Stack direction="row" gap={2} wrap>
        <Button icon={Send} refusal={refusal.send} onPress={() => onSend(definition.name)}>
          Send one
        </Button>
        <Button icon={Pencil} refusal={refusal.edit} onPress={() => setOpen('edit')}>
          Edit the fields
        </Button>
        <Button icon={Trash} variant="danger" refusal={refusal.remove} onPress={() => setOpen('delete')}>
          Delete
        </Button>
      </Stack>
      <EditSchema definition={definition} isOpen={open === 'edit'} onClose={close} />
      <ConfirmDialog
        title="Delete this definition?"
        isOpen={open === 'delete'}
        onClose={close}
        lost={
          <p>
            The fields of <Code>{definition.name}</Code> are lost. Events of this name can still be sent,
            start the same automations, and are not checked any more: any payload is taken.
          </p>
        }
        confirmLabel="Delete the definition"
        onConfirm={() => remove.mutate({ id: definition.id })}
        isBusy={remove.isPending}
        refusal={refusal.remove}
        failure={remove.error && <FailureNote failure={remove.error} />}
      />
    </>
  );
}
