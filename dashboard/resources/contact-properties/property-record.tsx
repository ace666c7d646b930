// A contact property: how a template says it, its fallback, and what can be done: change that, delete the property.
import { Facts } from '../../design/layout/facts.tsx';
import { Code } from '../../design/text/code.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Time } from '../../design/text/time.tsx';
import { SimpleRecord } from '../../records/simple-record.tsx';
import { PROPERTIES_PATH } from './list.ts';
import { EditFallback } from './property-dialogs.tsx';
import { inTemplate, valueWords } from './property-value.ts';
import { PROPERTY_TYPE_WORDS } from './type-words.ts';

/** The record. */
export function PropertyRecord({ id }: { id: string }) {
  return (
    <SimpleRecord
      id={id}
      read="getContactProperty"
      what="property"
      listPath={PROPERTIES_PATH}
      title={({ key }) => <Code>{key}</Code>}
      edit={{ operation: 'updateContactProperty', label: 'Edit fallback', Dialog: EditFallback }}
      removal={{
        operation: 'deleteContactProperty',
        label: 'Delete',
        title: () => 'Delete this property?',
        lost: ({ key }) => (
          <p>
            The values of <Code>{key}</Code> are deleted for all contacts. A new property with this name does
            not bring them back. Templates that use it print nothing in its place.
          </p>
        ),
        confirmLabel: 'Delete property',
        done: () => 'Property deleted.',
      }}
    >
      {({ key, type, fallback_value, created_at }) => (
        <Facts
          facts={[
            [
              'In a template',
              <Copyable key="template" text={inTemplate(key)} label="the template variable" isMono />,
            ],
            ['Type', PROPERTY_TYPE_WORDS[type]],
            ['Fallback', valueWords(fallback_value)],
            ['Created', <Time key="created" at={created_at} />],
            ['Id', <Copyable key="id" text={id} label="the id" isMono />],
          ]}
        />
      )}
    </SimpleRecord>
  );
}
