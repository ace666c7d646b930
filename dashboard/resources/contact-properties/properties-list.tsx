// The contact properties of the account: what is known about people, beyond the fields that every contact has.
import Plus from 'lucide-react/icons/plus';
import Tag from 'lucide-react/icons/tag';
import { API_URL } from '../../api/base.ts';
import { copiedCurl } from '../../api/copy-as.ts';
import type { ContactPropertyItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { ContactsTabs } from '../../audience/contacts-tabs.tsx';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { Column } from '../../lists/rows.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { CONTACT_PROPERTIES, PROPERTIES_PATH } from './list.ts';
import { PROPERTY_TYPE_WORDS } from './type-words.ts';

const PropertyRecord = loadedLater(() => import('./property-record.tsx').then((it) => it.PropertyRecord));
const CreateProperty = loadedDialog(() => import('./property-dialogs.tsx').then((it) => it.CreateProperty));

const COLUMNS: readonly Column<ContactPropertyItem>[] = [
  { id: 'key', header: 'Key', render: ({ key }) => <code>{key}</code> },
  { id: 'type', header: 'Type', width: '120px', render: ({ type }) => PROPERTY_TYPE_WORDS[type] },
  {
    id: 'fallback',
    header: 'Fallback',
    width: '32%',
    render: ({ fallback_value: value }) => (value === null ? null : String(value)),
  },
  {
    id: 'time',
    header: 'Created',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

/** The tab. @param id of the open property */
export function PropertiesList({ id }: { id: string | undefined }) {
  useLoadWhenIdle(PropertyRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const refusal = useRefusal('createContactProperty');
  return (
    <>
      <ListPage
        title="Contacts"
        description="Your own contact fields, in addition to address and name. Use them in rules and in emails."
        list={CONTACT_PROPERTIES}
        path={PROPERTIES_PATH}
        columns={COLUMNS}
        tabs={<ContactsTabs selected={PROPERTIES_PATH} />}
        hrefOf={(property) => `${PROPERTIES_PATH}/${property.id}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={() => setCreate('yes')}>
            New property
          </Button>
        }
        empty={<NoProperties onCreate={() => setCreate('yes')} />}
        record={id === undefined ? undefined : <PropertyRecord.Component key={id} id={id} />}
      />
      <CreateProperty isOpen={create !== undefined} onClose={() => setCreate(undefined)} />
    </>
  );
}

function NoProperties({ onCreate }: { onCreate(): void }) {
  const curl = copiedCurl(API_URL, 'createContactProperty', { body: { key: 'plan', type: 'string' } });
  return (
    <EmptyState
      icon={Tag}
      title="No properties yet"
      level={2}
      action={
        <Button refusal={useRefusal('createContactProperty')} onPress={onCreate}>
          New property
        </Button>
      }
      snippet={{ code: curl, label: 'Create a property with curl' }}
    >
      A property is a contact field that you define, such as plan, company or birthday. Imports can create
      properties from columns.
    </EmptyState>
  );
}
