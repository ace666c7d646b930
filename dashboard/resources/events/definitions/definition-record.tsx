// A defined event: the fields of its payload, and what can be done: change them, send one, see what came, delete it.
import Send from 'lucide-react/icons/send';
import { Link } from 'wouter';
import type { Event as EventDefinition } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { SimpleRecord } from '../../../records/simple-record.tsx';
import { DEFINITIONS_PATH, RECEIVED_PATH } from '../list.ts';
import { EditSchema } from './definition-dialogs.tsx';
import css from './schema.module.css';

interface DefinitionRecordProps {
  id: string;
  /** @param name of the event that is to be sent */
  onSend(name: string): void;
}

/** The record. */
export function DefinitionRecord({ id, onSend }: DefinitionRecordProps) {
  const refusal = useRefusal('sendEvent');
  return (
    <SimpleRecord
      id={id}
      read="getEvent"
      what="definition"
      listPath={DEFINITIONS_PATH}
      title={({ name }) => <span className={css['name']}>{name}</span>}
      acts={({ name }) => (
        <Button icon={Send} refusal={refusal} onPress={() => onSend(name)}>
          Send event
        </Button>
      )}
      edit={{ operation: 'updateEvent', label: 'Edit fields', Dialog: EditSchema }}
      removal={{
        operation: 'deleteEvent',
        label: 'Delete',
        title: () => 'Delete this definition?',
        lost: ({ name }) => (
          <p>
            The fields of <Code>{name}</Code> are deleted. You can still send events with this name, and they
            start the same automations. Posthorn no longer checks their payload.
          </p>
        ),
        confirmLabel: 'Delete definition',
        done: () => 'Definition deleted.',
      }}
    >
      {({ name, schema, created_at, updated_at }) => (
        <>
          <Fields schema={schema} />
          <Facts
            facts={[
              [
                'Events',
                <Link key="came" href={`${RECEIVED_PATH}?event=${encodeURIComponent(name)}`}>
                  Received events
                </Link>,
              ],
              ['Defined', <Time key="created" at={created_at} />],
              ['Changed', <Time key="updated" at={updated_at} empty="Never" />],
              ['Id', <Copyable key="id" text={id} label="the id" isMono />],
            ]}
          />
        </>
      )}
    </SimpleRecord>
  );
}

function Fields({ schema }: Pick<EventDefinition, 'schema'>) {
  const fields = Object.entries(schema ?? {});
  return (
    <Section
      title="Fields of the payload"
      level={3}
      description={
        fields.length === 0 ? 'Any payload is accepted: this definition has no fields.' : undefined
      }
    >
      {fields.length > 0 && (
        <Facts facts={fields.map(([name, type]) => [name, <Code key={name}>{type}</Code>] as const)} />
      )}
    </Section>
  );
}
